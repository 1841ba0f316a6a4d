"""The tables of a duplicate: games with one seed and therefore the same dice (engine.dice.Shared).

They are sealed until all of them are over. Each table is visible only to its players and game master, the
seed stays secret, and nobody plays at two tables.
"""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from games.access import User
from games.models import Game, RewindRequest, Secret
from games.participants import players
from games.prepared_sql import Values
from games.services.going_back import consent

log = logging.getLogger(__name__)


def seal(twins: UUID) -> None:
    """Seal a duplicate's tables, in the transaction that begins the games."""
    Game.objects.filter(twins=twins).update(sealed=True, version=F("version") + 1)


def knows_another(user: User, game: Game) -> bool:
    """Return whether the user plays, or has played, at another table with the same dice."""
    if not game.sealed:
        return False
    others = Game.objects.filter(twins=game.twins).exclude(pk=game.pk)
    return user.pk in players(list(others.defer("scenario")))


def open_after_end(game: Game, now: datetime) -> None:
    """Make all tables of a duplicate public once the last of their games has ended. This runs after the
    commit, so that two games that end at the same time see each other's end. The sweep checks again.
    """
    if game.sealed:
        transaction.on_commit(partial(open_if_over, game.twins, now))


def open_if_over(twins: UUID | None, now: datetime) -> bool:
    """Open a duplicate's tables if all are over, and return whether it did. Their dice are known from then
    on, so none of the games can be rewound.
    """
    with transaction.atomic():
        tables = Game.objects.select_for_update(no_key=True).filter(twins=twins, sealed=True).order_by("pk")
        found = list(tables.defer("scenario"))
        if not found or not all(game.is_over for game in found):
            return False
        Secret.objects.filter(game__in=found).update(revealed_at=now)
        for game in found:
            consent.let_lapse(game, now, RewindRequest.Cause.SHOWN)
        Game.objects.filter(pk__in=[game.pk for game in found]).update(sealed=False, version=F("version") + 1)
    return True


def open_finished(now: datetime) -> None:
    """Open all duplicates whose games have ended. This is needed if a process died just after the last game
    ended.
    """
    for twins in _OVER():
        try:
            open_if_over(twins, now)
        except Exception:
            log.exception("the tables of %s could not be opened", twins)


def _finished_twins() -> QuerySet[Game, Any]:
    over = Game.objects.filter(sealed=True, status__in=Game.OVER)
    return over.order_by().values_list("twins", flat=True).distinct()[:50]


_OVER = Values(_finished_twins)
