"""Guests: people without an account, who play at once in this browser and can sign up later.

A guest is a user without a password, whose name no account can have. A guest who has not visited for a
month is deleted, along with all data that concerns nobody else.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from accounts import parts
from accounts.absence import tolerate_failure
from accounts.leaving import delete_account
from accounts.models import Profile
from accounts.names import GUEST
from accounts.once import one_at_a_time

KEPT: Final = timedelta(days=30)
SEEN: Final = timedelta(days=1)  # the interval at which a guest's visits are recorded
TWICE: Final = timedelta(seconds=30)  # a form submitted again within this time returns the same guest
AT_ONCE: Final = 20  # maximum number of guests that one sweep deletes


def is_guest(user: Any) -> bool:
    return bool(user.is_authenticated and user.get_username().startswith(GUEST))


def create_guest(language: str, zone: str, now: datetime, *, key: str = "") -> Any:
    """Create a guest, who can then be logged in. ``key``: the form's key. If one form is submitted twice
    within moments (a double tap), only one guest is created.
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
    """Record a guest's visit, which restarts the month until the guest is deleted."""
    if is_guest(user) and (user.last_login is None or now - user.last_login >= SEEN):
        with tolerate_failure("that a guest was here"):
            get_user_model().objects.filter(pk=user.pk).update(last_login=now)


def deletion_date(user: Any) -> datetime | None:
    """The time when an absent guest will be deleted. None for a user with an account."""
    return user.last_login + KEPT if is_guest(user) and user.last_login else None


def hand_over(guest: Any, user: Any, now: datetime) -> bool:
    """Move a guest's games to an account and delete the guest. The account keeps everything that it already
    has. Return False if an earlier request has already moved the games.
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
                    continue  # the account already has such a row, which takes precedence
        stored.delete()
    return True


def delete_absent_guests(now: datetime, unseen_since: datetime) -> int:
    """Delete guests who have not visited since ``unseen_since``. Return their number."""
    gone = get_user_model().objects.filter(username__startswith=GUEST, last_login__lt=unseen_since)
    found = list(gone.order_by("pk")[:AT_ONCE])
    for guest in found:
        for part in parts.registered_parts():
            part.forget(guest, now)
        delete_account(guest, now=now)
    return len(found)
