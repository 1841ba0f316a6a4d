"""Check a reused connection without a query.

Django sends ``SELECT 1`` before the first query of every request. This is not necessary: a server that
goes away closes the connection, and the operating system notices. An idle connection then has something
to read.
"""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import pq


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        line: Any = self.connection
        if line is not None and _is_quiet(line):
            return True
        return bool(super().is_usable())


def _is_quiet(line: Any) -> bool:
    """Return whether the connection is open and idle, with nothing to read on it."""
    server = line.pgconn
    if server.status != pq.ConnStatus.OK or server.transaction_status != pq.TransactionStatus.IDLE:
        return False
    watch = select.poll()
    watch.register(server.socket, select.POLLIN | select.POLLPRI)
    return not watch.poll(0)
