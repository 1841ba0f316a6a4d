"""The terrain of a battle: hexes with their cover and levels, and hexsides (6.2, L2483)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeVar

from battles.cataphract.rules.tables import table
from engine.reading import Reader
from engine.values import cached_property
from kit.grid.board import HexBoard, columns
from kit.grid.hexes import Hex, Hexside, side_between

OPEN, WOODS, BROKEN = "open", "woods", "broken"
COVERS: Final = (OPEN, WOODS, BROKEN)
WALL, EUPHRATES = "city_wall", "euphrates"
RIVER, STREAM, TRENCH = "volturno_river", "stream", "trench"
EDGES: Final = (RIVER, STREAM, TRENCH, WALL, EUPHRATES)
ROUGH: Final = frozenset(table("movement")["rough_class"])
CLOSED: Final = (WALL, EUPHRATES)  # hexsides that no unit can cross
COLUMNS: Final = range(10, 61)  # the columns that the printed set-ups use (dossier 3.16)
ROWS: Final = range(2, 41)
MOST_LEVEL: Final = 9
MOST_NAMED: Final = 2500
V = TypeVar("V")


@dataclass(frozen=True)
class Ground:
    """A map.

    ``covers``: woods and broken ground. ``edges``: rivers, streams, trenches and walls by
    hexside. ``bridges``: the hexsides with a bridge. ``closed``: the hexes that no unit can enter.
    ``walls``: the hexes from which archers shoot down from a wall. ``windy``: whether the wind blows at those
    who shoot toward the western edge.
    """

    board: HexBoard
    covers: Mapping[Hex, str] = field(default_factory=dict)
    edges: Mapping[Hexside, str] = field(default_factory=dict)
    bridges: frozenset[Hexside] = frozenset()
    closed: frozenset[Hex] = frozenset()
    walls: frozenset[Hex] = frozenset()
    windy: bool = False

    @cached_property
    def zones(self) -> dict[tuple[Hex, int, bool], tuple[Hex, ...]]:
        """A cache for the zones of units (pieces.Battlefield.zone), which depend only on a unit's hex, its
        facing and whether it is a Column.
        """
        return {}

    def cover(self, at: Hex) -> str:
        """Return the terrain that covers a hex."""
        return self.covers.get(at, OPEN)

    def rough(self, at: Hex) -> bool:
        """Return whether a hex counts as rough terrain (6.27)."""
        return at in self.covers and self.covers[at] in ROUGH

    def edge(self, a: Hex, b: Hex) -> str:
        """Return the terrain on the hexside between two neighbours, or ""."""
        return self.edges.get(side_between(a, b), "") if self.edges else ""

    def open_to(self, a: Hex, b: Hex) -> bool:
        """Return whether a unit can step from one hex to another at all (6.25)."""
        return b in self.board and b not in self.closed and self.edge(a, b) not in CLOSED

    def climb(self, a: Hex, b: Hex) -> int:
        """Return the number of levels that a step from one hex to another climbs. It is negative if the step
        descends.
        """
        return self.board.level(b) - self.board.level(a)


@cache
def plain() -> Ground:
    """Return open ground that covers the hexes used in the printed set-ups.

    The printed maps are not available, so this map is the site's own.
    """
    return Ground(columns(COLUMNS, ROWS))


def read_ground(one: Reader) -> Ground:
    """Read a map, and report the place of every mistake. Hexes that are not listed are open and flat.

    ``terrain`` and ``levels`` are given by hex, and ``edges`` by hexside ("1805NE"). ``bridges`` and
    ``closed`` are lists.
    """
    one.only("terrain levels edges bridges closed")
    base = plain().board
    named = {at: str(one["terrain"][at].one_of(COVERS)) for at in _keys(one["terrain"])}
    levels = {at: one["levels"][at].number(0, MOST_LEVEL) for at in _keys(one["levels"])}
    edges = {at: str(one["edges"][at].one_of(EDGES)) for at in _keys(one["edges"])}
    board = HexBoard(base.layout, base.hexes, _place_by_hex(one["levels"], levels))
    return Ground(
        board,
        _place_by_hex(one["terrain"], named),
        {side: edges[at] for at in edges if (side := _side(one["edges"][at], at)) is not None},
        frozenset(_sides(one["bridges"])),
        frozenset(_hexes(one["closed"])),
    )


def _keys(one: Reader) -> list[str]:
    return list(one.object())[:MOST_NAMED] if one.has_value else []


def _place_by_hex(one: Reader, found: Mapping[str, V]) -> dict[Hex, V]:
    placed = {at: read_hex(one[at], at) for at in found}
    return {hex: found[at] for at, hex in placed.items() if hex is not None}


def read_hex(one: Reader, text: str) -> Hex | None:
    """Read the name of a hex on the map. For any other text, report a mistake and return None."""
    try:
        return plain().board.place(text)
    except ValueError:
        one.note_mistake("not_on_the_map", hex=text[:8])
        return None


def _side(one: Reader, text: str) -> Hexside | None:
    try:
        return plain().board.side(text)
    except ValueError:
        one.note_mistake("not_a_hexside", side=text[:10])
        return None


def _sides(listed: Reader) -> list[Hexside]:
    found = [_side(one, one.text(10)) for one in (listed.items(MOST_NAMED) if listed.has_value else [])]
    return [side for side in found if side is not None]


def _hexes(listed: Reader) -> list[Hex]:
    found = [read_hex(one, one.text(8)) for one in (listed.items(MOST_NAMED) if listed.has_value else [])]
    return [at for at in found if at is not None]
