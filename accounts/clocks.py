"""The authoritative clock: machines differ, so the database decides.

Pages and jobs take the time from it: no deadline, link or key lasts longer because of the answering machine's
clock. A process measures the difference every half minute, and at once when its own clock has been set. In
between a page makes no query.
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

TOLERANCE: Final = timedelta(seconds=30)  # seconds that a machine may differ, including the round trip
KNOWN: Final = 30.0  # seconds for which a process caches the difference
JUMP: Final = 1.0  # seconds: a larger jump against elapsed time means the clock was set


@dataclass(frozen=True)
class Difference:
    """The lead of the database's clock over this machine's, and when it was measured."""

    ahead: timedelta
    here: datetime
    ticks: float

    def still_true(self, here: datetime) -> bool:
        """Whether the clock was measured recently and this machine's clock has not been set since."""
        ran = monotonic() - self.ticks
        return ran <= KNOWN and abs((here - self.here).total_seconds() - ran) <= JUMP


_known: list[Difference] = []


def now() -> datetime:
    """The database's time. SQLite is on this machine and has no other clock."""
    here = timezone.now()
    return here + _ahead(here)


def difference() -> timedelta:
    """The lead of the database's clock over this process."""
    return _ahead(timezone.now())


def is_wrong() -> bool:
    """Whether this process's clock cannot be trusted."""
    return abs(difference()) >= TOLERANCE


def _ahead(here: datetime) -> timedelta:
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
