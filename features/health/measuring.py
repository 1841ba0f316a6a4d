"""Measure the server's health: sweeps, answers, messages and disk space.

The checks are read-only and cheap, because anyone can request them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts import clocks
from games.models import Game, Outbox, PendingDecision, Watch
from games.services import retries
from games.services.clock import jobs, outages

MAIL: Final = timedelta(hours=1)  # if a message waits longer, the mail server is probably rejecting mail
ROOM: Final = 200_000_000  # minimum free space on the data disk, in bytes


@dataclass(frozen=True)
class Health:
    """Measurements of the server's health, as counts and as ages in seconds. None means that there was no
    sweep yet or that nothing is waiting. If the tables do not match this version, all counts and ages
    from the database are None.

    ``overdue``: the longest wait for an automatic answer; games in trouble are counted separately.
    ``unsent``: the age of the oldest message still to be sent. ``given_up``: the number of messages that
    failed for good. ``migrations``: the number not yet applied. ``free``: free disk space, in bytes.
    ``clock``: the seconds by which the database's clock is ahead of this machine's.
    """

    since_sweep: float | None
    overdue: float | None
    unsent: float | None
    given_up: int | None
    running: int | None
    in_trouble: int | None
    migrations: int
    free: int
    clock: float
    cache_away: bool
    jobs_away: bool

    def troubles(self) -> Iterator[str]:
        """Yield a code for each problem that needs attention."""
        late = outages.gap().total_seconds()
        asked = self.running is not None
        if asked and (self.since_sweep is None or abs(self.since_sweep) >= late):
            yield "no_sweep"
        if self.overdue is not None and self.overdue >= late:
            yield "overdue"
        if self.unsent is not None and self.unsent >= MAIL.total_seconds():
            yield "mail"
        if self.migrations:
            yield "migrations"
        if self.free < ROOM:
            yield "disk"
        if abs(self.clock) >= clocks.TOLERANCE.total_seconds():
            yield "clock"
        if self.cache_away:
            yield "cache"
        if self.jobs_away:
            yield "jobs"

    def lines(self) -> Iterator[str]:
        """Yield the measurements in Prometheus text format."""
        yield "# HELP vexillum_info The version of the program."
        yield "# TYPE vexillum_info gauge"
        yield f'vexillum_info{{version="{settings.VERSION}"}} 1'
        for name, told in METRICS.items():
            value = getattr(self, name)
            full = f"vexillum_{name}" + ("_seconds" if name in AGES else "_bytes" if name == "free" else "")
            yield f"# HELP {full} {told}"
            yield f"# TYPE {full} gauge"
            yield f"{full} {'NaN' if value is None else format(value, '.0f')}"


AGES: Final = ("since_sweep", "overdue", "unsent", "clock")
METRICS: Final = {
    "since_sweep": "Seconds since deadlines were last looked at.",
    "overdue": "How long the longest overdue answer has waited; NaN: none waits.",
    "unsent": "Age of the oldest message that is still to be sent; NaN: none is.",
    "given_up": "Messages that could not be sent and are not tried any more.",
    "running": "Games that are running.",
    "in_trouble": "Running games that are stuck until somebody helps.",
    "migrations": "Changes of the database that are not applied yet.",
    "free": "Bytes free where the data are kept.",
    "clock": "By how much the database's clock is ahead of this machine's.",
    "cache_away": "1 where the cache does not answer: pages are slower.",
    "jobs_away": "1 where the broker of the jobs does not answer: what is due waits.",
}
assert list(METRICS) == [field.name for field in fields(Health)]


def measure(now: datetime) -> Health:
    """Measure the server's health. Raises DatabaseError, except while migrations are pending, because a
    table or column may then be missing.
    """
    unapplied = _count_unapplied()
    free = shutil.disk_usage(settings.DATA_DIR if settings.DATA_DIR.exists() else "/").free
    try:
        return _query_health(now, unapplied, free)
    except DatabaseError:
        if not unapplied:
            raise
        return Health(None, None, None, None, None, None, unapplied, free, *_check_surroundings())


def _query_health(now: datetime, unapplied: int, free: int) -> Health:
    running = Game.objects.filter(status=Game.Status.RUNNING)
    waiting = PendingDecision.objects.filter(
        retries.ready_filter(now, "game__"), answered_at__isnull=True, due_at__lte=now, game__in=running
    )
    around, unsent = (
        _check_surroundings(),
        Outbox.objects.filter(sent_at__isnull=True, given_up_at__isnull=True),
    )
    return Health(
        since_sweep=_age(now, Watch.objects.values_list("swept_at", flat=True).first()),
        overdue=_age(now, waiting.filter(game__trouble="").aggregate(first=Min("due_at"))["first"]),
        unsent=_age(now, _first_unsent(unsent, now)),
        given_up=Outbox.objects.filter(given_up_at__isnull=False).count(),
        running=running.count(),
        in_trouble=running.exclude(trouble="").count(),
        migrations=unapplied,
        free=free,
        clock=around[0],
        cache_away=around[1],
        jobs_away=around[2],
    )


def _check_surroundings() -> tuple[float, bool, bool]:
    asked = getattr(caches["default"], "is_away", None)
    cache_away = asked is not None and asked()
    return clocks.difference().total_seconds(), cache_away, jobs.broker_is_away()


def _first_unsent(unsent: QuerySet[Outbox], now: datetime) -> datetime | None:
    """Return the earliest time at which a message that is still unsent was due, or None. A message is due
    when it is written or, if it is held back for a digest, at the time of the digest.
    """
    meant = Coalesce("deferred_until", "created_at")
    found: datetime | None = unsent.aggregate(
        first=Min(meant, filter=Q(deferred_until=None) | Q(deferred_until__lte=now))
    )["first"]
    return found


def _age(now: datetime, since: datetime | None) -> float | None:
    return None if since is None else (now - since).total_seconds()


def _count_unapplied() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
