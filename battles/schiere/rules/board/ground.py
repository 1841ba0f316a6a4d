"""The board: its squares, their terrain, and the cost to enter them (L31-43, L108-118).

A square is written by its name ("c4"). Rules look neighbours up in tables that are built once per board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property, lru_cache
from typing import Final

from battles.schiere.rules.tables import load
from engine.values import dataclass
from kit.grid.square import Arc, Board, Facing, Square, arc_of

QUARTER: Final = 8  # squares along each side of a quarter of the board (L33)
ENTRY: Final = 4  # depth of an entry area, in rows (L33)
PLAIN, HEIGHT, WOOD, FORD, STREAM, RIVER = "plain", "height", "wood", "ford", "stream", "river"
BRIDGE, BOAT_BRIDGE, OFF = "bridge", "boat_bridge", "off"
BUILDING: Final = "building"  # boats that will be a bridge in the next turn (L322)
BRIDGES: Final = (BRIDGE, BOAT_BRIDGE)
BARRED: Final = (RIVER, OFF, BUILDING)  # terrain that no piece can enter
SURCHARGE: Final[Mapping[str, Mapping[str, int]]] = load("ground")["surcharge"]
EDGES: Final = ("south", "north")
FACINGS: Final = ("n", "e", "s", "w")
MOST_TABLES: Final = 256


@dataclass(frozen=True, eq=False)
class Ground:
    """A board with its terrain. ``kinds`` holds the terrain of every square that is not plain."""

    board: Board
    kinds: Mapping[str, str]
    _reached: dict[tuple[str, int, str], Mapping[str, int]] = field(default_factory=dict, repr=False)
    _covered: dict[tuple[tuple[str, ...], int, str], frozenset[str]] = field(default_factory=dict, repr=False)
    _changed: dict[tuple[tuple[str, str], ...], Ground] = field(default_factory=dict, repr=False)
    _shifted: dict[tuple[int, int], Mapping[str, str]] = field(default_factory=dict, repr=False)
    _prices: dict[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict, repr=False)

    @cached_property
    def squares(self) -> tuple[str, ...]:
        """All squares of the board, row by row from the south."""
        return tuple(str(s) for s in self.board if self.kinds.get(str(s)) != OFF)

    @cached_property
    def places(self) -> Mapping[str, Square]:
        """The column and row of each square."""
        return {name: Square.parse(name) for name in self.squares}

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The neighbours of each square, up to eight, including diagonal ones."""
        return {
            name: tuple(there for s in self.board.neighbours(square) if (there := str(s)) in self.places)
            for name, square in self.places.items()
        }

    @cached_property
    def side_neighbours(self) -> Mapping[str, frozenset[str]]:
        """The neighbours that share a side with each square. Diagonal neighbours are left out."""
        return {
            name: frozenset(
                there
                for there in self.neighbours[name]
                if square.column == self.places[there].column or square.row == self.places[there].row
            )
            for name, square in self.places.items()
        }

    def kind(self, square: str) -> str:
        return self.kinds.get(square, PLAIN)

    def is_barred(self, square: str) -> bool:
        """Return whether no piece can enter a square, because it is a river, an unfinished bridge, or off
        the board.
        """
        return square not in self.places or self.kinds.get(square) in BARRED

    def square_at_offset(self, square: str, columns: int, rows: int) -> str:
        """Return the square that lies a number of columns east and rows north of another square, or "" if it
        is off the board.
        """
        here = self.places[square]
        name = self._names.get((here.column + columns, here.row + rows), "")
        return name

    def shift_squares(self, columns: int, rows: int) -> Mapping[str, str]:
        """Map every square to the square that lies at the given offset from it, or to "" (see
        :meth:`square_at_offset`).
        """
        key = (columns, rows)
        if key not in self._shifted:
            if len(self._shifted) > MOST_TABLES:
                self._shifted.clear()
            self._shifted[key] = {
                square: self.square_at_offset(square, columns, rows) for square in self.squares
            }
        return self._shifted[key]

    @cached_property
    def _names(self) -> Mapping[tuple[int, int], str]:
        return {(square.column, square.row): name for name, square in self.places.items()}

    # --- distances and directions ---

    def distance(self, one: str, other: str) -> int:
        """The distance between two squares. A diagonal step counts as one (ruling S13)."""
        return self.far[one][other]

    @cached_property
    def far(self) -> Mapping[str, Mapping[str, int]]:
        """The distances from each square to all others. Boards with the same squares share this table."""
        return _far(self.squares)

    def arc(self, of: str, facing: str, other: str) -> Arc:
        """The arc in which a piece sees another square: front, flank or rear (L128-130)."""
        return arc_of(self.places[other], of=self.places[of], facing=Facing(facing))

    def facing_to(self, here: str, there: str) -> str:
        """Return the facing that turns a piece towards another square. On a diagonal it is north or south."""
        a, b = self.places[here], self.places[there]
        columns, rows = b.column - a.column, b.row - a.row
        if abs(rows) >= abs(columns):
            return "n" if rows > 0 else "s"
        return "e" if columns > 0 else "w"

    # --- movement costs ---

    def step(self, cls: str, here: str, there: str) -> int | None:
        """Return the cost for a class of units to step to a neighbouring square (L112-118), or None if the
        square is barred. The surcharge for an obstacle is paid only on entering it from other terrain
        (ruling S12).
        """
        if self.is_barred(there):
            return None
        kind = self.kinds.get(there, PLAIN)
        if kind == PLAIN or kind in BRIDGES or kind == self.kinds.get(here, PLAIN):
            return 1
        return 1 + SURCHARGE[cls][kind]

    def prices(self, cls: str) -> Mapping[str, Mapping[str, int]]:
        """Return the cost of a step from each square to every neighbour that a class of units may enter."""
        if cls not in self._prices:
            self._prices[cls] = {
                here: {
                    there: price
                    for there in self.neighbours[here]
                    if (price := self.step(cls, here, there)) is not None
                }
                for here in self.squares
            }
        return self._prices[cls]

    def reach(self, start: str, points: int, cls: str) -> Mapping[str, int]:
        """The squares within a number of movement points, with the cost of each. Pieces in the way do not
        matter.
        """
        key = (start, points, cls)
        if key not in self._reached:
            self._reached[key] = self._reach(start, points, cls)
        return self._reached[key]

    def joint_reach(self, starts: tuple[str, ...], points: int, cls: str) -> frozenset[str]:
        """The squares that can be reached from at least one starting square with this number of movement
        points.
        """
        key = (starts, points, cls)
        if key not in self._covered:
            if len(self._covered) > 256:
                self._covered.clear()
            self._covered[key] = frozenset(s for start in starts for s in self.reach(start, points, cls))
        return self._covered[key]

    def _reach(self, start: str, points: int, cls: str) -> Mapping[str, int]:
        prices, found = self.prices(cls), dict[str, int]()
        due: list[list[str]] = [[] for _ in range(max(0, points) + 1)]
        due[0].append(start)
        # every step costs at least one, so no later step can add to this list
        for spent, waiting in enumerate(due):
            for here in waiting:
                if here not in found:
                    found[here] = spent
                    for there, price in prices[here].items():
                        if there not in found and spent + price <= points:
                            due[spent + price].append(there)
        return found

    # --- entry areas ---

    def entry(self, edge: str) -> tuple[str, ...]:
        """The squares in a side's first four rows that a piece can enter (L33)."""
        return self._entries[edge]

    @cached_property
    def _entries(self) -> Mapping[str, tuple[str, ...]]:
        return {edge: tuple(s for s in self.squares if self._is_entry(edge, s)) for edge in EDGES}

    def _is_entry(self, edge: str, square: str) -> bool:
        row = self.places[square].row
        inside = row < ENTRY if edge == "south" else row >= self.board.rows - ENTRY
        return inside and not self.is_barred(square)

    # --- bridges built and broken ---

    def with_changes(self, changes: Mapping[str, str]) -> Ground:
        """The board with some squares changed. The same changes always return the same object."""
        if not changes:
            return self
        key = tuple(sorted(changes.items()))
        if key not in self._changed:
            if len(self._changed) > 64:
                self._changed.clear()
            self._changed[key] = self._copy_with(changes)
        return self._changed[key]

    def _copy_with(self, changes: Mapping[str, str]) -> Ground:
        """Copy the board with changed terrain, sharing its tables of neighbours and distances."""
        changed = Ground(self.board, {**self.kinds, **changes}, _shifted=self._shifted)
        for name in ("squares", "places", "neighbours", "side_neighbours", "far", "_names"):
            vars(changed)[name] = getattr(self, name)
        return changed


@lru_cache(maxsize=8)
def _far(squares: tuple[str, ...]) -> _DistanceTable:
    return _DistanceTable({name: Square.parse(name) for name in squares})


class _DistanceTable(dict[str, Mapping[str, int]]):
    """Distances between squares. The row of a square is computed when it is first used."""

    def __init__(self, places: Mapping[str, Square]) -> None:
        super().__init__()
        self.places = places

    def __missing__(self, one: str) -> Mapping[str, int]:
        a = self.places[one]
        row = {other: max(abs(a.column - b.column), abs(a.row - b.row)) for other, b in self.places.items()}
        self[one] = row
        return row
