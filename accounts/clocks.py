"""The authoritative clock. The clocks of machines differ, so the database's clock decides.

Pages and jobs get the time from this module, so no deadline, link or key lasts longer because of one
machine's clock. A process measures the difference every half minute, and at once if its own clock was
set. Between measurements, no query is needed.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final, cast

from django.db import connection
from django.utils import timezone

log = logging.getLogger(__name__)

TOLERANCE: Final = timedelta(seconds=30)  # how far a machine's clock may be off, including the round trip
KNOWN: Final = 30.0  # seconds for which a process caches the difference
JUMP: Final = 1.0  # seconds; if the clock and the elapsed time differ by more, somebody set the clock


@dataclass(frozen=True)
class Difference:
    """The time by which the database's clock is ahead of this machine's, and when it was measured."""

    ahead: timedelta
    here: datetime
    ticks: float

    def still_true(self, here: datetime) -> bool:
        """Return whether the difference was measured recently and this machine's clock has not been
        set since then.
        """
        ran = monotonic() - self.ticks
        return ran <= KNOWN and abs((here - self.here).total_seconds() - ran) <= JUMP


_known: list[Difference] = []


def now() -> datetime:
    """The database's time. With SQLite this is the time of this machine."""
    here = timezone.now()
    return here + _database_lead(here)


def difference() -> timedelta:
    """Return the time by which the database's clock is ahead of this process's."""
    return _database_lead(timezone.now())


def is_wrong() -> bool:
    """Return whether this process's clock cannot be trusted."""
    return abs(difference()) >= TOLERANCE


def _database_lead(here: datetime) -> timedelta:
    if _known and _known[0].still_true(here):
        return _known[0].ahead
    found = _database_clock()
    if found is None:
        return timedelta(0)
    before, ahead = _known[0].ahead if _known else timedelta(0), found - here
    _known[:] = [Difference(ahead, here, monotonic())]
    if abs(ahead) >= TOLERANCE and abs(ahead - before) >= TOLERANCE:
        log.error(
            "the clock of this machine is wrong by %.0f s; the database's counts", -ahead.total_seconds()
        )
    return ahead


def _database_clock() -> datetime | None:
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cast(datetime, cursor.fetchone()[0]).astimezone(UTC)
