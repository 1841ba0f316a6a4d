from typing import Any

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
