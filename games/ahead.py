"""Prefetch the data a step needs in one round trip, together with the claim of its game.

Each answer is used once, within the transaction that holds the claim. Anything needed a second time is
queried again.
"""

from __future__ import annotations

from typing import Any

from games.models import Game


def put(game: Game, **answers: Any) -> None:
    """Store these answers for this claim of the game."""
    game.ahead = answers


def look(game: Game, name: str) -> Any:
    """The answer of that name, which stays available."""
    return game.ahead[name]


def take(game: Game, name: str) -> Any:
    """A prefetched answer, which is then forgotten; None if it was not prefetched or already used."""
    return None if game.ahead is None else game.ahead.pop(name, None)
