"""Players' objections to an amendment. Everybody can read them, and the game master is notified."""

from __future__ import annotations

from datetime import datetime
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
from games.services.proof.objections import LONGEST_OBJECTION


def object_to(game_id: UUID, seq: int, user: User, words: str, *, now: datetime) -> Objection:
    """Object to an amendment. Sending the same text twice makes one objection. Raises IllegalAction (no
    text, text too long, objected already). Raises PermissionDenied if the user does not play, and Http404
    if the amendment does not exist.
    """
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
        if len(words) > LONGEST_OBJECTION:
            raise illegal("objection_long", most=LONGEST_OBJECTION)
        made = Objection.objects.create(
            game=game, seq=seq, user=user, seat=mine[0], words=words, created_at=now
        )
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        messages.owe(game, Outbox.Kind.OBJECTED, str(made.pk), [game.gm], now, actor=user)
    return made
