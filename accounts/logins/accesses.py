"""Access that needs no password and survives a change of the password: keys, feeds, calendars, hooks,
devices.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import parts
from accounts.logins import keys


def accesses_without_password(user: Any) -> list[str]:
    """List everything that can access the account without its password, in the reader's language. The user's
    keys come first.
    """
    found = [
        _("API key: %(name)s (begins with %(begins)s)") % {"name": key.name, "begins": key.begins}
        for key in keys.keys_of(user)
    ]
    for part in parts.registered_parts():
        found += part.accesses_without_password(user)
    return found


def revoke_all(user: Any) -> None:
    """Revoke all access that works without the password."""
    with transaction.atomic():
        keys.keys_of(user).delete()
        for part in parts.registered_parts():
            part.revoke_all(user)
