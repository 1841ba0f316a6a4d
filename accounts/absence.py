"""Cope with a database that is away for a moment or read-only: pages can still be read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import InterfaceError, OperationalError, transaction

log = logging.getLogger(__name__)

OWN_FAULT: Final = {"57014", "25P03"}  # SQLSTATE: a statement, or a transaction left idle, took too long


def is_away(error: BaseException | None) -> bool:
    """Whether an error means that the database is not available: a lost connection, a restart, a full
    disk."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    if getattr(error.__cause__, "sqlstate", None) in OWN_FAULT:
        return False
    return not str(error).startswith(("no such table", "no such column", "near "))  # SQLite's own words


@contextmanager
def in_passing(what: str) -> Iterator[None]:
    """Record something while serving a page, such as a visit. If it cannot be stored, the page is still
    shown.
    """
    try:
        with transaction.atomic():
            yield
    except (OperationalError, InterfaceError) as error:
        log.warning("%s could not be noted: %s", what, error)
