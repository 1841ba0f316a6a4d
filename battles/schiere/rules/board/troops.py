"""The kinds of counters: the troops of both armies, commanders and standard bearers (L88-106, L425-673)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from battles.schiere.rules.melee.situation import CLASSES
from battles.schiere.rules.tables import load
from engine.values import dataclass

SEATS: Final = ("rome", "carthage")
CHIEF, WING, STANDARD = "chief", "wing", "standard"
COMMANDERS: Final = (CHIEF, WING)
CAVALRY: Final = ("heavy_cavalry", "light_cavalry")
COMMAND_MOVES: Final = 12  # movement points of a commander (L208, L228)
CHIEFS: Final = ("solid", "astute", "enterprising")  # kinds of commanders in chief (L218-224)
WINGS: Final = ("resolute", "impetuous", "energetic")  # kinds of wing commanders (L236-240)
MOST_WINGS: Final = 2  # with the chief, one commander for each of the three standards (L250, ruling C17)
SECOND: Final = "2"  # suffix in the name of the second wing commander of the same kind
WING_NAMES: Final = (*WINGS, *(kind + SECOND for kind in WINGS))


def temper(name: str) -> str:
    """Return the kind of a named commander; "resolute2" is the second resolute wing commander.

    >>> temper("resolute2"), temper("solid"), temper("")
    ('resolute', 'solid', '')
    """
    return name.removesuffix(SECOND)


def name_wings(wings: Iterable[str]) -> tuple[str, ...]:
    """Name the wing commanders of an army by their kinds (ruling C17).

    >>> name_wings(["resolute", "impetuous", "resolute"]), name_wings(["energetic2"])
    (('impetuous', 'resolute', 'resolute2'), ('energetic',))
    """
    kinds = sorted(map(temper, wings))
    return tuple(kind + SECOND * (kind in kinds[:place]) for place, kind in enumerate(kinds))


@dataclass(frozen=True)
class Troop:
    """A kind of unit. ``cls``: its class in ``data/units.toml``. ``units``: the number of its counters.
    ``weapon``: its missile weapon, or "". ``counter``: its name in stored armies.
    """

    id: str
    seat: str
    name: str
    cls: str
    units: int
    weapon: str = ""
    velites: bool = False
    counter: str = ""

    @property
    def moves(self) -> int:
        return int(CLASSES[self.cls]["moves"])

    @property
    def points(self) -> int:
        return int(CLASSES[self.cls]["points"])

    @property
    def is_mounted(self) -> bool:
        """Return whether the troop is cavalry. Elephants are neither horse nor foot."""
        return bool(CLASSES[self.cls].get("mounted"))

    @property
    def light(self) -> bool:
        return self.cls in ("light_infantry", "light_cavalry")

    @property
    def open_order(self) -> bool:
        """Return whether units of this troop can move one by one when they form a schiera (L104)."""
        return self.light or self.cls == "heavy_cavalry"


def _troop(seat: str, id: str, raw: Mapping[str, Any]) -> Troop:
    return Troop(
        id,
        seat,
        raw["name"],
        raw["class"],
        raw["units"],
        raw.get("weapon", ""),
        raw.get("velites", False),
        raw["counter"],
    )


TROOPS: Final[Mapping[str, Troop]] = {
    id: _troop(seat, id, raw) for seat in SEATS for id, raw in load("troops")[seat].items()
}


OF_COUNTERS: Final[Mapping[str, str]] = {troop.counter: id for id, troop in TROOPS.items()}


def troops_of(seat: str) -> tuple[Troop, ...]:
    """Return the troops that an army can include, in the order of its army sheet."""
    return tuple(troop for troop in TROOPS.values() if troop.seat == seat)
