import os
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.contrib.auth.models import User

from tests.games.bridged import bridges
from tests.games.cast import a_user

__all__ = ["bridges", "owner", "rival", "stranger"]


@pytest.fixture
def owner(db: Any) -> User:
    return a_user("owner")


@pytest.fixture
def rival(db: Any) -> User:
    return a_user("rival")


@pytest.fixture
def stranger(db: Any) -> User:
    return a_user("stranger")


@pytest.fixture
def own_database() -> Iterator[str]:
    """A database of its own on the server of DATABASE_URL."""
    import psycopg

    url = urlsplit(os.environ["DATABASE_URL"])
    name = f"vexillum_race_{uuid.uuid4().hex[:12]}"
    server = urlunsplit(url._replace(scheme="postgresql"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield urlunsplit(url._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
