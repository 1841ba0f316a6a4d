"""Send several queries in one round trip, which costs more than most queries."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.transaction import TransactionManagementError

ALIAS: Final = "default"


@dataclass(frozen=True)
class Question:
    """A query or write that is ready to send. ``read`` reads its result from the cursor. ``late``, if set,
    runs the query by itself instead. It is used when the installed Django is of an unknown version, for which
    SQL cannot be prepared.
    """

    sql: str
    values: Sequence[Any]
    read: Callable[[Any], Any]
    late: Callable[[], Any] | None = None


def run_batch(*asked: Question) -> list[Any]:
    """Run several queries in order, in one round trip if the server allows it, and return their results. Each
    query sees the effects of the queries before it and of all transactions committed by then.
    """
    before = _take_waiting()
    if before:
        return run_batch(*before, *asked)[len(before) :]
    if not asked:
        return []
    connection = connections[ALIAS]
    if any(one.late for one in asked):
        return [run_batch(one)[0] if one.late is None else one.late() for one in asked]
    found = []
    with connection.cursor() as cursor:
        if len(asked) > 1 and _takes_several(connection):
            cursor.execute(
                "; ".join(one.sql for one in asked), [value for one in asked for value in one.values]
            )
            for place, one in enumerate(asked):
                if place:
                    cursor.nextset()
                found.append(one.read(cursor))
        else:
            for one in asked:
                cursor.execute(one.sql, list(one.values))
                found.append(one.read(cursor))
    return found


def queue_writes(*writes: Question) -> None:
    """Queue writes whose results nobody needs. If writes are being gathered, they are sent with the next
    round trip, otherwise at once.
    """
    waiting: list[Question] | None = getattr(_gathered, "waiting", None)
    if waiting is None:
        run_batch(*writes)
    else:
        waiting += writes


@contextmanager
def gathered_writes() -> Iterator[None]:
    """Gather the writes passed to :func:`queue_writes` within a transaction. They are sent with the next
    round trip, or at the latest when the context ends. An exception discards them along with the
    transaction.
    """
    connection = connections[ALIAS]
    if not _takes_several(connection) or getattr(_gathered, "waiting", None) is not None:
        yield
        return
    if not connection.in_atomic_block:
        raise TransactionManagementError("writes are gathered within a transaction only")

    def first(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if sql.startswith("ROLLBACK TO SAVEPOINT"):  # undoes the writes queued since the savepoint
            _take_waiting()
        run_batch()
        return execute(sql, *more)

    _gathered.waiting = []
    try:
        with connection.execute_wrapper(first):
            yield
            run_batch()
    finally:
        _gathered.waiting = None


_gathered = threading.local()


def _take_waiting() -> list[Question]:
    waiting: list[Question] = getattr(_gathered, "waiting", None) or []
    taken = list(waiting)
    waiting.clear()
    return taken


def _takes_several(connection: BaseDatabaseWrapper) -> bool:
    """Return whether several statements can be sent together. PostgreSQL can do so unless it binds
    parameters on the server.
    """
    if connection.vendor != "postgresql":
        return False
    options: Mapping[str, Any] = connection.settings_dict["OPTIONS"]
    return not options.get("server_side_binding")
