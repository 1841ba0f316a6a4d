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
LIGHT_STEPPE: Final = (
    "heruli",
    "massagetae",
    "hun",
    "visigoth",
)  # steppe horse that passes through friends without harm (L2441)


@dataclass(frozen=True)
class Piece:
    """A unit on the field. ``facing``: the number of a corner of its hex, clockwise from NE, or in Column the
    number of a side, from N. ``ma``: its printed movement allowance. ``tags``: tags of its contingent to
    which rules refer. ``contingent`` and ``number`` identify its counter.
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
        """The unit's movement points. A Column has one more (6.42)."""
        return self.ma + (IN_COLUMN if self.unit.column else 0)

    @property
    def artillery(self) -> bool:
        return self.unit.missile == "Cheiro"

    @property
    def is_mounted(self) -> bool:
        return not self.unit.foot

    @property
    def rides_through(self) -> bool:
        """Whether the unit passes through friends as steppe horse does (L2441)."""
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
        """Return the unit moved to another place."""
        return replace(self, at=at, facing=facing)

    @property
    def looks(self) -> str:
        """The name of the unit's facing: a vertex, or a side for a Column."""
        return (SIDES if self.unit.column else CORNERS)[self.facing]


@dataclass(frozen=True)
class Battlefield:
    """The ground, and the units on it by id. Two units can share a hex only if a rule allows it."""

    ground: Ground
    pieces: Mapping[str, Piece]

    @cached_property
    def occupants(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The units in each occupied hex."""
        found: dict[Hex, tuple[Piece, ...]] = {}
        for one in self.pieces.values():
            found[one.at] = (*found.get(one.at, ()), one)
        return found

    @cached_property
    def zones(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The units that have a zone of control in each hex (7.21, 7.26)."""
        found: dict[Hex, tuple[Piece, ...]] = {}
        for one in self.pieces.values():
            for at in self.zone(one):
                found[at] = (*found.get(at, ()), one)
        return found

    def zone(self, one: Piece) -> tuple[Hex, ...]:
        """Return the hexes of a unit's zone: its front hexes that it could move into, and none across a
        trench (7.21, 7.22, L3211).

        Routed units have no zone, and neither has artillery, which has no facing (ruling 61).
        """
        if one.unit.routed or one.artillery:
            return ()
        return tuple(
            at
            for at in one.fronts()
            if self.ground.open_to(one.at, at) and self.ground.edge(one.at, at) != TRENCH
        )

    def holders(self, seat: str, at: Hex) -> tuple[Piece, ...]:
        """Return a side's enemies that have a zone in a hex."""
        return tuple(one for one in self.zones.get(at, ()) if one.seat != seat)

    def enemies_at(self, seat: str, at: Hex) -> bool:
        """Return whether an enemy of a side is in a hex."""
        return any(one.seat != seat for one in self.occupants.get(at, ()))

    def friends_at(self, mover: Piece, at: Hex) -> tuple[Piece, ...]:
        """Return the friends that share a hex with a unit, not including the unit itself."""
        return tuple(o for o in self.occupants.get(at, ()) if o.seat == mover.seat and o.id != mover.id)

    def of(self, seat: str) -> Iterator[Piece]:
        """Yield a side's units."""
        return (one for one in self.pieces.values() if one.seat == seat)

    def with_piece(self, one: Piece) -> Battlefield:
        """Return the field with a unit changed or added."""
        return Battlefield(self.ground, {**self.pieces, one.id: one})
