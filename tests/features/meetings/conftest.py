"""Fixtures for tests with campaigns whose battles are duels."""

from tests.games.bridged import bridges

__all__ = ["bridges"]
