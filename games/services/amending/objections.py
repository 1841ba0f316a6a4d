"""Players' objections to an amendment, which everybody sees and the game master receives."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.http import Http404

from engine.log.amending import AMEND
from games.access import User, get_game_for, seats_of
from games.models import Entry, Game, Objection, Outbox
from games.refusals import illegal
from games.services import messages
from games.services.entries import lock

LONGEST: Final = 500


def object_to(game_id: UUID, seq: int, user: User, words: str, *, now: datetime) -> Objection:
    """Object to an amendment. Sending the same text twice makes one objection. Raises IllegalAction (no
    text, too many, objected already), PermissionDenied if the user does not play, Http404 if there is no
    amendment."""
    get_game_for(user, game_id)
    words = words.strip()
    with transaction.atomic():
        game = lock(game_id)
        mine = seats_of(user, game)
        if not mine:
            raise PermissionDenied
        if not Entry.objects.filter(game=game, seq=seq, kind=AMEND).exists():
            raise Http404
        known = Objection.objects.filter(game=game, seq=seq, user=user).first()
        if known is not None:
            if known.words == words:
                return known
            raise illegal("objected_already")
        if not words:
            raise illegal("objection_empty")
        if len(words) > LONGEST:
            raise illegal("objection_long", most=LONGEST)
        made = Objection.objects.create(
            game=game, seq=seq, user=user, seat=mine[0], words=words, created_at=now
        )
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        messages.owe(game, Outbox.Kind.OBJECTED, str(made.pk), [game.gm], now, actor=user)
    return made


def objections(game: Game, seqs: Collection[int]) -> Mapping[int, list[Objection]]:
    """Objections to these entries, oldest first. A view of the past shows only objections made by then."""
    found: dict[int, list[Objection]] = {}
    if seqs:
        rows = Objection.objects.filter(game=game, seq__in=seqs).select_related("user")
        after = None if game.as_was is None else Entry.objects.filter(game=game, seq=game.seq + 1).first()
        for one in rows if after is None else rows.filter(created_at__lte=after.created_at):
            found.setdefault(one.seq, []).append(one)
    return found
