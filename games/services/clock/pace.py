"""The game's pace, set by its game master: deadlines, length, difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.access import User, led_by
from games.models import Game, Seat
from games.refusals import illegal, invalid
from games.services.clock import rhythm
from games.services.entries import lock
from games.services.fairplay import guard

MOST_WEEKS = 520


def set_pace(
    game_id: UUID,
    user: User,
    *,
    hours: int | None,
    written: Mapping[str, Any],
    weeks: int | None = None,
    hard: Mapping[str, int] | None = None,
    now: datetime,
) -> Game:
    """Set the rhythm of deadlines, the expected length of the game and each seat's difficulty. Current
    deadlines do not change. Raises InvalidAction or IllegalAction with the reason, without changing
    anything.
    """
    led_by(user, game_id)
    found = rhythm.read(written, now.date())
    if found is not None and found.at is not None and hours is None:
        raise illegal("rhythm_needs_hours")
    if weeks is not None and not 1 <= weeks <= MOST_WEEKS:
        raise invalid("weeks_bad")
    levels = dict(hard or {})
    if any(level not in Seat.Hard.values for level in levels.values()):
        raise invalid("rhythm_bad")
    with transaction.atomic():
        game = lock(game_id)
        if game.is_over:
            raise illegal("not_running")
        guard.require_pace(user, game, hours, written.get("kinds"))
        game.hours_per_decision, game.rhythm, game.weeks = hours, rhythm.rhythm_json(found), weeks
        game.version += 1
        game.save(update_fields=["hours_per_decision", "rhythm", "weeks", "version"])
        for seat in game.seats.all():
            if levels.get(seat.key, seat.hard) != seat.hard:
                Seat.objects.filter(pk=seat.pk).update(hard=levels[seat.key])
    return game
