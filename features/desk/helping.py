"""A game master's help for a player: a reminder by e-mail, or more time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from accounts.models import Profile
from games.access import User, led_by
from games.models import Device, Game, Outbox, Pace, PendingDecision, Seat
from games.refusals import illegal
from games.services import messages, pending
from games.services.clock import outages
from games.services.entries import lock, require_running
from games.services.fairplay import guard
from games.services.notices.wishes import wishes_of

AGAIN = timedelta(hours=20)  # minimum time between two reminders
GIVEN = 24  # hours added by one press of the button


def nudge(game_id: UUID, user: User, seat: str, *, now: datetime) -> None:
    """E-mail a player who owes an answer. Raises IllegalAction if nobody plays the seat, nothing is owed, or
    the player was reminded recently. It is also raised if the player has turned off e-mail or this topic.
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        require_running(game)
        found = _player(game, seat)
        player: Any = found.user
        owed = owed_by(game, seat)
        if not owed:
            raise illegal("nothing_owed")
        if not reach(game, [player])[player.pk].by_mail:
            raise illegal("no_mail", name=player.get_username())
        if seat in recent_nudges(game, [found], now):
            raise illegal("nudged", name=player.get_username())
        occasion = f"{owed[0].pk}.{now:%Y%m%d%H%M}"
        messages.owe(game, Outbox.Kind.NUDGE, occasion, [player], now, actor=user, decision=owed[0].pk)


def recent_nudges(game: Game, seats: Iterable[Seat], now: datetime) -> dict[str, datetime]:
    """Return the seats whose players were reminded recently, each with the time of the reminder."""
    rows = Outbox.objects.filter(game=game, kind=Outbox.Kind.NUDGE, created_at__gt=now - AGAIN)
    when = dict(rows.order_by("created_at").values_list("recipient", "created_at"))
    return {seat.key: when[seat.user_id] for seat in seats if seat.user_id in when}


@dataclass(frozen=True)
class Reach:
    """The ways in which a person is notified about a game. ``mail`` is a code: mail, digest (once a day),
    muted, mail_off, unconfirmed, no_address. ``device``: whether one of the person's devices shows
    notifications.
    """

    mail: str
    device: bool

    @property
    def by_mail(self) -> bool:
        return self.mail in ("mail", "digest")


def reach(game: Game, people: Collection[Any]) -> Mapping[int, Reach]:
    """Return how each of these people is notified, by user id. It takes one query for settings and one for
    devices.
    """
    wishes = wishes_of([one.pk for one in people])
    devices = set(Device.objects.filter(user__in=people).values_list("user", flat=True))
    found = {}
    for one in people:
        pace = wishes[one.pk].pace(game.pk, Outbox.Kind.NUDGE)
        found[one.pk] = Reach(_mail_code(one, pace), pace == Pace.AT_ONCE and one.pk in devices)
    return found


def _mail_code(user: Any, pace: Pace) -> str:
    profile: Profile | None = getattr(user, "profile", None)
    if not user.email:
        return "unconfirmed" if profile is not None and profile.new_email else "no_address"
    if profile is not None and not profile.mail:
        return "mail_off"
    return {Pace.NEVER: "muted", Pace.DIGEST: "digest"}.get(pace, "mail")


def more_time(
    game_id: UUID, user: User, seat: str, *, hours: int = GIVEN, now: datetime, exact: bool = False
) -> int:
    """Extend a player's deadlines by a number of hours and notify the player. Each new deadline moves on to
    the game's next fixed hour unless ``exact``, and never falls into the player's night. Return the
    number of deadlines extended. Raises IllegalAction if nobody plays the seat, nothing is owed, or
    nothing has a deadline. It is also raised if a game master who plays would give themselves time.
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        require_running(game)
        found = _player(game, seat)
        if found.user_id == user.pk and guard.free_ground(user, game) is None:
            raise illegal("own_time")
        outages.compensate(game, now)
        owed = owed_by(game, seat)
        if not owed:
            raise illegal("nothing_owed")
        rows = [row for row in owed if row.due_at is not None or row.held is not None]
        if not rows:
            raise illegal("no_deadline")
        for row in rows:
            until = now + row.held if row.held is not None else max(row.due_at or now, now)
            fixed = not exact and pending.keeps_hour(game, row.kind)
            until += timedelta(hours=max(hours, 1))
            due = pending.move_out_of_rest(game, found, until, fixed=fixed, exact=exact)
            row.reminded_at = None
            row.save(update_fields=["reminded_at"])
            pending.set_deadline(row, game, due, now, exact=exact)
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        occasion, facts = f"{seat}.{game.version}", {"decision": rows[0].pk}
        messages.owe(game, Outbox.Kind.TIME_GIVEN, occasion, [found.user], now, actor=user, **facts)
    return len(rows)


def _player(game: Game, key: str) -> Seat:
    """Find a seat played by a person. Raises IllegalAction if no person plays it."""
    found = next((seat for seat in game.seats.all() if seat.key == key), None)
    if found is None:
        raise illegal("no_such_seat", seat=key)
    if found.user_id is None:
        raise illegal("nobody_there")
    return found


def owed_by(game: Game, seat: str) -> list[PendingDecision]:
    """Return the decisions that a seat's player owes. Decisions answered at once are left out, and so are
    covert ones, which nobody else may learn of.
    """
    rows = pending.open_rows(game).filter(seat=seat, covert=False).order_by("opened_at", "pk")
    return [row for row in rows if row.due_at is None or row.due_at > row.reckoned_at]
