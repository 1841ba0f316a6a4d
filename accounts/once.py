"""Carry out one user's changes one at a time, so that forms submitted twice do no harm and limits hold.

After a double tap, or from two tabs or a client with many threads, each request waits until the one
before it has committed. Until then the database locks the user's row.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction


@contextmanager
def one_at_a_time(user: Any) -> Iterator[Any]:
    """Lock a user for a transaction. Yield the stored user, or None if the account is gone. (SQLite allows
    only one writer anyway.)
    """
    with transaction.atomic():
        rows = get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk)
        yield rows.first()
