"""Compensate for outages, so that neither an outage nor a jumping clock costs anybody a turn.

Each sweep records when it ran, and a gap between sweeps is an outage. Each game is compensated under its
lock, at the latest before a default answers in it. A locked game or a killed job loses nothing. A clock
that jumps forward looks like an outage. When the clock is set back, deadlines written in the meantime lie
in the future and are recalculated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts import clocks, limits
from accounts.mail import addresses
from engine.game import GM
from games import events
from games.caches import prefetch
from games.models import (
    Call,
    Command,
    Device,
    Game,
    Hook,
    Notification,
    Outage,
    Outbox,
    PendingDecision,
    Seat,
    Watch,
)
from games.prepared_sql import PreparedQuery, Question, Update, Values
from games.services import messages, pending

LEAST_GRACE = timedelta(hours=1)
REMEMBERED = timedelta(days=60)  # once the site has been up for this long, an older outage no longer matters
_LOOKED = events.Interval(timedelta(minutes=1))
FAR = timedelta(days=1)  # no failed attempt is postponed by more than this


def gap() -> timedelta:
    """Return the shortest gap between sweeps that counts as an outage. A stored time this far in the future
    was written by a clock that has since been corrected.
    """
    return timedelta(minutes=settings.OUTAGE_MINUTES)


def note_sweep(now: datetime) -> None:
    """Record that a sweep is running. If an outage ends with this sweep, store the outage. If the clock was
    set back, repair what the wrong clock stored.
    """
    if _NOTED(now, now - gap(), now):  # the usual case: no outage, and the clock was not changed
        return
    with transaction.atomic():
        watch = _HELD.one()
        if watch is None:
            Watch.objects.bulk_create([Watch(pk=1, swept_at=now)], ignore_conflicts=True)
            return
        since = now - watch.swept_at
        if since >= gap():
            Outage.objects.create(began=watch.swept_at, ended=now)
            Outage.objects.filter(ended__lt=up_since(now, REMEMBERED)).delete()
        elif since <= -gap():
            _repair_after_wrong_clock(now)
        elif since <= timedelta(0):
            return
        _SWEPT(now)


def record_outage(watch: Watch | None, now: datetime) -> None:
    """Record an outage if a job, rather than a sweep, is the first to run after it. The job may have been
    enqueued before the outage, or by the first page request afterwards. Does nothing if there was no
    outage, or if this process's clock is wrong.
    """
    if watch is not None and abs(now - watch.swept_at) >= gap() and not clocks.is_wrong():
        note_sweep(now)


def swept_just_now(now: datetime, seconds: float) -> bool:
    """Return whether another sweep began less than a third of ``seconds`` before ``now``. A sweep that is
    recorded after ``now`` does not count, because the clock must have been set back.
    """
    watch = _WATCH.one()
    return watch is not None and timedelta(0) <= now - watch.swept_at < timedelta(seconds=seconds / 3)


def _repair_after_wrong_clock(now: datetime) -> None:
    """Delete outages that a wrong clock invented, and make messages and retries due again that it postponed
    to the far future.
    """
    Outage.objects.filter(ended__gt=now).delete()
    waiting = Outbox.objects.filter(sent_at__isnull=True)
    waiting.filter(next_try_at__gt=now + FAR).update(next_try_at=now, deferred_until=None)
    waiting.filter(created_at__gt=now).update(created_at=now, next_try_at=now, deferred_until=None)
    waiting.filter(claimed_at__gt=now).update(claimed_at=None)
    Call.objects.filter(created_at__gt=now).update(created_at=now)
    Call.objects.filter(next_try_at__gt=now + FAR).update(next_try_at=now)
    Call.objects.filter(claimed_at__gt=now).update(claimed_at=None)
    Device.objects.filter(next_try_at__gt=now + FAR).update(next_try_at=now)
    Device.objects.filter(tried_at__gt=now).update(tried_at=now)
    Hook.objects.filter(tried_at__gt=now).update(tried_at=now)
    Notification.objects.filter(owed_at__gt=now).update(owed_at=now)
    Command.objects.filter(quiet_told_at__gt=now).update(quiet_told_at=now)
    Game.objects.filter(retry_at__gt=now).update(retry_at=now)
    Seat.objects.filter(seen_at__gt=now).update(seen_at=now)
    Seat.objects.filter(since__gt=now).update(since=now)
    addresses.clock_was_put_back(now)
    limits.clock_was_put_back(now)


def up_since(now: datetime, length: timedelta) -> datetime:
    """Return the time since which the site has been up for ``length`` in total, not counting outages."""
    return _up_since(_PAST(now), now, length)


def _up_since(past: Iterable[Outage], now: datetime, length: timedelta) -> datetime:
    """Return the time since which the site has been up for ``length`` in total, given the outages before
    ``now``, latest first.
    """
    up, latest = timedelta(0), now
    for outage in past:
        if up + latest - outage.ended >= length:
            break
        up += max(latest - outage.ended, timedelta(0))
        latest = min(latest, outage.began)
    return latest - (length - up)


def _past_outages(now: datetime) -> list[Outage]:
    """Return the outages that may still require compensation, earliest first."""
    return _remembered_outages(_PAST(now), now)


def _remembered_outages(past: list[Outage], now: datetime) -> list[Outage]:
    since = _up_since(past, now, REMEMBERED)
    return [outage for outage in reversed(past) if outage.ended > since]


def concerned_decisions(now: datetime) -> QuerySet[PendingDecision]:
    """Return the open decisions whose deadlines may change because of an outage or a clock set back."""
    which, theirs = _ahead_filter(now + gap()), Q(due_at__gt=F("reckoned_at"))
    for outage in _past_outages(now):
        until = outage.ended + _grace(outage, None)
        which |= Q(reckoned_at__lt=outage.ended, due_at__gt=outage.began, due_at__lt=until) & theirs
    return _open_decisions().filter(which)


def _ahead_filter(moment: datetime) -> Q:
    return Q(reckoned_at__gt=moment)


def _open_decisions() -> QuerySet[PendingDecision]:
    return PendingDecision.objects.filter(answered_at__isnull=True, game__status=Game.Status.RUNNING)


def games_concerned(now: datetime, known: Collection[Any], most: int | None = None) -> list[Any]:
    """Return at most ``most`` games whose deadlines may change, except the ``known`` ones. Each process
    looks only once a minute. That is enough, because no default answers before its game has been checked.
    """
    if not _LOOKED.take(now):
        return []
    if not _past_outages(now):
        return [game for game in _GAMES_AHEAD(now + gap()) if game not in known][:most]
    return list(_games_of(concerned_decisions(now).exclude(game__in=known))[:most])


def _games_of(rows: QuerySet[PendingDecision]) -> QuerySet[PendingDecision, Any]:
    return rows.order_by("game_id").values_list("game_id", flat=True).distinct()


def concerns(rows: Iterable[PendingDecision], now: datetime) -> bool:
    """Return whether the deadline of any of a game's open decisions may change."""
    return is_any_affected(rows, _past_outages(now), now)


