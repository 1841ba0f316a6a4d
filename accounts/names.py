"""Users' names as they appear in texts, including those of guests and deleted accounts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

GUEST = "guest/"  # prefix of guests' names (accounts.guests); no other name contains a slash


def name_of(user: Any) -> str:
    """A user's name as texts show it. Guests and deleted accounts get a description in the reader's language.
    The name is "" if there is no user.
    """
    if user is None:
        return ""
    if not user.is_active:
        return _("somebody who has left")
    name = str(user.get_username())
    if name.startswith(GUEST):
        return _("guest %(number)s") % {"number": name[len(GUEST) : len(GUEST) + 4]}
    return name


def name_left(user: Any) -> str:
    """The stored name of a deleted account, which no new account can have."""
    return f"gone/{user.pk}"
