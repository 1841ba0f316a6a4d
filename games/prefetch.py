"""Prefetch the data a step needs in one round trip, together with the lock on its game.

Each result is used once, in the transaction that holds the lock. Anything needed a second time is queried
again.
"""

from __future__ import annotations

from typing import Any

from games.models import Game


def put(game: Game, **answers: Any) -> None:
    """Store the prefetched results on the locked game."""
    game.ahead = answers


def keep(game: Game, name: str, answer: Any) -> None:
    """Store what a step has just found out, for the rest of the transaction. Only on a game with prefetched
    results, because only a locked game stays the same.
    """
    if game.ahead is not None:
        game.ahead[name] = answer


def look(game: Game, name: str) -> Any:
    """Return a prefetched result by name, and keep it available."""
    return game.ahead[name]


def take(game: Game, name: str) -> Any:
    """Return a prefetched result by name and forget it; None if it was not prefetched or is already used."""
    return None if game.ahead is None else game.ahead.pop(name, None)
