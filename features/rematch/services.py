"""A rematch: a new game with the same settings and the same people, who change sides."""

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
from games.services.fighting.return_games import create_rematch, return_game_of, rotate_seats
from games.services.leading import start
from games.services.seating import invite


@dataclass(frozen=True)
class Rematch:
    """A rematch as offered to one user. ``token``: the invitation to the user's seat, or "" if they
    already have the seat.
    """

    game: Game
    token: str = ""


def may_rematch(user: User, game: Game) -> bool:
    """Return whether this user can ask for a rematch. They must have a seat in the game, which must have
    ended and must not be a campaign battle, sandbox or duplicate.
    """
    if not game.has_ended or game.tryout or game.twins is not None or not own_seats(user, game):
        return False
    return link_of(game) is None


def rematch(game_id: UUID, user: User, *, now: datetime) -> Rematch:
    """Ask for a rematch, or join one that was already requested. The first player to ask takes a seat and
    becomes game master. The other players are invited to their seats. Against bots alone the rematch
    begins at once.

    Raises Http404 for a hidden game, and IllegalAction (no_rematch) if :func:`may_rematch` forbids it.
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
    return Rematch(made, _invitation_token(made, rotate_seats(list(game.seats.all())), user, now))


def _make(game: Game, user: User, now: datetime) -> Game:
    """Create the rematch and invite the other players, in the caller's transaction."""
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


def _invitation_token(made: Game, before: Mapping[str, Seat], user: User, now: datetime) -> str:
    """Return the token of an invitation to this user's seat, renewed if expired. It is "" if the seat is
    taken.
    """
    seat = next(
        (seat for seat in made.seats.all() if before[seat.key].user_id == user.pk and seat.free), None
    )
    if seat is None:
        return ""
    links = Invitation.objects.filter(game=made, seat=seat.key, uses_left__gt=0, expires_at__gt=now)
    found = links.first() or invite(made.pk, made.gm, seat=seat.key, now=now)
    return found.token
