"""The tables of the rulebook (data/tables.json), with the certainty of each value."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from kit.rules.data import Data

DATA: Final = Data(__file__)
FACES: Final = 10  # the die reads 0 to 9, and 0 is the lowest (2.3)
FIRM: Final = frozenset("PES")  # codes of values that are printed, in an example, or in a sister title


def table(name: str) -> dict[str, Any]:
    """Return one table of the rulebook. Treat it as read-only."""
    found: dict[str, Any] = DATA.table("tables")[name]
    return found


class Mark(NamedTuple):
    """A value that affects a result and that the rulebook does not confirm.

    ``what``: the name of the value. ``found``: its origin. ``why``: the reason for it. Origins are F (read
    from a fragment), G (guessed), D (derived) and design (the site's own choice).
    """

    what: str
    found: str
    why: str = ""
