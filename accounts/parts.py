"""Hooks through which other apps react to changes of accounts. Each app registers here, so that accounts need
not know them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any


class Part:
    """A part of the site in which users act. It overrides the hooks that concern it."""

    def rest(self, user: Any, now: datetime) -> None:
        """React to a change of a user's night or absence."""

    def leave(self, user: Any, now: datetime) -> None:
        """Make a user leave everything before their account is deleted, in as many transactions as
        necessary."""

    def hand_on(self, user: Any, now: datetime) -> None:
        """Hand over everything the user leads, in the transaction that deletes the account."""

    def hand_over(self, guest: Any, user: Any, now: datetime) -> None:
        """React to a guest becoming an account. The guest's rows are moved to the account afterwards, in the
        same transaction.
        """

    def forget(self, guest: Any, now: datetime) -> None:
        """Delete a guest's private data before the guest is deleted."""

    def living_on(self, user: Any) -> list[str]:
        """Name everything that has access to the account without its password, in the reader's language."""
        return []

    def revoke_all(self, user: Any) -> None:
        """Revoke everything that :meth:`living_on` names."""

    def have_met(self, user: Any, other: Any) -> bool:
        """Whether two users share something here, so that each may know of the other."""
        return False

    def page_of(self, user: Any, viewer: Any) -> str:
        """The URL of a page about a person that the viewer may see; "" without one."""
        return ""

    def told_of(self, user: Any, viewer: Any) -> list[tuple[str, str, str]]:
        """Facts that the viewer may read about a person: a label, a text, and a URL that shows more."""
        return []

    def ratings_in(self, system: str) -> dict[int, int]:
        """The public ratings of people in a system, by the user's id."""
        return {}

    def invites(self, address: str) -> bool:
        """Whether a URL of this site is a valid invitation."""
        return False

    def named_fields(self) -> list[tuple[Any, str]]:
        """List the stored names that users have chosen: each model, and its field with the name
        ("document.name": a
        member of a JSON field).
        """
        return []

    def known_of(self, user: Any) -> dict[str, Any]:
        """Everything known about a user as JSON, under the names of this part."""
        return {}


_parts: list[Part] = []


def register(part: Part) -> None:
    """Register a part, once, when its app is ready."""
    _parts.append(part)


def page_of(user: Any, viewer: Any) -> str:
    """The URL of the page about a person, if any part has one that the viewer may see."""
    return next((found for part in _parts if (found := part.page_of(user, viewer))), "")


def ratings_in(system: str) -> dict[int, int]:
    """The public ratings of people in a system, by the user's id."""
    return {user: rating for part in _parts for user, rating in part.ratings_in(system).items()}


def registered_parts() -> tuple[Part, ...]:
    return tuple(_parts)
