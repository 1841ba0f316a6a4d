"""Tables of a duplicate: games with one seed and therefore the same dice (engine.dice.Shared).

They are sealed until all are over: each is visible only to its players and game master, the seed stays
secret, and nobody plays at two of them.
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
    """Seal the tables of a duplicate for their players, in the transaction that begins them."""
    Game.objects.filter(twins=twins).update(sealed=True, version=F("version") + 1)


def knows_another(user: User, game: Game) -> bool:
    """Whether the user plays, or has played, at another table with the same dice."""
    if not game.sealed:
        return False
    others = Game.objects.filter(twins=game.twins).exclude(pk=game.pk)
    return user.pk in players(list(others.defer("scenario")))


def is_over(game: Game, now: datetime) -> None:
    """Check, after a table ends, whether all tables of the duplicate are over, to open them. This happens
    after the commit, so that two tables ending at once see each other; the sweep checks again.
    """
    if game.sealed:
        transaction.on_commit(partial(open_if_over, game.twins, now))


def open_if_over(twins: UUID | None, now: datetime) -> bool:
    """Open a duplicate's tables if all are over, and return whether they are. Their dice are known from then
    on, so none can be rewound.
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


def look_again(now: datetime) -> None:
    """Recheck all duplicates, in case a process died after the end of a game."""
    for twins in _OVER():
        try:
            open_if_over(twins, now)
        except Exception:
            log.exception("the tables of %s could not be opened", twins)


def _finished_twins() -> QuerySet[Game, Any]:
    over = Game.objects.filter(sealed=True, status__in=Game.OVER)
    return over.order_by().values_list("twins", flat=True).distinct()[:50]


_OVER = Values(_finished_twins)