def is_any_affected(rows: Iterable[PendingDecision], outages: Iterable[Outage], now: datetime) -> bool:
    """Return whether any of these decisions has a deadline that one of the ``outages``, or a clock that was
    set back, may change.
    """
    return any(
        row.reckoned_at > now + gap() or any(_is_interrupted_by(row, outage) for outage in outages)
        for row in rows
    )


def _is_interrupted_by(row: PendingDecision, outage: Outage) -> bool:
    """Return whether an outage took time from an answer, and this has not been compensated for yet."""
    if row.due_at is None or row.due_at <= row.reckoned_at:  # no deadline, or the bot answered at once
        return False
    return row.reckoned_at < outage.ended and outage.began < row.due_at


def compensate(game: Game, now: datetime) -> None:
    """Move a game's deadlines to compensate for outages. Runs in the caller's transaction and under its
    lock.

    Normally a job has already checked for a new outage. If a person acts before any job runs, the check
    is made here.
    """
    outages, owed = prefetch.take(game, "outages"), prefetch.take(game, "owed")
    if outages is None:
        record_outage(_WATCH.one(), now)
        outages = _past_outages(now)
    rows = [
        r for r in (pending.OPEN(game.pk) if owed is None else owed) if _is_from_future(r, now) or outages
    ]
    if not rows:
        return
    seats = {seat.key: seat for seat in game.seats.select_related("user__profile")}
    moved = [row for row in rows if _move_deadline(game, row, seats.get(row.seat), outages, now)]
    if moved:
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    for row in moved:
        seat = seats.get(row.seat)
        user = game.gm if row.seat == GM else seat and seat.user
        occasion = f"{outages[-1].ended:%Y%m%d%H%M%S}" if outages else ""
        if occasion:
            told = messages.answer_payload(row)
            messages.owe(game, Outbox.Kind.MORE_TIME, occasion, [user], now, actor=None, **told)


