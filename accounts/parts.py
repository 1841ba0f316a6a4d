"""Hooks by which other apps react to changes of accounts. Each registers here, so accounts need not know
them."""

from __future__ import annotations

from datetime import datetime
from typing import Any


class Part:
    """A part of the site in which people act; it overrides the hooks that concern it."""

    def rest(self, user: Any, now: datetime) -> None:
        """React to a change of a person's night or absence."""

    def leave(self, user: Any, now: datetime) -> None:
        """Make a person leave everything before their account is deleted, in as many transactions as
        necessary."""

    def hand_on(self, user: Any, now: datetime) -> None:
        """Hand over everything a person leads, within the transaction that deletes the account."""

    def hand_over(self, guest: Any, user: Any, now: datetime) -> None:
        """React to a guest becoming an account; rows of the guest are moved to the account afterwards, in the
        same transaction."""

    def forget(self, guest: Any, now: datetime) -> None:
        """Delete a guest's private data before the guest is deleted."""

    def living_on(self, user: Any) -> list[str]:
        """Name the things that keep access to an account without its password, in the reader's words."""
        return []

    def revoke_all(self, user: Any) -> None:
        """Revoke all of these."""

    def have_met(self, user: Any, other: Any) -> bool:
        """Whether two people share something here, so that each may know of the other."""
        return False

    def invites(self, address: str) -> bool:
        """Whether a URL of ours is a valid invitation."""
        return False

    def named(self) -> list[tuple[Any, str]]:
        """The stored names chosen by people: models, and the field of each ("document.name": a member of a
        JSON field).
        """
        return []

    def known_of(self, user: Any) -> dict[str, Any]:
        """Everything known about a person, as JSON under the part's own names."""
        return {}


_parts: list[Part] = []


def register(part: Part) -> None:
    """Register a part, once, when its app is ready."""
    _parts.append(part)


def registered() -> tuple[Part, ...]:
    return tuple(_parts)
