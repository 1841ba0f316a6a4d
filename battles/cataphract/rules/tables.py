"""The tables of the rulebook (data/tables.json), with the certainty of each value."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from kit.rules.data import Data

DATA: Final = Data(__file__)
FACES: Final = 10  # the die reads 0 to 9, and 0 is the lowest (2.3)
FIRM: Final = frozenset("PES")  # printed, in a worked example, or confirmed by a sister title's chart


def table(name: str) -> dict[str, Any]:
    """Load one table. Treat it as read-only."""
    found: dict[str, Any] = DATA.table("tables")[name]
    return found


class Mark(NamedTuple):
    """A value that affects a result and that no text confirms: its name, its origin (F: read from a fragment,
    G: guessed, D: derived, design: ours) and the reason for it.
    """

    what: str
    found: str
    why: str = ""