_GAMES_AHEAD = Values(lambda moment: _games_of(_open_decisions().filter(_ahead_filter(moment))), datetime)
_SWEPT = Update(lambda now: (Watch.objects.filter(pk=1), {"swept_at": now}), datetime)
_NOTED = Update(
    lambda now, since, until: (
        Watch.objects.filter(pk=1, swept_at__gt=since, swept_at__lt=until),
        {"swept_at": now},
    ),
    datetime,
    datetime,
    datetime,
)
_WATCH = PreparedQuery(lambda: Watch.objects.filter(pk=1))
_HELD = PreparedQuery(lambda: Watch.objects.select_for_update().filter(pk=1))
_PAST = PreparedQuery(lambda now: Outage.objects.filter(ended__lte=now).order_by("-ended"), datetime)


def watch_asked() -> Question:
    """Return the query for the last sweep, for :func:`record_outage`."""
    return _WATCH.question()


def outages_asked(now: datetime) -> Question:
    """Return the query for outages that may still require compensation."""
    asked = _PAST.question(now)
    late = asked.late
    return replace(
        asked,
        read=lambda cursor: _remembered_outages(asked.read(cursor), now),
        late=None if late is None else lambda: _remembered_outages(late(), now),
    )


def _grace(outage: Outage, hours: int | None) -> timedelta:
    """Return the extra time after an outage. It is a share of the outage's length, but at least LEAST_GRACE
    and at most the game's usual time for an answer.
    """
    share = (outage.ended - outage.began) * settings.OUTAGE_GRACE_PERCENT / 100
    grace = max(share, LEAST_GRACE)
    return grace if hours is None else min(grace, timedelta(hours=hours))


def is_past_deadline(game: Game, row: PendingDecision, now: datetime) -> bool:
    """Return whether the deadline of an answered decision has passed, allowing for outages."""
    if row.due_at is None or row.due_at <= row.reckoned_at or row.due_at > now:
        return False
    seat = next((one for one in game.seats.all() if one.key == row.seat), None)
    later = _compensated_deadline(game, row, seat, _past_outages(now))
    return later is None or later <= now


def _compensated_deadline(
    game: Game, row: PendingDecision, seat: Any, outages: Iterable[Outage]
) -> datetime | None:
    """Return the deadline after compensation for each outage in turn, or None if no outage affects it. The
    extra time for one outage may run into the next, if the game was not checked in between.
    """
    assert row.due_at is not None
    due, later = row.due_at, None
    for outage in outages:
        if row.reckoned_at < outage.ended and outage.began < due:
            until = outage.ended + _grace(outage, game.hours_per_decision)
            moment = pending.move_out_of_rest(game, seat, until, exact=row.exact)
            later = moment if later is None else max(later, moment)
            due = max(due, moment)
    return later


def _is_from_future(row: PendingDecision, now: datetime) -> bool:
    return row.reckoned_at > now + gap() and not clocks.is_wrong()


def _move_deadline(
    game: Game, row: PendingDecision, seat: Any, outages: Iterable[Outage], now: datetime
) -> bool:
    """Recalculate a deadline and store it. Return whether it is later than before."""
    if _is_from_future(row, now):
        if row.due_at is not None:
            shifted = row.due_at - (row.reckoned_at - now)
            row.due_at = max(shifted, row.before_at or shifted)
        row.opened_at, row.reckoned_at = min(row.opened_at, now), now
        row.reminded_at = row.before_at = None
        row.save(update_fields=["due_at", "opened_at", "reckoned_at", "reminded_at", "before_at"])
        return False
    if row.due_at is None or row.due_at <= row.reckoned_at:  # no deadline, or the bot answered at once
        return False
    later = _compensated_deadline(game, row, seat, outages)
    if later is None:
        return False
    if later <= row.due_at:
        row.reckoned_at = now
        row.save(update_fields=["reckoned_at"])
        return False
    before = row.before_at or row.due_at
    pending.set_deadline(row, game, later, now, exact=row.exact)
    # remind again only if the new deadline is not near
    row.reminded_at = now if later - now <= LEAST_GRACE else None
    row.before_at = before
    row.save(update_fields=["reminded_at", "before_at"])
    return True
