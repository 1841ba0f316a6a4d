"""Entries of a user's calendar besides deadlines. Features register theirs here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.access import User
from games.services.notices.icalendar import Event

Source = Callable[[User], Iterable[Event]]

_sources: list[Source] = []


def register(source: Source) -> None:
    """Register a source of calendar entries. Its app calls this once, when it is ready."""
    _sources.append(source)


def entries_of(user: User) -> list[Event]:
    """Return the entries that features have added to a user's calendar."""
    return [event for source in _sources for event in source(user)]
