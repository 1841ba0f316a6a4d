"""The facts of one clash: attackers, defenders, direction and terrain (9.12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal

from battles.cataphract.rules.unit import Unit
from engine.values import dataclass

ASPECTS: Final = ("front", "flank", "rear")
TERRAIN: Final = ("river", "woods", "trench", "any_higher", "all_higher", "all_lower")
Side = Literal["a", "d"]
SIDES: Final[tuple[Side, Side]] = ("a", "d")


@dataclass(frozen=True)
class Attacker:
    """An attacking unit.

    check         its marker requires a quality check, because it moved into contact; without a marker
                  it was in contact already (9.11)
    aspect        the side of the defenders that it attacks
    aspects       exceptions to ``aspect`` for single defenders, by number
    outflanked    it is in the zone of an enemy on its own flank or rear, and so gains nothing by position
                  (9.16)
    held          it shares a zone with an enemy outside the clash, and so does not follow a unit that
                  routs in the charge (9.21, ruling 10)
    advance_hits  the cost in hits of entering the vacated hex
    on_charge     the number added to its roll in the charge (Ferocity)
    in_zone       whether it is in an enemy zone after the roll, or None to derive this from the clash
    """

    unit: Unit
    check: bool = True
    moved: bool = True
    aspect: str = "front"
    aspects: Mapping[int, str] = field(default_factory=dict)
    outflanked: bool = False
    held: bool = False
    advance_hits: int = 0
    in_zone: bool | None = None
    on_charge: int = 0

    def strikes(self, defender: int) -> str:
        """Return the side of a defender that this unit attacks."""
        return self.aspects.get(defender, self.aspect)


@dataclass(frozen=True)
class Defender:
    """A defending unit.

    open_flank  a flank hex is neither occupied nor controlled by a friend (11.5)
    in_zone     whether it is in an enemy zone after the roll, or None to derive this from the clash
    """

    unit: Unit
    open_flank: bool = False
    in_zone: bool | None = None


@dataclass(frozen=True)
class Clash:
    """A single resolution of shock.

    reference  the number of each side's reference unit (9.15); by default the best one in the table
    order      the units that take the remainder of shared hits, in order (10.13); by default as listed
    terrain    every line of the terrain table that applies
    by_number  whether units are counted because they have no size, as at Utus and on the
               Catalaunian Fields
    """

    attackers: tuple[Attacker, ...]
    defenders: tuple[Defender, ...]
    reference: Mapping[Side, int] = field(default_factory=dict)
    order: Mapping[Side, tuple[int, ...]] = field(default_factory=dict)
    terrain: frozenset[str] = frozenset()
    by_number: bool = False

    def units(self, side: Side) -> tuple[Unit, ...]:
        """Return the units of one side in order."""
        return tuple(one.unit for one in (self.attackers if side == "a" else self.defenders))


@dataclass(frozen=True)
class Army:
    """One side of a segment.

    If ``undisciplined``, all its units still have two extra points of quality (11.2). The army loses them
    for good when a unit routs and the roll is above ``initiative``, the Initiative of its overall
    commander. Without an overall commander, ``initiative`` is 0 (ruling 41). ``on_checks`` is added to
    its rolls against quality (-1 for the winner of the champions' challenge).
    """

    undisciplined: bool = False
    initiative: int = 0
    on_checks: int = 0


@dataclass(frozen=True)
class Segment:
    """All clashes of one shock segment, resolved together step by step (9.1)."""

    clashes: tuple[Clash, ...]
    armies: Mapping[Side, Army] = field(default_factory=lambda: {"a": Army(), "d": Army()})
