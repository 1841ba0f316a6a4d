"""A rematch: the same game again, among the same people with sides changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts import conduct
from games.access import User, get_game_for, own_seats
from games.models import Game, Invitation, Outbox, Seat
from games.participants import link_of
from games.refusals import illegal
from games.services import messages
from games.services.creation import BOT, ME
from games.services.entries import lock
from games.services.leading import start
from games.services.return_games import create_rematch, return_game_of, rotate_seats
from games.services.seating import invite


@dataclass(frozen=True)
class Rematch:
    """The new game; ``token``: the invitation to this user's seat, "" if they already have the seat."""

    game: Game
    token: str = ""


def may_rematch(user: User, game: Game) -> bool:
    """Whether this user can ask for a rematch: they played in a finished game that is not a campaign battle,
    sandbox or duplicate.
    """
    if not game.has_ended or game.tryout or game.twins is not None or not own_seats(user, game):
        return False
    return link_of(game) is None


def rematch(game_id: UUID, user: User, *, now: datetime) -> Rematch:
    """Ask for a rematch, or join one already requested. The first to ask takes a seat and leads; the others
    are invited to theirs. Against bots alone the rematch begins at once.

    Raises IllegalAction (no_rematch), Http404.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not may_rematch(user, game):
            raise illegal("no_rematch")
        made = return_game_of(game)
        if made is None:
            return Rematch(_make(game, user, now))
    if own_seats(user, made):
        return Rematch(made)
    return Rematch(made, _token(made, rotate_seats(list(game.seats.all())), user, now))


def _make(game: Game, user: User, now: datetime) -> Game:
    """Create the new game and invite the other players, in the caller's transaction."""
    before = rotate_seats(list(game.seats.all()))
    seats = {}
    for key, old in before.items():
        if old.user_id == user.pk:
            seats[key] = ME
        elif old.user_id is None:
            seats[key] = BOT
    made = create_rematch(game, user, seats, now)
    for key, old in before.items():
        if key not in seats and old.user is not None and not conduct.blocks(old.user, user):
            link = invite(made.pk, user, seat=key, now=now)
            messages.owe(made, Outbox.Kind.REMATCH, key, [old.user], now, actor=user, token=link.token)
    if len(seats) == len(before):
        return start(made.pk, user, now=now)
    return made


def _token(made: Game, before: Mapping[str, Seat], user: User, now: datetime) -> str:
    """The token of an invitation to this user's seat, renewed if expired; "" if the seat is taken."""
    seat = next(
        (seat for seat in made.seats.all() if before[seat.key].user_id == user.pk and seat.free), None
    )
    if seat is None:
        return ""
    links = Invitation.objects.filter(game=made, seat=seat.key, uses_left__gt=0, expires_at__gt=now)
    found = links.first() or invite(made.pk, made.gm, seat=seat.key, now=now)
    return found.token
