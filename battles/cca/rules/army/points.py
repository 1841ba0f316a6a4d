"""The points of units and leaders, and the cost of an army. The points are a design of this project
(``design``); see ``forecast/pricing.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, Final

from battles.cca.rules.tables import check_source, load
from battles.cca.rules.units import LEADER, UNITS
from engine.reading import Reader
from engine.values import dataclass


def read_points(document: Any) -> Mapping[str, int]:
    """Read the points of every unit type and of a leader. Raises BadDocument listing every mistake."""
    top = Reader(document)
    found = {}
    for name, entry in top["points"].items_by_id("id points gives takes shoots prov src"):
        check_source(entry)
        found[name] = entry["points"].number(1, 100)
    top.check_names("$.points", sorted(found), (*UNITS, LEADER), "no_such_unit", "unit")
    for name in (*UNITS, LEADER):
        if name not in found:
            top["points"].note_mistake("missing_field", field=name)
    top.raise_mistakes()
    return found


POINTS: Final = read_points(load("points"))


@dataclass(frozen=True)
class Army:
    """The units of an army by type, and the number of its leaders. Each piece is worth a banner."""

    units: Mapping[str, int] = field(default_factory=dict, hash=False)
    leaders: int = 0

    @property
    def points(self) -> int:
        """The points of all units and leaders."""
        return (
            sum(POINTS[kind] * number for kind, number in self.units.items()) + POINTS[LEADER] * self.leaders
        )

    @property
    def pieces(self) -> int:
        """The number of units and leaders."""
        return sum(self.units.values()) + self.leaders

    @property
    def types(self) -> tuple[str, ...]:
        """The type of each unit, in the order in which the rules list the types."""
        return tuple(kind for kind in UNITS for _ in range(self.units.get(kind, 0)))


def army_of(types: Iterable[str], leaders: int = 0) -> Army:
    """Return the army that consists of these units and leaders."""
    units: dict[str, int] = {}
    for kind in types:
        units[kind] = units.get(kind, 0) + 1
    return Army(units, leaders)
