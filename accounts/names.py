"""People's names in texts, also for guests and deleted accounts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

GUEST = "guest/"  # how names of guests begin (accounts.guests); no other name holds a slash


def name_of(user: Any) -> str:
    """A user's name, in the reader's language if they have left or are a guest; "" for nobody."""
    if user is None:
        return ""
    if not user.is_active:
        return _("somebody who has left")
    name = str(user.get_username())
    if name.startswith(GUEST):
        return _("guest %(number)s") % {"number": name[len(GUEST) : len(GUEST) + 4]}
    return name


def name_left(user: Any) -> str:
    """Return what the database keeps in place of a deleted account's name: nothing that anybody can sign
    up with."""
    return f"gone/{user.pk}"
