"""The ground of a battle: hexes, what covers them, their levels and hexsides (6.2, L2483)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeVar

from battles.cataphract.rules.tables import table
from engine.reading import Reader
from kit.grid.board import HexBoard, columns
from kit.grid.hexes import Hex, Hexside, side_between

OPEN, WOODS, BROKEN = "open", "woods", "broken"
COVERS: Final = (OPEN, WOODS, BROKEN)
WALL, EUPHRATES = "city_wall", "euphrates"
RIVER, STREAM, TRENCH = "volturno_river", "stream", "trench"
EDGES: Final = (RIVER, STREAM, TRENCH, WALL, EUPHRATES)
ROUGH: Final = frozenset(table("movement")["rough_class"])
CLOSED: Final = (WALL, EUPHRATES)  # nobody crosses or enters
COLUMNS: Final = range(10, 61)  # as far as the printed set-ups reach (dossier 3.16)
ROWS: Final = range(2, 41)
MOST_LEVEL: Final = 9
MOST_NAMED: Final = 2500
V = TypeVar("V")


@dataclass(frozen=True)
class Ground:
    """A map. ``covers``: woods and broken ground; ``edges``: rivers, streams, trenches and walls by hexside;
    ``bridges``: hexsides with one; ``closed``: hexes that nobody enters."""

    board: HexBoard
    covers: Mapping[Hex, str] = field(default_factory=dict)
    edges: Mapping[Hexside, str] = field(default_factory=dict)
    bridges: frozenset[Hexside] = frozenset()
    closed: frozenset[Hex] = frozenset()

    def cover(self, at: Hex) -> str:
        """Return what covers a hex."""
        return self.covers.get(at, OPEN)

    def rough(self, at: Hex) -> bool:
        """Whether a hex is of the class of rough terrain (6.27)."""
        return at in self.covers and self.covers[at] in ROUGH

    def edge(self, a: Hex, b: Hex) -> str:
        """Return what runs between two neighbours; "" for nothing."""
        return self.edges.get(side_between(a, b), "") if self.edges else ""

    def open_to(self, a: Hex, b: Hex) -> bool:
        """Whether a unit may step from one hex to the next at all (6.25)."""
        return b in self.board and b not in self.closed and self.edge(a, b) not in CLOSED

    def climb(self, a: Hex, b: Hex) -> int:
        """Return how many levels the step from one hex to another goes up; below 0 it goes down."""
        return self.board.level(b) - self.board.level(a)


@cache
def plain() -> Ground:
    """Return an open field with the printed hexes. The maps themselves are not printed: this one is ours."""
    return Ground(columns(COLUMNS, ROWS))


def read_ground(one: Reader) -> Ground:
    """Read a map: ``terrain`` and ``levels`` by hex, ``edges`` by hexside ("1805NE"), ``bridges``,
    ``closed``. Every mistake is named with its place; what is not given is open and flat."""
    one.only("terrain levels edges bridges closed")
    base = plain().board
    named = {at: str(one["terrain"][at].one_of(COVERS)) for at in _keys(one["terrain"])}
    levels = {at: one["levels"][at].number(0, MOST_LEVEL) for at in _keys(one["levels"])}
    edges = {at: str(one["edges"][at].one_of(EDGES)) for at in _keys(one["edges"])}
    board = HexBoard(base.layout, base.hexes, _placed(one["levels"], levels))
    return Ground(
        board,
        _placed(one["terrain"], named),
        {side: edges[at] for at in edges if (side := _side(one["edges"][at], at)) is not None},
        frozenset(_sides(one["bridges"])),
        frozenset(_hexes(one["closed"])),
    )


def _keys(one: Reader) -> list[str]:
    return list(one.object())[:MOST_NAMED] if one.given else []


def _placed(one: Reader, found: Mapping[str, V]) -> dict[Hex, V]:
    placed = {at: read_hex(one[at], at) for at in found}
    return {hex: found[at] for at, hex in placed.items() if hex is not None}


def read_hex(one: Reader, text: str) -> Hex | None:
    """Read the name of a hex on the map; None with a mistake for anything else."""
    try:
        return plain().board.place(text)
    except ValueError:
        one.wrong("not_on_the_map", hex=text[:8])
        return None


def _side(one: Reader, text: str) -> Hexside | None:
    try:
        return plain().board.side(text)
    except ValueError:
        one.wrong("not_a_hexside", side=text[:10])
        return None


def _sides(listed: Reader) -> list[Hexside]:
    found = [_side(one, one.text(10)) for one in (listed.items(MOST_NAMED) if listed.given else [])]
    return [side for side in found if side is not None]


def _hexes(listed: Reader) -> list[Hex]:
    found = [read_hex(one, one.text(8)) for one in (listed.items(MOST_NAMED) if listed.given else [])]
    return [at for at in found if at is not None]
