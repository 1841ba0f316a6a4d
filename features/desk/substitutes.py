"""Lent seats. The bot or a substitute plays a lent seat until a set date. The seat then returns to its
player, along with the orders and letters.
"""

from __future__ import annotations

import logging
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import Profile
from games.access import NotYourSeat, User, get_game_for, is_gm, lends, may_act, seats_of
from games.models import Game, Outbox, PowerRequest, Reserve, Seat
from games.prepared_sql import PreparedQuery
from games.refusals import illegal
from games.services import messages, viewers
from games.services.clock import outages
from games.services.entries import lock, lock_if_free, require_running
from games.services.fairplay import guard
from games.services.seating import lend_seat, return_seat

log = logging.getLogger(__name__)

LONGEST = 60  # maximum length of a loan, in days; a player away for longer must leave the seat


def lend(
    game_id: UUID,
    user: User,
    seat: str,
    *,
    until: date,
    to: str = "",
    letters: bool = False,
    now: datetime,
) -> Seat:
    """Lend a seat to the bot (``to`` empty) or a named substitute until the end of a day in the player's time
    zone. The player or the game master can lend it, and the other people concerned are notified. ``letters``:
    whether the substitute may read earlier letters, which only the player can permit. Raises IllegalAction if
    the seat cannot be lent, the day is too far off, or the substitute is not available.
    """
    game = get_game_for(user, game_id)
    if not (may_act(user, game, seat) or is_gm(user, game)):
        raise NotYourSeat
    with transaction.atomic():
        game = lock(game_id)
        require_running(game)
        found = next((one for one in game.seats.all() if one.key == seat), None)
        if found is None:
            raise illegal("no_such_seat", seat=seat)
        if not (may_act(user, game, seat) or is_gm(user, game)):
            raise NotYourSeat
        if found.user_id is None or found.lender_id is not None:
            raise illegal("not_to_lend")
        player: Any = found.user
        # far-off dates could overflow; they are refused below
        soon = abs(until - now.date()) <= timedelta(days=LONGEST + 2)
        back = end_of(until, player) if soon else now
        if not now < back <= now + timedelta(days=LONGEST + 1):
            raise illegal("lend_until", most=LONGEST)
        substitute = find_substitute(game, seat, to, until) if to else None
        own = found.user_id == user.pk
        ground = guard.Ground.OWN
        if not may_act(user, game, seat):
            ground = guard.require(user, game, found, PowerRequest.Power.LEND, now, {"to": to})
        outages.compensate(game, now)
        lend_seat(game, found, substitute, back, letters and own, now, own)
        occasion = f"{seat}.{game.version}"
        if not own:
            messages.owe(game, Outbox.Kind.LENT, occasion, [player], now, actor=user)
            rest = [one for one in messages.players(game) if one.pk != player.pk]
            facts = {"power": PowerRequest.Power.LEND, "seat": seat, "ground": str(ground)}
            messages.owe(game, Outbox.Kind.POWER_USED, occasion, rest, now, actor=user, **facts)
        if substitute is not None:
            messages.owe(game, Outbox.Kind.STAND_IN, occasion, [substitute], now, actor=user, seat=seat)
    return found


def end_of(day: date, player: Any) -> datetime:
    """The end of a day in the player's time zone."""
    zone = Profile.of(player).zone
    return datetime.combine(day + timedelta(days=1), time(0), zone)


def candidates(game: Game, seat: str = "") -> list[Any]:
    """Return the people on the reserve list who can take the seat, or any seat. They have no seat and know
    no hidden facts.
    """
    bench = Reserve.objects.filter(game=game, user__is_active=True).select_related("user__profile")
    return [one.user for one in bench if may_take_seat(one.user, game, seat)]


def may_take_seat(user: User, game: Game, seat: str = "") -> bool:
    if seats_of(user, game) or lends(user, game):
        return False
    keys = [seat] if seat else [one.key for one in game.seats.all()]
    return any(not viewers.knows_too_much(user, game, key) for key in keys)


def find_substitute(game: Game, seat: str, name: str, until: date) -> Any:
    """Find a person on the reserve list by name. Raises IllegalAction if the list does not contain the name
    or the person is away until after the loan's last day (``until``).
    """
    found = next((one for one in candidates(game, seat) if one.get_username() == name), None)
    if found is None:
        raise illegal("not_on_bench", name=name)
    profile: Profile | None = getattr(found, "profile", None)
    if profile is not None and profile.away_until is not None and profile.away_until >= until:
        raise illegal("stand_in_away", name=name)
    return found


def end_loan(game_id: UUID, user: User, seat: str, *, now: datetime) -> None:
    """End a loan early because the player is back. Ending it twice changes nothing. Raises NotYourSeat for
    anyone else.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        found = next((one for one in game.seats.all() if one.key == seat), None)
        if found is not None and found.lender_id == user.pk:
            return_seat(game, found, now, user)
        elif found is None or found.user_id != user.pk:
            raise NotYourSeat


def return_due_seats(now: datetime) -> int:
    """Give each lent seat back to its player once its date has passed, in a separate transaction. A locked
    game waits for the next sweep. Return the number of seats.
    """
    done = 0
    for seat in _DUE(now):
        try:
            done += _return_seat(seat.game_id, seat.key, now)
        except Exception:  # one broken game must not hold up the others; the next sweep tries again
            log.exception("the seat %s of %s does not come back", seat.key, seat.game_id)
    return done


_DUE = PreparedQuery(
    lambda now: Seat.objects.filter(back_at__lte=now).order_by("back_at", "pk").only("game", "key")[:200],
    datetime,
)


def _return_seat(game_id: Any, key: str, now: datetime) -> bool:
    with transaction.atomic():
        game = lock_if_free(game_id)
        if game is None:
            return False
        seats = game.seats.select_related("user__profile", "lender__profile")
        seat = seats.filter(key=key, back_at__lte=now).first()
        if seat is not None:
            return_seat(game, seat, now, None)
    return seat is not None
