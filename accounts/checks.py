"""System checks about accounts (`manage.py check --database default`)."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError


@register(Tags.database)
def names_are_of_one(databases: Any = None, **_more: Any) -> list[CheckMessage]:
    """Warn of older accounts whose names readers could mistake for another account's."""
    from accounts.claims import doubtful, twins

    if not databases:
        return []
    try:
        groups, unseen = twins(), doubtful()
    except DatabaseError:  # the tables do not exist yet
        return []
    found: list[CheckMessage] = [
        Warning(
            f"The name {user.get_username()!a} has signs that cannot be seen, or letters of two scripts.",
            hint="Its owner may choose another one on the settings page, and is told so there.",
            id="accounts.W002",
        )
        for user in unseen
    ]
    return found + [
        Warning(
            "These accounts have one name: " + ", ".join(repr(user.get_username()) for user in group),
            hint="Each of them may choose another name on its settings page; they are told so there.",
            id="accounts.W001",
        )
        for group in groups
    ]
