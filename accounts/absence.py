"""Tolerate a database that is unavailable for a moment or read-only, so that pages can still be read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import InterfaceError, OperationalError, transaction

log = logging.getLogger(__name__)

OWN_FAULT: Final = {
    "57014",
    "25P03",
}  # SQLSTATE: a statement took too long, or a transaction was idle for too long


def is_away(error: BaseException | None) -> bool:
    """Whether an error means that the database is unavailable: a lost connection, a restart, a full disk."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    if getattr(error.__cause__, "sqlstate", None) in OWN_FAULT:
        return False
    return not str(error).startswith(
        ("no such table", "no such column", "near ")
    )  # these SQLite messages mean a mistake in the query, not an unavailable database


@contextmanager
def in_passing(what: str) -> Iterator[None]:
    """Record something, such as a visit, while serving a page. If it cannot be stored, the page is still
    shown.
    """
    try:
        with transaction.atomic():
            yield
    except (OperationalError, InterfaceError) as error:
        log.warning("%s could not be noted: %s", what, error)
