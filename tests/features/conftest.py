"""The people and databases of the tests of features."""

from tests.games.conftest import own_database, owner, rival, stranger

__all__ = ["own_database", "owner", "rival", "stranger"]
