"""Forms that may be sent twice, and limits that hold: one person's changes one after the other.

A double tap, two tabs, a program with many threads: what is counted and then written is counted again by the
next one only when the first has written. The database holds the row of the person until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction


@contextmanager
def one_at_a_time(user: Any) -> Iterator[Any]:
    """A transaction in which nobody else changes what belongs to this person; yields the account as it is
    stored now, None where it is gone. (SQLite lets one transaction write at a time anyway.)"""
    with transaction.atomic():
        rows = get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk)
        yield rows.first()
