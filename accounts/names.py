"""How people are called: by their own name, and those whose account is no more by none."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _


def name_of(user: Any) -> str:
    """The name of a user, in the reader's words if they have left; "" for nobody."""
    if user is None:
        return ""
    return str(user.get_username()) if user.is_active else _("somebody who has left")


def name_left(user: Any) -> str:
    """What the database keeps in place of a deleted account's name: nothing that anybody can sign up with."""
    return f"gone/{user.pk}"
