"""System checks about accounts (`manage.py check --database default`)."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError


@register(Tags.database)
def check_lookalike_names(databases: Any = None, **_more: Any) -> list[CheckMessage]:
    """Warn about older accounts whose names readers could mistake for another account's."""
    from accounts.naming.claims import doubtful_accounts, groups_of_twins

    if not databases:
        return []
    try:
        groups, unseen = groups_of_twins(), doubtful_accounts()
    except DatabaseError:  # the tables do not exist yet
        return []
    found: list[CheckMessage] = [
        Warning(
            f"The name {user.get_username()!a} has signs that cannot be seen, or letters of two scripts.",
            hint="The settings page asks its owner to choose another one.",
            id="accounts.W002",
        )
        for user in unseen
    ]
    return found + [
        Warning(
            "These accounts have one name: " + ", ".join(repr(user.get_username()) for user in group),
            hint="Their settings pages ask them to choose other names.",
            id="accounts.W001",
        )
        for group in groups
    ]
