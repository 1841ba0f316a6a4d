"""The missile chart from a player's own copy of the game: the strength of each weapon at each distance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.cataphract.rules.tables import table
from engine.reading import Reader

LONGEST: Final = 8
STRONGEST: Final = 9
EXAMPLE: Final = "E"  # marks a value that a worked example in the rules fixes
Chart = Mapping[str, Any]  # weapon -> {"ranges": {distance: {"v": strength, "prov": "P"}}}


def weapons() -> tuple[str, ...]:
    """Return the rows of the chart in their printed order."""
    return tuple(table("missile")["weapons"])


def read_chart(one: Reader) -> Chart:
    """Read a chart, which maps each weapon to its strengths from distance 1 upwards.

    The length of a list is the range of the weapon. Every weapon must be given, and no strength may
    contradict a worked example.
    """
    one.fields(" ".join(weapons()))
    return {weapon: _row(one[weapon], weapon) for weapon in weapons()}


def _row(row: Reader, weapon: str) -> dict[str, Any]:
    cells = row.items(LONGEST) if row.has_value else []
    if row.has_value and not cells:
        row.note_mistake("no_strengths")
    values = [cell.number(0, STRONGEST) for cell in cells]
    for n, (value, cell) in enumerate(zip(values, cells, strict=True), 1):
        if n > 1 and value > values[n - 2]:
            cell.note_mistake("stronger_farther")
        ours = table("missile")["weapons"][weapon]["ranges"].get(str(n))
        if ours is not None and ours["prov"] == EXAMPLE and value != ours["v"]:
            cell.note_mistake("printed_value", value=value, printed=ours["v"])
    return {"ranges": {str(n): {"v": v, "prov": "P"} for n, v in enumerate(values, 1)}}


def plain(chart: Chart | None = None) -> dict[str, list[int]]:
    """Return the strengths of each weapon in a chart, by distance from 1 upwards. Without a chart, use the
    site's own.
    """
    rows = chart or table("missile")["weapons"]
    return {weapon: [cell["v"] for cell in rows[weapon]["ranges"].values()] for weapon in weapons()}
