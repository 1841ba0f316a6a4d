"""Units in place: hex, facing and formation, with queries about a position (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from battles.cataphract.rules.field.ground import TRENCH, Ground
from battles.cataphract.rules.tables import table
from battles.cataphract.rules.unit import Unit
from kit.grid.board import Layout
from kit.grid.hexes import Arc, Hex, corner_arc, in_front, side_arc, side_of

IN_COLUMN: Final = int(table("movement")["special"]["column_ma"])
CORNERS: Final = Layout.COLUMNS.corners  # a unit faces a vertex; a Column faces a hexside
SIDES: Final = Layout.COLUMNS.sides
SHARING: Final = ("HI", "MI")  # types of foot with which artillery can share a hex (L2741)
# tags of steppe horse, which takes no hit when it passes through friends (L2441)
LIGHT_STEPPE: Final = (
    "heruli",
    "massagetae",
    "hun",
    "visigoth",
)


@dataclass(frozen=True)
class Piece:
    """A unit on the field.

    ``facing``: the number of a corner of its hex, clockwise from NE. In Column it is the number of a
    side, from N. ``ma``: its printed movement allowance. ``tags``: its contingent's tags, to which
    rules refer. ``contingent`` and ``number`` identify its counter.
    """

    id: str
    seat: str
    unit: Unit
    ma: int
    at: Hex
    facing: int
    tags: tuple[str, ...] = ()
    contingent: str = ""
    number: int = 0

    @property
    def allowance(self) -> int:
        """Return the unit's movement points. A Column has one more (6.42)."""
        return self.ma + (IN_COLUMN if self.unit.column else 0)

    @property
    def artillery(self) -> bool:
        return self.unit.missile == "Cheiro"

    @property
    def is_mounted(self) -> bool:
        return not self.unit.foot

    @property
    def rides_through(self) -> bool:
        """Return whether the unit passes through friends as steppe horse does (L2441)."""
        return self.unit.type in ("LC", "LN") and bool(set(LIGHT_STEPPE) & set(self.tags))

    def fronts(self) -> tuple[Hex, ...]:
        """Return the hexes in front of the unit: two, or one for a Column (7.11, 6.43)."""
        if self.unit.column:
            return (self.at.step_towards(self.facing),)
        return in_front(self.at, self.facing)

    def arc_of(self, other: Hex) -> Arc:
        """Return the arc in which a neighbouring hex lies."""
        side = side_of(self.at, other)
        return side_arc(side, self.facing) if self.unit.column else corner_arc(side, self.facing)

    def moved_to(self, at: Hex, facing: int) -> Piece:
        """Return a copy of the unit in another place."""
        return replace(self, at=at, facing=facing)

    @property
    def facing_name(self) -> str:
        """Return the name of the unit's facing: a vertex, or a side for a Column."""
        return (SIDES if self.unit.column else CORNERS)[self.facing]


def can_share(one: Piece, other: Piece) -> bool:
    """Return whether two friendly units can share a hex. One must be artillery, and the other heavy or medium
    foot (11.63, L2741).
    """
    gun, foot = (one, other) if one.artillery else (other, one)
    return gun.artillery and not foot.artillery and foot.unit.type in SHARING


@dataclass(frozen=True)
class Battlefield:
    """The map, and the units on it by id. Two units can share a hex only if a rule allows it."""

    ground: Ground
    pieces: Mapping[str, Piece]

    @cached_property
    def occupants(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """Map each occupied hex to the units in it."""
        found: dict[Hex, tuple[Piece, ...]] = {}
        for one in self.pieces.values():
            found[one.at] = (*found.get(one.at, ()), one)
        return found

    @cached_property
    def zones(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """Map each hex to the units that have a zone of control in it (7.21, 7.26)."""
        found: dict[Hex, tuple[Piece, ...]] = {}
        for one in self.pieces.values():
            for at in self.zone(one):
                found[at] = (*found.get(at, ()), one)
        return found

    def zone(self, one: Piece) -> tuple[Hex, ...]:
        """Return the hexes of a unit's zone: the front hexes that it could enter, except across a trench
        (7.21, 7.22, L3211).

        Routed units have no zone. Artillery has none either, because it has no facing (ruling 61).
        """
        if one.unit.routed or one.artillery:
            return ()
        key = (one.at, one.facing, one.unit.column)
        found = self.ground.zones.get(key)
        if found is None:
            ground = self.ground
            fronts = (at for at in one.fronts() if ground.open_to(one.at, at))
            found = ground.zones[key] = tuple(at for at in fronts if ground.edge(one.at, at) != TRENCH)
        return found

    def holders(self, seat: str, at: Hex) -> tuple[Piece, ...]:
        """Return a side's enemies whose zones of control include a hex."""
        return tuple(one for one in self.zones.get(at, ()) if one.seat != seat)

    def enemies_at(self, seat: str, at: Hex) -> bool:
        """Return whether an enemy of a side is in a hex."""
        return any(one.seat != seat for one in self.occupants.get(at, ()))

    def friends_at(self, mover: Piece, at: Hex) -> tuple[Piece, ...]:
        """Return the friends in a hex who are in a unit's way there. Artillery and a unit of foot can share a
        hex (11.63).
        """
        there = (o for o in self.occupants.get(at, ()) if o.seat == mover.seat and o.id != mover.id)
        return tuple(o for o in there if not can_share(o, mover))

    def is_covered(self, one: Piece) -> bool:
        """Return whether a unit is artillery that shares its hex with foot, which fights for it (11.63)."""
        mates = self.occupants.get(one.at, ()) if one.artillery else ()
        return any(can_share(one, o) for o in mates if o.seat == one.seat)

    def of(self, seat: str) -> Iterator[Piece]:
        """Yield a side's units."""
        return (one for one in self.pieces.values() if one.seat == seat)

    def with_piece(self, one: Piece) -> Battlefield:
        """Return the field with a unit changed or added."""
        return Battlefield(self.ground, {**self.pieces, one.id: one})
