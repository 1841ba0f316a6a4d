"""The missile chart from a player's own box: the strength of each weapon at each distance, read from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.cataphract.rules.tables import table
from engine.reading import Reader

LONGEST: Final = 8
STRONGEST: Final = 9
Chart = Mapping[str, Any]  # weapon -> {"ranges": {distance: {"v": strength, "prov": "P"}}}


def weapons() -> tuple[str, ...]:
    """Return the rows of the chart in their printed order."""
    return tuple(table("missile")["weapons"])


def read_chart(one: Reader) -> Chart:
    """Read a chart, which maps each weapon to its strengths from distance 1 on. The length of a list is the
    range of the weapon. Every weapon must be given, and every mistake is reported with its place.
    """
    one.only(" ".join(weapons()))
    found: dict[str, Any] = {}
    for weapon in weapons():
        row = one[weapon]
        cells = row.items(LONGEST)
        if row.given and not cells:
            row.wrong("no_strengths")
        values = [cell.number(0, STRONGEST) for cell in cells]
        for before, after, cell in zip(values, values[1:], cells[1:], strict=False):
            if after > before:
                cell.wrong("stronger_farther")  # no weapon is stronger at a greater distance
        found[weapon] = {"ranges": {str(n): {"v": v, "prov": "P"} for n, v in enumerate(values, 1)}}
    return found
