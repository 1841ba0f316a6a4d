"""The contents of the box for each army: kinds of units, their counters, commanders (L425-674)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

Chief = Literal["solid", "astute", "enterprising"]
Wing = Literal["resolute", "impetuous", "energetic"]
CHIEFS: Final[tuple[Chief, ...]] = get_args(Chief)
WINGS: Final[tuple[Wing, ...]] = get_args(Wing)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "data" / "armies.toml").read_text(encoding="utf-8"))


POINTS: Final[Mapping[str, int]] = MappingProxyType(_data()["points"])
CLASSES: Final[tuple[str, ...]] = tuple(POINTS)
ORDER_PRICE: Final[int] = _data()["bought"]["order"]
ACTION_PRICE: Final[int] = _data()["bought"]["action"]
MOST_WINGS: Final[int] = _data()["command"]["most_wings"]
ASTUTE_ORDERS: Final[int] = _data()["command"]["astute_orders"]
USUAL_POINTS: Final[int] = _data()["command"]["points_usual"]
SUGGESTED: Final[tuple[int, ...]] = tuple(_data()["command"]["suggested"])  # points for an order (L166)
LEAST_POINTS, MOST_POINTS = 4, 300
SCHIERA = 4  # the largest schiera (L96); the smallest has two units
HEAVY: Final = ("heavy_infantry", "heavy_cavalry", "elephants")  # kinds with two counters per unit (L104)


@dataclass(frozen=True)
class Kind:
    """One kind of soldier: its class and weapon in the battle's terms, the number of its units, and its line
    in the rulebook.
    """

    id: str
    name: str
    name_it: str
    cls: str
    units: int
    line: int
    weapon: str = ""
    velites: bool = False

    @property
    def points(self) -> int:
        """Return the cost of a unit (L328)."""
        return POINTS[self.cls]

    @property
    def counters(self) -> int:
        """Return the number of counters in a unit."""
        return 2 if self.cls in HEAVY else 1


@dataclass(frozen=True)
class ArmyList:
    """One of the armies of the box. ``usual``: the builder's preferred schiere, in that order."""

    id: str
    name: str
    name_it: str
    kinds: Mapping[str, Kind]
    usual: tuple[str, ...]

    @property
    def points(self) -> int:
        """Return the total cost of all the army's units."""
        return sum(kind.points * kind.units for kind in self.kinds.values())


@cache
def army_lists() -> Mapping[str, ArmyList]:
    """Return the armies by id."""
    return MappingProxyType({row["id"]: _army(row) for row in _data()["armies"]})


def _army(row: dict[str, Any]) -> ArmyList:
    kinds = [
        Kind(
            one["id"],
            one["name"],
            one["name_it"],
            one["class"],
            one["units"],
            one["line"],
            one.get("weapon", ""),
            one.get("velites", False),
        )
        for one in row["kinds"]
    ]
    named = MappingProxyType({kind.id: kind for kind in kinds})
    return ArmyList(row["id"], row["name"], row["name_it"], named, tuple(row["usual"]))


@cache
def kinds() -> Mapping[str, Kind]:
    """Return every kind of every army by id."""
    return MappingProxyType({k: kind for army in army_lists().values() for k, kind in army.kinds.items()})


def suggested_orders(points: int) -> tuple[int, int]:
    """Return the fewest and the most orders that the rulebook suggests for units worth these points (L166).

    >>> suggested_orders(42)
    (6, 7)
    """
    few, many = SUGGESTED
    return points // many, points // few
