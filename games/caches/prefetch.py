"""Prefetch the data that a step needs in one round trip, together with the lock on its game.

Each result is used once, in the transaction that holds the lock. Data needed a second time is queried
again.
"""

from __future__ import annotations

from typing import Any

from games.models import Game


def put(game: Game, **answers: Any) -> None:
    """Store prefetched results on the locked game."""
    game.ahead = answers


def keep(game: Game, name: str, answer: Any) -> None:
    """Store a result that a step has just calculated, for the rest of the transaction. Without prefetched
    results the game is not locked and could still change, so nothing is stored.
    """
    if game.ahead is not None:
        game.ahead[name] = answer


def look(game: Game, name: str) -> Any:
    """Return a prefetched result by name without removing it. Return None if there is none."""
    return None if game.ahead is None else game.ahead.get(name)


def take(game: Game, name: str) -> Any:
    """Return a prefetched result by name and remove it. Return None if it was not prefetched or was already
    taken.
    """
    return None if game.ahead is None else game.ahead.pop(name, None)
