"""Users' names in texts, also for guests and deleted accounts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

GUEST = "guest/"  # prefix of guests' names (accounts.guests); no other name contains a slash


def name_of(user: Any) -> str:
    """A user's name; for guests and deleted accounts a description in the reader's language; "" for
    nobody."""
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
