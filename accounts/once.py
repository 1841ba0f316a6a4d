"""Run one user's changes one at a time, so that repeated forms do no harm and limits hold.

A double tap, two tabs, a program with many threads: each waits until the one before has written. Until then
the database locks the user's row.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction


@contextmanager
def one_at_a_time(user: Any) -> Iterator[Any]:
    """Lock a user for a transaction; yield the stored user, or None if the account is gone. (SQLite allows
    only one writer anyway.)
    """
    with transaction.atomic():
        rows = get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk)
        yield rows.first()
