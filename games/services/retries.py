"""The retry state and back-off of a game.

A job marks the game before its step, in a short separate transaction, and the step's transaction clears
the mark. A mark that remains means that the process was killed or hung. Such a game backs off like a
failing one, so that it cannot kill one worker after another.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import BooleanField, ExpressionWrapper, F, Q

from games.caches import prefetch
from games.models import Game, Outbox, PendingDecision
from games.prepared_sql import Change, PreparedQuery, run_batch
from games.refusals import Busy
from games.services import messages, pending, plans
from games.services.clock import jobs, outages
from games.services.entries import lock, lock_if_free

log = logging.getLogger(__name__)

# a mark younger than this means that another job is at work; see SHARE in tasks
UNDER_WAY = timedelta(seconds=10)
PATIENCE = 2  # interrupted tries before the game is blamed, since workers may simply have been restarted
LONGEST_WAIT = timedelta(hours=24)
OWN_FAULT = {"57014", "25P03"}  # SQLSTATE: a statement took too long, or a transaction was idle for too long


class CutShort(Exception):
    """Raised when earlier tries of a game never ended, because the game hung or its process was killed."""


def ready_filter(now: datetime, prefix: str = "") -> Q:
    """Build the filter for games on which a job can work: those that are not backing off, and those whose
    back-off is over. An implausibly long back-off means that the clock was set back, so it counts as over.
    """
    name = f"{prefix}retry_at"
    return (
        Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__lte": now}) | Q(**{f"{name}__gt": now + LONGEST_WAIT})
    )


def is_ready(game: Game, now: datetime) -> bool:
    return game.retry_at is None or not now < game.retry_at <= now + LONGEST_WAIT


def at_rest_filter(now: datetime, prefix: str = "") -> Q:
    """Build the filter for games whose mark says that no job is working on them."""
    name = f"{prefix}trying_at"
    young = Q(**{f"{name}__gt": now - UNDER_WAY, f"{name}__lt": now + UNDER_WAY})
    return Q(**{f"{name}__isnull": True}) | ~young


def begin(game_id: UUID | str, now: datetime) -> bool:
    """Mark that a job is now working on the game, and return whether it was marked. The game is skipped if
    nothing is due, its row is locked, another job is working on it, or it must back off.
    """
    number = game_id if isinstance(game_id, UUID) else UUID(game_id)
    watch, seen = run_batch(outages.watch_asked(), _OPEN_OR_PLANNED.question(number))
    outages.record_outage(next(iter(watch), None), now)
    due = _is_any_due(seen, now)
    if not (due or outages.concerns(seen, now)):
        return False
    with transaction.atomic():
        claimed, past = run_batch(_FREE.question(number), outages.outages_asked(now))
        game = next(iter(claimed), None)
        if game is None or not game.running or not is_ready(game, now):
            return False
        if outages.is_any_affected(seen, past, now):
            prefetch.put(game, outages=past)
            outages.compensate(game, now)
            due = _is_any_due(_OPEN_OR_PLANNED(number), now)
        if not due:
            return False
        if game.trying_at is not None and abs(now - game.trying_at) < UNDER_WAY:
            return False
        if game.tries >= (1 if game.trouble_count else PATIENCE):
            _back_off(game, CutShort(f"{game.tries} tries never ended; the last began {game.trying_at}"), now)
            return False
        mark(game, now, game.tries + 1)
    return True


def mark(game: Game, now: datetime, tries: int = 1) -> None:
    """Mark that a job is working on a game. ``tries``: the number of unfinished tries in a row, including
    this one. The mark must be committed before the next step begins.
    """
    run_batch(_MARK.question({"trying_at": now, "tries": tries}, {"id": game.pk}))


def wipe(game: Game) -> None:
    """Remove a game's mark after a try. A successful step removes the mark itself."""
    run_batch(_MARK.question({"trying_at": None, "tries": 0}, {"id": game.pk}))


_MARK = Change(Game, ["trying_at", "tries"], ["id"])


