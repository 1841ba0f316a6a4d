"""Conversion of points to counters of *Schiere*: kinds of soldiers from one side of the box. Pure code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from battles.schiere.rules.board.troops import TROOPS

DATA: Final = Path(__file__).parent / "data"
BOXES: Final = ("rome", "carthage")
# used when a mix runs out of counters
FILLING: Final = ("javelins", "slings", "bows", "riders", "foot", "horse")


@cache
def shared() -> Mapping[str, Any]:
    """The data that both campaigns share. Raises ValueError for unknown counters."""
    return read("schiere")


@cache
def read(name: str) -> Mapping[str, Any]:
    """Read a data file of the bridges. Raises ValueError for unknown counters."""
    found = tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))
    for box, sorts in found.get("counters", {}).items():
        unknown = [t for troops in sorts.values() for t in troops if t not in TROOPS or TROOPS[t].seat != box]
        if unknown:
            raise ValueError(f"{name}.toml: unknown counters {unknown}")
    return found


class Box:
    """The counters of one side of the box that are left while an army is built."""

    def __init__(self, side: str) -> None:
        self.sorts: Mapping[str, list[str]] = shared()["counters"][side]
        self.left = {troop.id: troop.units for troop in TROOPS.values() if troop.seat == side}

    def troop(self, sort: str) -> str:
        """The counters that represent a sort of soldier; "" when none are left."""
        return next((one for one in self.sorts[sort] if self.left[one]), "")

    def take(self, points: int, mix: Mapping[str, int]) -> dict[str, int]:
        """Choose units within a budget of points in the mix's proportions, always from the kind furthest
        behind its share. When the mix has no counters left, take any."""
        found: dict[str, int] = {}
        whole, spent = sum(mix.values()), dict.fromkeys(mix, 0)
        left = points
        while True:
            able = [sort for sort in mix if self._able(sort, left)]
            if able:
                sort = max(able, key=lambda one: Fraction(mix[one] * points, whole) - spent[one])
            else:
                sort = next((one for one in FILLING if self._able(one, left)), "")
            if not sort:
                return found
            troop = self.troop(sort)
            self.left[troop] -= 1
            found[troop] = found.get(troop, 0) + 1
            spent[sort] = spent.get(sort, 0) + TROOPS[troop].points
            left -= TROOPS[troop].points

    def _able(self, sort: str, points: int) -> bool:
        troop = self.troop(sort)
        return bool(troop) and TROOPS[troop].points <= points
