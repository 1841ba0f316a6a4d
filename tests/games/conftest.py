import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.games.bridged import bridges
from tests.games.cast import a_user
from tests.proof.services import another_database

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
    """Create a separate database on the server of DATABASE_URL."""
    with another_database(os.environ["DATABASE_URL"]) as url:
        yield url
