"""Hooks through which other apps react to changes of accounts. Each app registers its hooks, so that
``accounts`` does not depend on the apps.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any


class Part:
    """A part of the site in which users act. Subclasses override the hooks that concern them."""

    def on_rest_changed(self, user: Any, now: datetime) -> None:
        """React to a change of a user's night or absence."""

    def leave(self, user: Any, now: datetime) -> None:
        """Make a user leave everything before the account is deleted, in as many
        transactions as necessary.
        """

    def hand_on(self, user: Any, now: datetime) -> None:
        """Give everything that the user leads to somebody else or end it, in the transaction that deletes the
        account.
        """

    def hand_over(self, guest: Any, user: Any, now: datetime) -> None:
        """React to a guest becoming an account. The guest's rows are moved to the account afterwards, in the
        same transaction.
        """

    def forget(self, guest: Any, now: datetime) -> None:
        """Delete a guest's private data before the guest is deleted."""

    def accesses_without_password(self, user: Any) -> list[str]:
        """List everything in this part that can access the account without its password, in the reader's
        language.
        """
        return []

    def revoke_all(self, user: Any) -> None:
        """Revoke everything that :meth:`accesses_without_password` lists."""

    def have_met(self, user: Any, other: Any) -> bool:
        """Return whether two users have something in common in this part of the site, such as a game or a
        league, so that each may know of the other.
        """
        return False

    def page_of(self, user: Any, viewer: Any) -> str:
        """Return the URL of a page about a person, or "" if the viewer may see none."""
        return ""

    def facts_about(self, user: Any, viewer: Any) -> list[tuple[str, str, str]]:
        """Return the facts about a person that the viewer may read. Each is a label, a text, and a URL that
        shows more.
        """
        return []

    def ratings_in(self, system: str) -> dict[int, int]:
        """Return people's public ratings in a system, by user id."""
        return {}

    def invites(self, address: str) -> bool:
        """Return whether a URL of this site is a valid invitation."""
        return False

    def named_fields(self) -> list[tuple[Any, str]]:
        """List the fields that hold names chosen by users. Each is a model and the name of its field
        ("document.name" is a member of a JSON field).
        """
        return []

    def data_about(self, user: Any) -> dict[str, Any]:
        """Return everything that this part knows about a user, as JSON under the part's own names."""
        return {}


_parts: list[Part] = []


def register(part: Part) -> None:
    """Register a part of the site. Its app calls this once, when it is ready."""
    _parts.append(part)


def page_of(user: Any, viewer: Any) -> str:
    """The URL of the page about a person, or "" if no part has one that the viewer may see."""
    return next((found for part in _parts if (found := part.page_of(user, viewer))), "")


def ratings_in(system: str) -> dict[int, int]:
    """Return people's public ratings in a system, by user id."""
    return {user: rating for part in _parts for user, rating in part.ratings_in(system).items()}


def registered_parts() -> tuple[Part, ...]:
    return tuple(_parts)
