"""Which clock counts. Machines differ; the database, of which there is one, decides.

Jobs take the time from it. A web process whose own clock is wrong still serves people, but draws no
conclusion from the time since the last sweep, and says so in its health.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final, cast

from django.db import connection
from django.utils import timezone

log = logging.getLogger(__name__)

TOLERANCE: Final = timedelta(seconds=30)  # by which a machine may differ, with the way there and back
KNOWN: Final = 30.0  # seconds for which a process remembers by how much it differs
_known: list[tuple[float, timedelta]] = []


def now() -> datetime:
    """The time of the database. SQLite lies on this machine and has no other."""
    found, here = _database_clock(), timezone.now()
    if found is None:
        return here
    before = _known[0][1] if _known else timedelta(0)
    _known[:] = [(monotonic(), found - here)]
    if abs(found - here) >= TOLERANCE and abs(found - here - before) >= TOLERANCE:
        off = (here - found).total_seconds()
        log.error("the clock of this machine is wrong by %.0f s; the database's counts", off)
    return found


def _database_clock() -> datetime | None:
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cast(datetime, cursor.fetchone()[0]).astimezone(UTC)


def difference() -> timedelta:
    """By how much the database's clock is ahead of this process, asked again every KNOWN seconds."""
    if not _known or monotonic() - _known[0][0] > KNOWN:
        now()
    return _known[0][1] if _known else timedelta(0)


def is_wrong() -> bool:
    """Whether the clock of this process is not to be trusted."""
    return abs(difference()) >= TOLERANCE
