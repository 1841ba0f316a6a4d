"""Lock a game for a step and load everything that most steps need in one round trip."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games.caches import prefetch
from games.models import Game
from games.prepared_sql import Question, run_batch
from games.services import pending
from games.services.consequences import battles_asked
from games.services.entries import claim
from games.services.going_back.consent import requests_asked
from games.services.proof.seeds import seed_asked
from games.services.tables import LiveGame, standing_asked


def claim_for_step(game_id: UUID | str) -> Game:
    """Lock a game like :func:`games.services.entries.lock` and preload what a step needs."""
    number = game_id if isinstance(game_id, UUID) else UUID(game_id)
    questions, known = _needed_queries(number)
    game, told = claim(number, *questions, pending.OPEN.question(number))
    _store_prefetched(game, told, known)
    return game


def reload_for_step(game: Game) -> None:
    """Reload what the next step needs, while the lock is still held. The pending decisions need no query if
    the last step left them in the prefetch cache.
    """
    left = prefetch.take(game, "left")
    questions, known = _needed_queries(game.pk)
    if left is None:
        questions.append(pending.OPEN.question(game.pk))
    told = run_batch(*questions)
    _store_prefetched(game, told if left is None else [*told, left], known)


def _needed_queries(game: UUID) -> tuple[list[Question], LiveGame | None]:
    stands, known = standing_asked(game)
    return [stands, seed_asked(game), requests_asked(game), battles_asked(game)], known


def _store_prefetched(game: Game, told: list[Any], known: LiveGame | None) -> None:
    standing, secret, asks, fought, owed = told
    prefetch.put(game, standing=(standing, known), secret=secret, asks=asks, owed=owed, battles=fought)
