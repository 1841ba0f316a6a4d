"""One clash: attacker, defender, direction and terrain (9.12)."""

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
    """An attacking unit. ``check``: its marker requires a quality check because it moved into contact;
    without a marker it was already there (9.11). ``aspect``: the side of the defenders that it attacks;
    ``aspects``: that of single defenders, by number. ``outflanked``: it is in the zone of an enemy on its own
    flank or rear, so it gains nothing by position (9.16). ``held``: it shares a zone with an enemy outside
    the clash, so it does not follow a unit that routs in the charge (9.21, ruling 10). ``advance_hits``: the
    cost in hits of entering the hex. ``on_charge``: added to its roll in the charge (Ferocity). ``in_zone``:
    it is in an enemy zone after the roll; by default derived from the clash.
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
    """A defending unit. ``open_flank``: a flank hex is not occupied or controlled by a friend (11.5).
    ``in_zone``: it is in an enemy's zone after the roll; by default derived from the clash.
    """

    unit: Unit
    open_flank: bool = False
    in_zone: bool | None = None


@dataclass(frozen=True)
class Clash:
    """A single resolution of shock. ``reference``: the unit by which each side is judged, by number (9.15);
    by default the best one in the table. ``order``: which units take the remainder of shared hits (10.13); by
    default as listed. ``terrain``: every applicable line of the terrain table. ``by_number``: Utus and the
    Catalaunian Fields, where units are counted and have no size.
    """

    attackers: tuple[Attacker, ...]
    defenders: tuple[Defender, ...]
    reference: Mapping[Side, int] = field(default_factory=dict)
    order: Mapping[Side, tuple[int, ...]] = field(default_factory=dict)
    terrain: frozenset[str] = frozenset()
    by_number: bool = False

    def units(self, side: Side) -> tuple[Unit, ...]:
        """Return the units of one side, in order."""
        return tuple(one.unit for one in (self.attackers if side == "a" else self.defenders))


@dataclass(frozen=True)
class Army:
    """One side of a segment. ``undisciplined``: all its units still have two more points of quality (11.2).
    It loses them for good when one routs and the roll is above its overall commander's ``initiative`` (0: it
    has none left, ruling 41). ``on_checks``: added to its rolls against quality (-1 for the winner of the
    champions).
    """

    undisciplined: bool = False
    initiative: int = 0
    on_checks: int = 0


@dataclass(frozen=True)
class Segment:
    """All clashes of one shock segment, resolved together step by step (9.1)."""

    clashes: tuple[Clash, ...]
    armies: Mapping[Side, Army] = field(default_factory=lambda: {"a": Army(), "d": Army()})
