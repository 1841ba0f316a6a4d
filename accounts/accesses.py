"""Access that works without the password and survives a change of it: keys, feeds, calendars, hooks,
devices."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import keys, parts


def living_on(user: Any) -> list[str]:
    """Name everything that has access without the password, in the reader's language: the user's keys
    first."""
    found = [
        _("API key: %(name)s (begins with %(begins)s)") % {"name": key.name, "begins": key.begins}
        for key in keys.keys_of(user)
    ]
    for part in parts.registered_parts():
        found += part.living_on(user)
    return found


def revoke_all(user: Any) -> None:
    """Revoke all access that works without the password."""
    with transaction.atomic():
        keys.keys_of(user).delete()
        for part in parts.registered_parts():
            part.revoke_all(user)
