"""People's names in texts, also for guests and deleted accounts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

GUEST = "guest/"  # the prefix of guests' names (accounts.guests); no other name has a slash


def name_of(user: Any) -> str:
    """A user's name, in the reader's language for guests and deleted accounts; "" for nobody."""
    if user is None:
        return ""
    if not user.is_active:
        return _("somebody who has left")
    name = str(user.get_username())
    if name.startswith(GUEST):
        return _("guest %(number)s") % {"number": name[len(GUEST) : len(GUEST) + 4]}
    return name


def name_left(user: Any) -> str:
    """The stored name of a deleted account, which nobody can sign up with."""
    return f"gone/{user.pk}"
