"""Tests with small systems whose campaigns fight battles as duels."""

from tests.games.bridged import bridges

__all__ = ["bridges"]
