"""Hooks by which features enclose something with letters. Each registers here, so games need not know
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Letter


@dataclass(frozen=True)
class EnclosedLink:
    """A link below a letter. ``what``: how scripts recognise it."""

    label: str
    url: str
    what: str = ""


class Encloser:
    """A feature that encloses something with letters."""

    def find_links(self, letters: Sequence[Letter]) -> Mapping[int, EnclosedLink]:
        """Return the links for those letters that have an enclosure, by number."""
        return {}

    def forget(self, letter: int) -> None:
        """Delete the enclosure of a letter that its author has deleted."""


_enclosers: list[Encloser] = []


def register(encloser: Encloser) -> None:
    """Register a feature, once, when its app is ready."""
    _enclosers.append(encloser)


def enclosed_links(letters: Sequence[Letter]) -> dict[int, list[EnclosedLink]]:
    """Return the links below each letter."""
    found: dict[int, list[EnclosedLink]] = {}
    for one in _enclosers:
        for number, link in one.find_links(letters).items():
            found.setdefault(number, []).append(link)
    return found


def forget(letter: int) -> None:
    """Delete all enclosures of a letter."""
    for one in _enclosers:
        one.forget(letter)
