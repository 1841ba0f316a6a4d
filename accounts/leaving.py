"""Delete an account, and export a user's data."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import CASCADE

from accounts import parts
from accounts.models import Block, Key, Profile, Report
from accounts.names import name_left


def leave_everything(user: Any, now: datetime) -> None:
    """Leave everything that the user shares with others. Seats become free, and other people take over
    everything that the user led.
    """
    for part in parts.registered_parts():
        part.leave(user, now)
    with transaction.atomic():
        for part in parts.registered_parts():
            part.hand_on(user, now)


def delete_account(user: Any, *, now: datetime) -> None:
    """Delete everything personal: name, address, settings, and all rows of the account. Shared records stay,
    under a nameless account.
    """
    for part in parts.registered_parts():
        part.leave(user, now)
    with transaction.atomic():
        for part in parts.registered_parts():
            part.hand_on(user, now)
        for relation in user._meta.related_objects:
            if relation.on_delete is CASCADE:
                relation.related_model._base_manager.filter(**{relation.field.name: user}).delete()
        user.username, user.email, user.first_name, user.last_name = name_left(user), "", "", ""
        user.is_active = user.is_staff = user.is_superuser = False
        user.set_unusable_password()
        user.save()


def account_data(user: Any) -> dict[str, Any]:
    """A user's stored data as JSON. Armies are exported as a separate file."""
    profile = Profile.of(user)
    own = {
        "name": user.get_username(),
        "email": user.email,
        "joined": user.date_joined.isoformat(),
        "settings": {
            field.name: getattr(profile, field.name) for field in Profile._meta.fields if field.name != "user"
        },
        "blocked": [row.blocked.get_username() for row in Block.objects.filter(user=user)],
        "reports": list(Report.objects.filter(by=user).values("words", "created_at")),
        "keys": list(
            Key.objects.filter(user=user).values("name", "scopes", "created_at", "expires_at", "used_at")
        ),
    }
    for part in parts.registered_parts():
        own |= part.data_about(user)
    return own
