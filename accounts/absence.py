"""A database that is away for a moment, or takes nothing more: what is read is still read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import InterfaceError, OperationalError, transaction

log = logging.getLogger(__name__)

OWN_FAULT: Final = {"57014", "25P03"}  # SQLSTATE: a statement, or a transaction left idle, took too long


def is_away(error: BaseException | None) -> bool:
    """Whether an error says that the database cannot be had: a connection lost, a server that restarts, a
    disk without room."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    if getattr(error.__cause__, "sqlstate", None) in OWN_FAULT:
        return False
    return not str(error).startswith(("no such table", "no such column", "near "))  # SQLite's own words


@contextmanager
def in_passing(what: str) -> Iterator[None]:
    """Note something while a page is read, such as when somebody was seen: where it cannot be stored the page
    is read all the same."""
    try:
        with transaction.atomic():
            yield
    except (OperationalError, InterfaceError) as error:
        log.warning("%s could not be noted: %s", what, error)
