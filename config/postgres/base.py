"""A line that is kept between requests is tried without asking the server.

Django asks ``SELECT 1`` before the first query of every request. A server that has gone, or has let go of us,
has closed the line, which the operating system knows: then there is something to read on a line on which
nothing was asked.
"""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import pq


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        line: Any = self.connection
        if line is not None and _quiet(line):
            return True
        return bool(super().is_usable())


def _quiet(line: Any) -> bool:
    """Whether the line is open, with nothing asked on it and nothing said."""
    server = line.pgconn
    if server.status != pq.ConnStatus.OK or server.transaction_status != pq.TransactionStatus.IDLE:
        return False
    watch = select.poll()
    watch.register(server.socket, select.POLLIN | select.POLLPRI)
    return not watch.poll(0)
