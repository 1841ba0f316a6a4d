"""Tolerate a database that is briefly unavailable or read-only, so that pages can still be read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import InterfaceError, OperationalError, transaction

log = logging.getLogger(__name__)

# SQLSTATE: a statement took too long, or a transaction was idle for too long
OWN_FAULT: Final = {
    "57014",
    "25P03",
}


def is_away(error: BaseException | None) -> bool:
    """Return whether an error means that the database is unavailable, as after a lost connection, during a
    restart or on a full disk.
    """
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    if getattr(error.__cause__, "sqlstate", None) in OWN_FAULT:
        return False
    # these SQLite messages mean a mistake in the query, not an unavailable database
    return not str(error).startswith(("no such table", "no such column", "near "))


@contextmanager
def tolerate_failure(what: str) -> Iterator[None]:
    """Let a page be shown even if its side effect, such as recording a visit, fails because the database is
    unavailable. ``what`` names the side effect in the log.
    """
    try:
        with transaction.atomic():
            yield
    except (OperationalError, InterfaceError) as error:
        log.warning("%s could not be noted: %s", what, error)