def _is_any_due(rows: list[PendingDecision], now: datetime) -> bool:
    """Return whether any of these decisions is to be answered automatically. The rows were read before the
    game was locked, so the step looks again.
    """
    return any((row.due_at is not None and row.due_at <= now) or vars(row)["planned"] for row in rows)


def due_among(game: Game, owed: list[PendingDecision], now: datetime) -> list[PendingDecision]:
    """Return the owed decisions that are due, given the game's seats and plans. The longest overdue come
    first.
    """

    def planned(row: PendingDecision) -> bool:
        seat = None if row.covert else plans.seat_of(game, row.seat)
        plan = None if seat is None else plans.plan_of(seat)
        return plan is not None and plan.goes_on

    found = [row for row in owed if (row.due_at is not None and row.due_at <= now) or planned(row)]
    return sorted(found, key=lambda row: (row.due_at is None, row.due_at or now, row.pk))


def due_query(game_id: Any, now: datetime) -> Any:
    """Build the query for decisions to be answered automatically: overdue ones, and those covered by
    plans.
    """
    open_rows = PendingDecision.objects.filter(game_id=game_id, answered_at__isnull=True)
    return open_rows.filter(Q(due_at__lte=now) | plans.planned_filter())


_DUE = PreparedQuery(due_query, UUID, datetime)
# every open decision, marked if a plan answers it: one query for what is due and for what an outage affects
_OPEN_OR_PLANNED = PreparedQuery(
    lambda game: pending.open_rows(game).annotate(
        planned=ExpressionWrapper(plans.planned_filter(), output_field=BooleanField())
    ),
    UUID,
)


def due_rows(game_id: UUID, now: datetime) -> list[PendingDecision]:
    """Load the decisions that are due. A prepared query is used, because every step needs it."""
    return _DUE(game_id, now)


def record_failure(game_id: UUID | str, error: Exception, now: datetime) -> None:
    """Record a failed try on the game, unless the database itself failed. Never raises a database error."""
    try:
        if is_no_fault_of_the_game(error):
            log.warning("game %s is tried again later: %s", game_id, error)
            jobs.tidy_connections()
            with transaction.atomic():
                game = lock_if_free(game_id)
                if game is not None:
                    wipe(game)
        else:
            log.error("game %s is stuck", game_id, exc_info=error)
            record_trouble(game_id, error, now)
    except DatabaseError as another:  # the mark remains, and the next sweep continues from there
        log.warning("what befell game %s could not be written down: %s", game_id, another)
        jobs.tidy_connections()


def is_no_fault_of_the_game(error: BaseException) -> bool:
    """Return whether the database is to blame for an error: a lost connection, a stopping server, a long
    lock.
    """
    if isinstance(error, InterfaceError | Busy):
        return True
    state = getattr(error.__cause__, "sqlstate", None)
    return isinstance(error, OperationalError) and state not in OWN_FAULT


def record_trouble(game_id: UUID | str, error: Exception, now: datetime) -> None:
    """Record why a game could not continue, back off, and notify the game master."""
    with transaction.atomic():
        found = Game.objects.filter(pk=game_id).exists()
        if found:
            _back_off(lock(game_id), error, now)


def _lock_query(pk: UUID) -> Any:
    free = Game.objects.select_for_update(no_key=True, skip_locked=True).defer("scenario")
    return free.filter(pk=pk)


_FREE = PreparedQuery(_lock_query, UUID)


def _back_off(game: Game, error: Exception, now: datetime) -> None:
    count = game.trouble_count + 1
    Game.objects.filter(pk=game.pk).update(
        trouble=f"{type(error).__name__}: {error}"[:500],
        trouble_count=count,
        retry_at=now + min(timedelta(minutes=2 ** min(count, 11)), LONGEST_WAIT),
        trying_at=None,
        tries=0,
        version=F("version") + 1,
    )
    messages.owe(game, Outbox.Kind.TROUBLE, f"stuck.{game.seq}", [game.gm], now, actor=None)
