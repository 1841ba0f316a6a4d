"""A rematch: the same game again, among the same people with sides changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import conduct
from games.access import User, get_game_for, own_seats
from games.models import Game, Invitation, Outbox, Seat
from games.playing import link_of
from games.refusals import illegal
from games.services import messages
from games.services.creation import BOT, ME, create_game
from games.services.entries import lock
from games.services.leading import start
from games.services.seating import invite

PREFIX_ROOM = 100  # characters of the old name that fit next to "rematch"


@dataclass(frozen=True)
class Rematch:
    """The new game; ``token``: the invitation to this user's seat, "" once they have it."""

    game: Game
    token: str = ""


def may_rematch(user: User, game: Game) -> bool:
    """Whether this user may ask for a rematch: they played in a finished game that is no campaign battle,
    sandbox or duplicate."""
    if not game.ended or game.tryout or game.twins is not None or not own_seats(user, game):
        return False
    return link_of(game) is None


def rematch(game_id: UUID, user: User, *, now: datetime) -> Rematch:
    """Ask for a rematch, or join one already requested. The first to ask takes a seat and leads, and the
    others are invited to theirs; against bots alone it begins at once.

    Raises IllegalAction (no_rematch), Http404.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not may_rematch(user, game):
            raise illegal("no_rematch")
        made = _made(game)
        if made is None:
            return Rematch(_make(game, user, now))
    if own_seats(user, made):
        return Rematch(made)
    return Rematch(made, _token(made, turned(list(game.seats.all())), user, now))


def _made(game: Game) -> Game | None:
    """The rematch already created, unless abandoned."""
    found = Game.objects.filter(rematch_of=game).exclude(status=Game.Status.ABANDONED)
    return found.prefetch_related("seats").order_by("created_at").first()


def turned(seats: Sequence[Seat]) -> Mapping[str, Seat]:
    """The seats in the rematch: each goes to the player of the seat before it, so two players swap."""
    return {seat.key: seats[place - 1] for place, seat in enumerate(seats)}


def _make(game: Game, user: User, now: datetime) -> Game:
    """The new game with everybody's seat, within the caller's transaction."""
    before = turned(list(game.seats.all()))
    seats = {}
    for key, old in before.items():
        if old.user_id == user.pk:
            seats[key] = ME
        elif old.user_id is None:
            seats[key] = BOT
    made = create_game(
        gm=user,
        name=_("Rematch: %(name)s") % {"name": _without_prefix(game.own_title)[:PREFIX_ROOM]},
        system=game.system,
        now=now,
        seats=seats,
        **_as_agreed(game),
    )
    made.rematch_of = game
    made.save(update_fields=["rematch_of"])
    for key, old in before.items():
        if key not in seats and old.user is not None and not conduct.blocks(old.user, user):
            link = invite(made.pk, user, seat=key, now=now)
            messages.owe(made, Outbox.Kind.REMATCH, key, [old.user], now, actor=user, token=link.token)
    if len(seats) == len(before):
        return start(made.pk, user, now=now)
    return made


def _without_prefix(name: str) -> str:
    """The name of the first game of a series of rematches."""
    return name.removeprefix(_("Rematch: %(name)s") % {"name": ""})


def _as_agreed(game: Game) -> dict[str, Any]:
    """The agreed settings of a game."""
    own = {} if game.scenario_name else {"scenario": game.scenario}
    return {
        **own,
        "scenario_name": game.scenario_name,
        "options": game.options,
        "battle_system": game.battle_system,
        "battle_least": game.battle_least,
        "hours_per_decision": game.hours_per_decision,
        "rhythm": game.rhythm,
        "dice_mode": game.dice_mode,
        "public": game.public,
        "players_rewind": game.players_rewind,
    }


def _token(made: Game, before: Mapping[str, Seat], user: User, now: datetime) -> str:
    """The invitation to this user's seat, renewed if expired; "" if the seat is taken."""
    seat = next(
        (seat for seat in made.seats.all() if before[seat.key].user_id == user.pk and seat.free), None
    )
    if seat is None:
        return ""
    links = Invitation.objects.filter(game=made, seat=seat.key, uses_left__gt=0, expires_at__gt=now)
    found = links.first() or invite(made.pk, made.gm, seat=seat.key, now=now)
    return found.token
