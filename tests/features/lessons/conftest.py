"""Fixtures for tests with small systems whose campaigns fight their battles as duels."""

from tests.games.bridged import bridges

__all__ = ["bridges"]
