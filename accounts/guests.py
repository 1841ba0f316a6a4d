"""Guests: people without an account, who play at once in this browser and can sign up later.

A guest is a user without a password, whose name nobody can sign up with. A guest not seen for a month is
deleted, with everything in which nobody else has a part.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from accounts import parts
from accounts.absence import in_passing
from accounts.leaving import delete_account
from accounts.models import Profile
from accounts.names import GUEST
from accounts.once import one_at_a_time

KEPT: Final = timedelta(days=30)
SEEN: Final = timedelta(days=1)  # how often a guest's presence is recorded
TWICE: Final = timedelta(seconds=30)  # a form repeated within this time gets the same guest
AT_ONCE: Final = 20  # how many guests one sweep deletes


def is_guest(user: Any) -> bool:
    return bool(user.is_authenticated and user.get_username().startswith(GUEST))


def make(language: str, zone: str, now: datetime, *, key: str = "") -> Any:
    """Create a guest to log in. ``key``: the form's key; submitting it twice within moments (a double tap)
    creates one guest.
    """
    name = salted_hmac("guest", key).hexdigest()[:12] if key else secrets.token_hex(6)
    try:
        return _create_guest(f"{GUEST}{name}", language, zone, now)
    except IntegrityError:
        found = get_user_model().objects.filter(username=f"{GUEST}{name}").first()
        if found is not None and now - found.date_joined <= TWICE:
            return found
    return _create_guest(f"{GUEST}{secrets.token_hex(6)}", language, zone, now)


def _create_guest(name: str, language: str, zone: str, now: datetime) -> Any:
    user = get_user_model()(username=name, last_login=now, date_joined=now)
    user.set_unusable_password()
    with transaction.atomic():
        user.save()
        Profile.objects.create(user=user, language=language, timezone=zone, mail=False)
    return user


def record_visit(user: Any, now: datetime) -> None:
    """Record that a guest was here, which restarts their month."""
    if is_guest(user) and (user.last_login is None or now - user.last_login >= SEEN):
        with in_passing("that a guest was here"):
            get_user_model().objects.filter(pk=user.pk).update(last_login=now)


def deletion_date(user: Any) -> datetime | None:
    """The time when an absent guest will be deleted; None for a user with an account."""
    return user.last_login + KEPT if is_guest(user) and user.last_login else None


def hand_over(guest: Any, user: Any, now: datetime) -> bool:
    """Move a guest's games to an account and delete the guest; the account keeps everything it has. Return
    False if a repeated form has already done so.
    """
    with one_at_a_time(guest) as stored:
        if stored is None or not is_guest(stored):
            return False
        for part in parts.registered_parts():
            part.hand_over(guest, user, now)
        for relation in guest._meta.related_objects:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: guest})
            if relation.related_model is Profile:
                continue
            for row in rows:
                try:
                    with transaction.atomic():
                        rows.filter(pk=row.pk).update(**{relation.field.name: user})
                except IntegrityError:
                    continue  # if both have such a row, keep the account's
        stored.delete()
    return True


def let_go(now: datetime, unseen_since: datetime) -> int:
    """Delete guests not seen since ``unseen_since``. Return their number."""
    gone = get_user_model().objects.filter(username__startswith=GUEST, last_login__lt=unseen_since)
    found = list(gone.order_by("pk")[:AT_ONCE])
    for guest in found:
        for part in parts.registered_parts():
            part.forget(guest, now)
        delete_account(guest, now=now)
    return len(found)
