"""The people of the tests of games."""

from tests.games.conftest import owner, rival, stranger

__all__ = ["owner", "rival", "stranger"]
