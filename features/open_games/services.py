"""Offer a game's free seats to everyone, withdraw the offer, or take a seat."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.guests import is_guest
from accounts.naming import lines
from features.open_games.listing import open_offers
from features.open_games.models import LONGEST, Offer
from games import services
from games.access import led_by
from games.models import Game, Seat

DAYS: Final = 30  # how many days an offer is listed
LANGUAGES: Final = ("en", "it")


def offer(user: Any, game_id: UUID, told: Mapping[str, str], *, now: datetime) -> Offer:
    """Put a game on the list of open games, or change its entry there, which replaces its invitation link.
    Only the game master may do so. Raises ValidationError if nobody can join the game, or if the user is
    a guest.
    """
    game = led_by(user, game_id)
    if is_guest(user):
        raise ValidationError(_("Sign up first: open games belong to people with an account."))
    if game.is_over or game.sealed or game.tryout:
        raise ValidationError(_("Nobody can join this game any more."))
    with transaction.atomic():
        withdraw(user, game_id)
        link = services.invite(game_id, user, now=now, uses=services.MOST_USES, days=DAYS)
        return Offer.objects.create(game=game, invitation=link, offered_at=now, **_read_entry(told))


def _read_entry(told: Mapping[str, str]) -> dict[str, Any]:
    """Read the offer's details from the form. Unknown values are replaced by defaults."""
    pace, level, language = (told.get(name, "") for name in ("pace", "level", "language"))
    return {
        "pace": pace if pace in Offer.Pace.values else Offer.Pace.DAYS,
        "level": level if level in Offer.Level.values else Offer.Level.ANY,
        "language": language if language in LANGUAGES else "",
        "guests": bool(told.get("guests")),
        "words": lines.one_line(told.get("words", "")[: LONGEST * 2])[:LONGEST],
    }


def withdraw(user: Any, game_id: UUID) -> None:
    """Take a game off the list. Only its game master may do so. The game's invitation link stops
    working too.
    """
    led_by(user, game_id)
    found = Offer.objects.filter(game=game_id).first()
    if found is not None:
        found.invitation.delete()


def offer_for(user: Any, game_id: UUID, now: datetime) -> Offer:
    """Return an open game's offer. Raises Http404 if the user may not see it."""
    found = open_offers(user, now).filter(game=game_id).first()
    if found is None:
        raise Http404
    return found


def take_seat(user: Any, game_id: UUID, seat: str, *, now: datetime) -> Seat:
    """Take a free seat of an open game. Raises Http404 if the user may not see the offer, and BadInvitation
    if the seat cannot be taken. Raises ValidationError for a guest if the game does not admit guests.
    """
    found = offer_for(user, game_id, now)
    if is_guest(user) and not found.guests:
        raise ValidationError(_("This game is for people with an account."))
    return services.accept(found.invitation.token, user, seat=seat, now=now)


def offer_of(game: Game) -> Offer | None:
    """Return a game's offer on the list, or None."""
    return Offer.objects.filter(game=game).select_related("invitation").first()
