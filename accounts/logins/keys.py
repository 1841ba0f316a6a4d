"""API keys. A key is shown once, found by its digest, and invalid as soon as it is revoked."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.absence import tolerate_failure
from accounts.models import Key
from accounts.once import one_at_a_time

PREFIX: Final = "vex_"  # lets secret scanners recognise a key that was published by mistake
MOST: Final = 20  # maximum number of keys per user
LONGEST: Final = 200  # characters; longer tokens are not looked up
NOTED: Final = timedelta(minutes=10)  # the interval at which a key's use is recorded


def create_key(user: Any, name: str, scopes: Iterable[str], days: int, now: datetime) -> str:
    """Create a key and return it. The key is never shown again. Raises ValidationError if the user has too
    many keys.
    """
    token = PREFIX + secrets.token_urlsafe(32)
    with one_at_a_time(user):
        if Key.objects.filter(user=user).count() >= MOST:
            raise ValidationError(_("You have reached the limit of %(most)s keys.") % {"most": MOST})
        Key.objects.create(
            user=user,
            name=name,
            digest=_digest(token),
            begins=token[:10],
            scopes=[scope for scope in Key.Scope.values if scope in set(scopes)],
            created_at=now,
            expires_at=now + timedelta(days=days),
        )
    return token


def find_key(token: str) -> Key | None:
    """Find a submitted key, even if it has expired. Return None if it is unknown or its owner is gone."""
    if not token.startswith(PREFIX) or len(token) > LONGEST:
        return None
    rows = Key.objects.filter(digest=_digest(token), user__is_active=True)
    return rows.select_related("user__profile").first()


def note_use(key: Key, now: datetime) -> None:
    """Record the use of a key, unless one was recorded recently."""
    if key.used_at is None or now - key.used_at >= NOTED:
        with tolerate_failure("the use of a key"):
            Key.objects.filter(pk=key.pk).update(used_at=now)


def revoke(user: Any, number: str) -> None:
    """Revoke one of the user's keys. A key that is already revoked or belongs to another user changes
    nothing.
    """
    for key in keys_of(user):
        if str(key.pk) == number:
            key.delete()


def keys_of(user: Any) -> QuerySet[Key]:
    return Key.objects.filter(user=user)


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
