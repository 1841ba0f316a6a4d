"""Accesses that work without the password and outlive a new one: keys, feeds, calendars, hooks, devices."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import keys, parts


def living_on(user: Any) -> list[str]:
    """Name all of these, in the reader's words: the person's keys first."""
    found = [
        _("API key: %(name)s (begins with %(begins)s)") % {"name": key.name, "begins": key.begins}
        for key in keys.keys_of(user)
    ]
    for part in parts.registered():
        found += part.living_on(user)
    return found


def revoke_all(user: Any) -> None:
    """Revoke all of these at once."""
    with transaction.atomic():
        keys.keys_of(user).delete()
        for part in parts.registered():
            part.revoke_all(user)
