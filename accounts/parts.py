"""Hooks by which other apps take part in what happens to people. Each registers here, so accounts need not
know them."""

from __future__ import annotations

from datetime import datetime
from typing import Any


class Part:
    """A part of the site in which people do something; it overrides what concerns it."""

    def rest(self, user: Any, now: datetime) -> None:
        """Take note that a person's night or absence was changed."""

    def leave(self, user: Any, now: datetime) -> None:
        """Let a person go whose account will be deleted, in as many transactions as it takes."""

    def hand_on(self, user: Any, now: datetime) -> None:
        """Give away what a person leads, within the transaction in which the account goes."""

    def hand_over(self, guest: Any, user: Any, now: datetime) -> None:
        """Take note that what a guest does here is an account's from now on; rows that name the guest are
        given to the account afterwards, within the same transaction."""

    def forget(self, guest: Any, now: datetime) -> None:
        """Delete what a guest has made and nobody else has a part in, before the guest goes."""

    def living_on(self, user: Any) -> list[str]:
        """Name what reads or acts for a person without their password, in the reader's words."""
        return []

    def revoke_all(self, user: Any) -> None:
        """Make all of that void."""

    def have_met(self, user: Any, other: Any) -> bool:
        """Whether two people share something here, so that each may know of the other."""
        return False

    def invites(self, address: str) -> bool:
        """Tell whether an address of ours is an invitation that holds."""
        return False

    def named(self) -> list[tuple[Any, str]]:
        """Tell which stored lines people have named: models, and the field of each ("document.name": a member
        of a field that holds JSON)."""
        return []

    def known_of(self, user: Any) -> dict[str, Any]:
        """Tell all that is known of a person, as JSON under names of the part's own."""
        return {}


_parts: list[Part] = []


def register(part: Part) -> None:
    """Add a part, once, when its app is ready."""
    _parts.append(part)


def registered() -> tuple[Part, ...]:
    return tuple(_parts)
