"""The shape of the Wedge: a point, and behind it rows that each have one unit more (L3683)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kit.grid.hexes import SIDES, Hex

ROWS: Final = 6  # most rows of a Wedge
FEWEST: Final = 6  # fewest units of a Wedge (L3683)
Rows = tuple[tuple[str, ...], ...]


def rows_behind(at: Hex, facing: int) -> tuple[tuple[Hex, ...], ...]:
    """Return the hexes of all rows of a Wedge whose point is in a hex with this facing, the point first."""
    left, right = (facing + SIDES // 2) % SIDES, (facing + SIDES // 2 + 1) % SIDES
    return tuple(
        tuple(_walk(_walk(at, left, row - n), right, n) for n in range(row + 1)) for row in range(ROWS)
    )


def _walk(at: Hex, side: int, steps: int) -> Hex:
    for _step in range(steps):
        at = at.step_towards(side)
    return at


def find_rows(units: Mapping[Hex, tuple[str, int]], *, full: bool = False) -> Rows:
    """Return the rows of the largest Wedge that some units form, or () if they form none.

    ``units``: the id and the facing of each unit by its hex. ``full``: whether every row except the last must
    be complete, as it must when a Wedge is formed. A Wedge that has lost units keeps its gaps.
    """
    found = (_rows_from(at, facing, units, full) for at, (_id, facing) in units.items())
    best = max(found, key=lambda rows: (_count(rows), rows), default=())
    return best if _count(best) >= FEWEST else ()


def _count(rows: Rows) -> int:
    return sum(map(len, rows))


def _rows_from(at: Hex, facing: int, units: Mapping[Hex, tuple[str, int]], full: bool) -> Rows:
    rows: list[tuple[str, ...]] = []
    for hexes in rows_behind(at, facing):
        row = tuple(units[one][0] for one in hexes if one in units and units[one][1] == facing)
        if row or not full:
            rows.append(row)
        if full and len(row) < len(hexes):
            break
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows)
