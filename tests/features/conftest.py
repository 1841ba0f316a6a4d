"""Fixtures for the tests of features: users and databases."""

from tests.games.conftest import own_database, owner, rival, stranger

__all__ = ["own_database", "owner", "rival", "stranger"]
