"""Invite another user to a game that the user leads."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import conduct
from accounts.limits import too_often
from features.people.limits import INVITATIONS
from features.people.sight import is_member, portrait_of
from games import services
from games.models import Game, Outbox, Seat


def may_invite(user: Any, other: Any) -> bool:
    """Return whether the user may invite another user. Members can invite people they have met, and anyone
    who is looking for games.
    """
    if not is_member(user) or user.pk == other.pk:
        return False
    return portrait_of(other).seeks or conduct.find_acquaintance(user, other.pk) is not None


def games_to_fill(user: Any, other: Any) -> QuerySet[Game]:
    """Return the games with a free seat that the user leads and has not yet invited the other person to."""
    if not may_invite(user, other):
        return Game.objects.none()
    seats = Seat.objects.filter(game=OuterRef("pk"))
    free = Exists(seats.filter(user=None, is_bot=False, lender=None))
    theirs = Exists(seats.filter(Q(user=other) | Q(lender=other)))
    asked = Exists(Outbox.objects.filter(game=OuterRef("pk"), kind=Outbox.Kind.INVITED, recipient=other))
    led = Game.objects.filter(gm=user, sealed=False, tryout=False).exclude(status__in=Game.OVER)
    return led.filter(free).exclude(theirs | asked).defer("scenario").order_by("-created_at")


def invite(user: Any, other: Any, game: str, now: datetime) -> None:
    """Invite a person to a game, at most once per game. Raises ValidationError if the user may not invite
    them, or has invited too many people.
    """
    chosen = next((one for one in games_to_fill(user, other) if str(one.pk) == game), None)
    if chosen is None:
        raise ValidationError(_("You can't invite this person to that game."))
    if not INVITATIONS.take(str(user.pk)):
        raise too_often(INVITATIONS)
    services.invite_person(chosen.pk, user, other, now=now)
