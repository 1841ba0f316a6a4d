"""The armies in the boxed game: kinds of units, their counters, and the commanders (L425-674)."""

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
# the rulebook suggests one order for every 6 or 7 points of units (L166)
SUGGESTED: Final[tuple[int, ...]] = tuple(_data()["command"]["suggested"])
LEAST_POINTS, MOST_POINTS = 4, 300
SCHIERA = 4  # maximum number of units in a schiera (L96); the minimum is two
HEAVY: Final = ("heavy_infantry", "heavy_cavalry", "elephants")  # classes with two counters per unit (L104)


@dataclass(frozen=True)
class Kind:
    """One kind of unit: its class and weapon as the battle rules name them, its line in the rulebook, and
    how many units the boxed game contains.
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
        """Return the cost of one unit in points (L328)."""
        return POINTS[self.cls]

    @property
    def counters(self) -> int:
        """Return how many counters a unit has."""
        return 2 if self.cls in HEAVY else 1


@dataclass(frozen=True)
class ArmyList:
    """One of the armies in the boxed game. ``usual`` lists the kinds of units that the builder prefers, best
    first.
    """

    id: str
    name: str
    name_it: str
    kinds: Mapping[str, Kind]
    usual: tuple[str, ...]

    @property
    def points(self) -> int:
        """Return the cost of all the army's units together."""
        return sum(kind.points * kind.units for kind in self.kinds.values())


@cache
def army_lists() -> Mapping[str, ArmyList]:
    """Return the armies in the boxed game by id."""
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
    """Return the kinds of units of all armies by id."""
    return MappingProxyType({k: kind for army in army_lists().values() for k, kind in army.kinds.items()})


def suggested_orders(points: int) -> tuple[int, int]:
    """Return the minimum and maximum number of orders that the rulebook suggests for units of this total
    cost (L166).

    >>> suggested_orders(42)
    (6, 7)
    """
    few, many = SUGGESTED
    return points // many, points // few
