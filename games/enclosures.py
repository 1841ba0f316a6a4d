"""Hooks between the feature by which players write letters and the features that enclose something, such as
a picture, with a letter. Each of them registers here, so that none depends on another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from games.access import User
from games.models import Letter


@dataclass(frozen=True)
class EnclosedLink:
    """A link below a letter. ``what``: the kind of link, for scripts."""

    label: str
    url: str
    what: str = ""


class Encloser:
    """A feature that lets players enclose something, such as a picture, with their letters to each other."""

    def find_links(self, letters: Sequence[Letter]) -> Mapping[int, EnclosedLink]:
        """Return the links for those letters that have an enclosure, by letter number."""
        return {}

    def forget(self, letter: int) -> None:
        """Delete whatever is enclosed with a letter, because the letter's author has deleted it."""


_enclosers: list[Encloser] = []


def register(encloser: Encloser) -> None:
    """Register a feature. Its app calls this once, when it is ready."""
    _enclosers.append(encloser)


def enclosed_links(letters: Sequence[Letter]) -> dict[int, list[EnclosedLink]]:
    """Return the links below each letter, by letter number. A letter with nothing enclosed is left out."""
    found: dict[int, list[EnclosedLink]] = {}
    for one in _enclosers:
        for number, link in one.find_links(letters).items():
            found.setdefault(number, []).append(link)
    return found


def forget(letter: int) -> None:
    """Delete all enclosures of a letter."""
    for one in _enclosers:
        one.forget(letter)


class Writer(Protocol):
    """A function that sends a letter from one of the user's seats. Submitting the same ``key`` twice sends
    one letter. It raises NotYourSeat, InvalidAction or IllegalAction for a letter that cannot be sent.
    """

    def __call__(
        self, game_id: UUID, user: User, *, seat: str, to: str, text: str, key: str, now: datetime
    ) -> Letter: ...


_writers: list[Writer] = []


def register_writer(writer: Writer) -> None:
    """Register the function by which players write letters. Its app calls this once, when it is ready."""
    _writers.append(writer)


def find_writer() -> Writer | None:
    """Return the function by which players write letters, or None if they cannot write any on this site."""
    return next(iter(_writers), None)
