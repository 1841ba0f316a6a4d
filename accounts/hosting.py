"""Account tools for the host: appoint an administrator, ban a user, create a link for a new password."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.leaving import leave_everything
from accounts.logins import accesses
from accounts.models import Profile
from accounts.naming import claims


def make_admin(name: str) -> tuple[Any, bool]:
    """Make an account an administrator, creating it if necessary. Return the account and whether it is new.
    A new account has no password yet. Raises IntegrityError for a name too similar to another.
    """
    user = get_user_model().objects.filter(username=name).first()
    new = user is None
    with transaction.atomic():
        if user is None:
            user = get_user_model().objects.create_user(name)
            Profile.of(user)
        user.is_staff = user.is_superuser = user.is_active = True
        user.save(update_fields=["is_staff", "is_superuser", "is_active"])
    return user, new


def password_link(user: Any) -> str:
    """A URL for setting this account's password, once and within settings.PASSWORD_RESET_TIMEOUT."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return settings.SITE_URL + reverse("password_reset_confirm", args=[uid, token])


def find_account(name: str) -> Any | None:
    """The account with this name, in any spelling that looks the same, or None."""
    return claims.find_account(name)


def ban(user: Any, now: datetime) -> None:
    """Ban a user. The user leaves games and leagues as if the account were deleted, and the account's keys
    and hooks stop working. Name and address stay reserved, so that the user cannot return with them.
    """
    leave_everything(user, now)
    accesses.revoke_all(user)
    user.is_active = user.is_staff = user.is_superuser = False
    user.save(update_fields=["is_active", "is_staff", "is_superuser"])


def lift_ban(user: Any) -> None:
    """Lift a ban. The user's former seats and games stay with their new owners."""
    user.is_active = True
    user.save(update_fields=["is_active"])
