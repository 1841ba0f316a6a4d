"""Forms sent twice, and limits that hold: one person's changes run one at a time.

A double tap, two tabs, a program with many threads: each waits until the one before has written. The database
locks the person's row until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction


@contextmanager
def one_at_a_time(user: Any) -> Iterator[Any]:
    """A transaction that locks everything of this person; yields the stored account, or None if it is gone.
    (SQLite has one writer anyway.)"""
    with transaction.atomic():
        rows = get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk)
        yield rows.first()
