"""An outage of the server costs nobody a turn, and neither does a clock that jumps.

Each sweep notes when it ran. A gap is an outage; it is kept, and each game makes up for it by itself, under
its own lock: when it is next looked at, or at the latest before anything in it is answered by default. So a
locked game, or a killed job, loses nothing. A clock that jumps forward looks like an outage; when it is put
back, what was written meanwhile lies in the future, and is reckoned anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from engine.game import GM
from games import ahead
from games.models import Game, Outage, Outbox, PendingDecision, Watch
from games.prepared import Prepared, Question
from games.services import messages, pending

LEAST_GRACE = timedelta(hours=1)
REMEMBERED = timedelta(days=60)  # longer than any deadline that may still need making up


def gap() -> timedelta:
    """So long without a sweep is an outage; a moment as far ahead was written by a clock since put back."""
    return timedelta(minutes=settings.OUTAGE_MINUTES)


def note_sweep(now: datetime) -> None:
    """Deadlines are being looked at; keep the outage that ends with it."""
    with transaction.atomic():
        watch = _HELD.one()
        if watch is None:
            Watch.objects.bulk_create([Watch(pk=1, swept_at=now)], ignore_conflicts=True)
            return
        since = now - watch.swept_at
        if since >= gap():
            Outage.objects.create(began=watch.swept_at, ended=now)
            Outage.objects.filter(ended__lt=now - REMEMBERED).delete()
        elif since <= -gap():
            _clock_was_put_back(now)
        elif since <= timedelta(0):
            return
        Watch.objects.filter(pk=1).update(swept_at=now)


def notice(watch: Watch | None, now: datetime) -> None:
    """A job has come before the sweep: from before an outage, or asked for by the first page after it."""
    if watch is not None and abs(now - watch.swept_at) >= gap():
        note_sweep(now)


def _clock_was_put_back(now: datetime) -> None:
    """Outages there never were; and mail that would wait for a far future."""
    Outage.objects.filter(ended__gt=now).delete()
    waiting = Outbox.objects.filter(sent_at__isnull=True)
    waiting.filter(Q(created_at__gt=now) | Q(next_try_at__gt=now + timedelta(days=1))).update(next_try_at=now)
    waiting.filter(claimed_at__gt=now).update(claimed_at=None)


def concerned(now: datetime) -> QuerySet[PendingDecision]:
    """The open decisions whose deadlines an outage, or a clock put back, may change."""
    which, theirs = Q(reckoned_at__gt=now + gap()), Q(due_at__gt=F("reckoned_at"))
    for outage in _outages(now):
        until = outage.ended + _grace(outage, None)
        which |= Q(reckoned_at__lt=outage.ended, due_at__gt=outage.began, due_at__lt=until) & theirs
    return PendingDecision.objects.filter(which, answered_at__isnull=True, game__status=Game.Status.RUNNING)


def make_up(game: Game, now: datetime) -> None:
    """The deadlines of a game as its people may expect them. Within the caller's transaction and lock."""
    known, owed = ahead.take(game, "outages"), ahead.take(game, "owed")
    outages = list(_outages(now)) if known is None else known
    rows = [r for r in (pending.OPEN(game.pk) if owed is None else owed) if _put_back(r, now) or outages]
    if not rows:
        return
    seats = {seat.key: seat for seat in game.seats.select_related("user__profile")}
    moved = [row for row in rows if _moved(game, row, seats.get(row.seat), outages, now)]
    if moved:
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    for row in moved:
        seat = seats.get(row.seat)
        user = game.gm if row.seat == GM else seat and seat.user
        occasion = f"{outages[-1].ended:%Y%m%d%H%M%S}" if outages else ""
        if occasion:
            messages.owe(game, Outbox.Kind.MORE_TIME, occasion, [user], now, **messages.about(row))


_WATCH = Prepared(lambda: Watch.objects.filter(pk=1))
_HELD = Prepared(lambda: Watch.objects.select_for_update().filter(pk=1))
_PAST = Prepared(
    lambda since, now: Outage.objects.filter(ended__gt=since, ended__lte=now), datetime, datetime
)


def watch_asked() -> Question:
    """When deadlines were last looked at, for :func:`notice`."""
    return _WATCH.asked()


def outages_asked(now: datetime) -> Question:
    """The outages that may still have to be made up for."""
    return _PAST.asked(now - REMEMBERED, now)


def _outages(now: datetime) -> QuerySet[Outage]:
    return Outage.objects.filter(ended__gt=now - REMEMBERED, ended__lte=now)


def _grace(outage: Outage, hours: int | None) -> timedelta:
    """How long after an outage people have for what they owed: part of it, an hour at least, and no more than
    the game gives for any answer."""
    share = (outage.ended - outage.began) * settings.OUTAGE_GRACE_PERCENT / 100
    grace = max(share, LEAST_GRACE)
    return grace if hours is None else min(grace, timedelta(hours=hours))


def too_late(game: Game, row: PendingDecision, now: datetime) -> bool:
    """Whether the deadline of a question that was answered in time is over by now, outages made up for."""
    if row.due_at is None or row.due_at <= row.reckoned_at or row.due_at > now:
        return False
    seat = next((one for one in game.seats.all() if one.key == row.seat), None)
    later = _made_up(game, row, seat, _outages(now))
    return later is None or later <= now


def _made_up(game: Game, row: PendingDecision, seat: Any, outages: Iterable[Outage]) -> datetime | None:
    """The deadline that outages which it met with call for; None if it met with none."""
    assert row.due_at is not None
    missed = [o for o in outages if row.reckoned_at < o.ended and o.began < row.due_at]
    if not missed:
        return None
    later = max(outage.ended + _grace(outage, game.hours_per_decision) for outage in missed)
    return pending.rested(game, seat, later)


def _put_back(row: PendingDecision, now: datetime) -> bool:
    return row.reckoned_at > now + gap()


def _moved(game: Game, row: PendingDecision, seat: Any, outages: Iterable[Outage], now: datetime) -> bool:
    """Reckon a deadline anew and store it; whether it is a later one."""
    if _put_back(row, now):
        if row.due_at is not None:
            shifted = row.due_at - (row.reckoned_at - now)
            row.due_at = max(shifted, row.before_at or shifted)
        row.opened_at, row.reckoned_at = min(row.opened_at, now), now
        row.reminded_at = row.before_at = None
        row.save(update_fields=["due_at", "opened_at", "reckoned_at", "reminded_at", "before_at"])
        return False
    if row.due_at is None or row.due_at <= row.reckoned_at:  # no deadline, or the program's at once
        return False
    later = _made_up(game, row, seat, outages)
    if later is None:
        return False
    if later <= row.due_at:
        row.reckoned_at = now
        row.save(update_fields=["reckoned_at"])
        return False
    before = row.before_at or row.due_at
    pending.put(row, game, later, now)
    row.reminded_at = now if later - now <= LEAST_GRACE else None  # else once more, when it is near
    row.before_at = before
    row.save(update_fields=["reminded_at", "before_at"])
    return True
