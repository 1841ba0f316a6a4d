"""The parts of a map, as values. A system describes its places and pieces; this package draws them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from maps.tiling import Tiling


@dataclass(frozen=True)
class Side:
    """The owner of places and pieces, identified by colour, pattern and two letters, never by colour alone.
    ``mark``: the letters, "" for nobody; ``motif``: a path on a tile of 8 by 8.
    """

    id: str
    mark: str
    colour: str
    motif: str = ""


@dataclass(frozen=True)
class Badge:
    """A small sign at a ``corner`` (nw, ne, se or sw) of an upright counter: a number, or one or two letters.
    ``kind``: hurt, warn, done or "", distinguished by their outline.
    """

    corner: str
    text: str
    kind: str = ""


@dataclass(frozen=True)
class Piece:
    """A counter. ``shape``: block, disc, square, lozenge or ship, or unit and hull with room for a
    ``symbol``; ``strength``: its number, 0 for none; ``lettered``: show its side's letters; ``wrong``:
    underline a problem; ``facing``: degrees clockwise from the top; ``count``: pieces in the stack.

    A ``counter`` is on a square and faces north, east, south or west. Its front has its ``shields`` (left and
    at first), the ``label`` of its group, and signs if a commander of the first or second rank ``led`` it on
    its square or if it is ``covered`` (a card is face down under it). Its back has its number of ``swords``.

    A ``token`` is drawn upright on a space, in any of six or eight facings: with a symbol, a label, its
    blocks left and at first (``shields``), a star if it is ``led``, and ``badges`` at its corners.
    """

    shape: str
    side: Side
    strength: int = 0
    lettered: bool = False
    wrong: bool = False
    facing: int | None = None
    count: int = 1
    symbol: str = ""
    shields: tuple[int, int] = (0, 0)
    label: str = ""
    led: int = 0
    covered: bool = False
    swords: int = 0
    badges: tuple[Badge, ...] = ()

    @property
    def afloat(self) -> bool:
        """Return whether the stack consists of ships, which never share one with land pieces."""
        return self.shape in ("ship", "hull")


@dataclass(frozen=True)
class Place:
    """A place on a map. ``kind``: land, sea, box or space (of a board); ``x`` and ``y``: the point around
    which its name and pieces are drawn; ``described``: its whole contents, for the tooltip and for readers
    who cannot see the map; ``own``: it has pieces of the reader's; ``rich``: in bold letters, and first if
    there is no room for every name; ``ground``: the terrain over its filling, highland or marsh;
    ``outlines``: its outlines, if not the one of its id.
    """

    id: str
    kind: str
    x: float
    y: float
    name: str
    described: str
    holder: Side | None = None
    rich: bool = False
    sign: str = ""  # city, ruin or fort
    flag: Side | None = None
    treasure: bool = False
    pieces: tuple[Piece, ...] = ()
    own: bool = False
    ground: str = ""
    outlines: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.id, self.described))  # each view of a map looks up a hundred places

    @property
    def outline_ids(self) -> tuple[str, ...]:
        """Return the outlines that make up the place."""
        return self.outlines or (self.id,)


@lru_cache(maxsize=4096)
def _intern_place(place: Place) -> Place:
    return place


@dataclass(frozen=True)
class Region:
    """Several places with a common name, shown at the scale of the whole map."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Level:
    """The lettering of the map from this ``scale`` on, in pixels per drawing unit, up to the next level's. It
    has the names of ``regions`` or of places, and every piece (``play``) or each side's as one stack.
    """

    scale: float
    regions: bool = False
    play: bool = False


@dataclass(frozen=True)
class Outlines:
    """A map's shapes: JSON from tools/maps, next to the same paths as a cacheable SVG. ``address``: the URL
    of that SVG; ``shapes``: (id, path), for drawing without it.
    """

    address: str
    width: float
    height: float
    points: Mapping[str, tuple[float, float]]  # where the names of places of every kind are drawn
    links: tuple[tuple[str, str, str], ...]  # (a, b, kind): joined by a line instead of a border
    shapes: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)
    relief: bool = False  # whether mountains are hatched


@cache
def outlines(path: Path, address: str) -> Outlines:
    """Read the outlines of a map."""
    found: Any = json.loads(path.read_text(encoding="utf-8"))
    parts = ("provinces", "seas", "boxes")
    return Outlines(
        address,
        found["width"],
        found["height"],
        {key: (at["x"], at["y"]) for part in parts for key, at in found[part].items()},
        tuple((a, b, kind) for a, b, kind in found["links"]),
        (("beyond", found["beyond"]), *((key, at["d"]) for key, at in found["provinces"].items())),
        relief=bool(found.get("relief")),
    )


@dataclass(frozen=True)
class Ground:
    """The ground on spaces of a board, distinguished by its ``motif`` and not by its ``colour`` alone: lines
    around the middle of a space, 56 wide and high, that leave the middle free for a counter.
    """

    id: str
    colour: str
    motif: str


@dataclass(frozen=True)
class Stroke:
    """A line over a board. Its kind is river, ford, wall, rampart or trench along the side of a space, or
    section: the border of a part of the board.
    """

    kind: str
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Surface:
    """A board of equal spaces, apart from the occupied ones: the tiling, its grounds, lines over it, and
    descriptions of empty spaces by name.
    """

    tiling: Tiling
    fills: tuple[tuple[Side | Ground, tuple[str, ...]], ...] = ()
    strokes: tuple[Stroke, ...] = ()
    told: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Map:
    """A map. ``title``: its subject; ``levels``: from the whole map to the nearest, the level of play;
    ``plain``: the side whose places have no pattern, as the most common; ``edges``: texts next to the map
    with their positions; ``symbols``: the marks of counters, as a path in lines around the middle, 12 wide
    and 10 high; ``surface``: for a board, whose ``places`` are its occupied spaces.
    """

    title: str
    outlines: Outlines
    places: tuple[Place, ...]
    levels: tuple[Level, ...]
    plain: Side | None = None
    regions: tuple[Region, ...] = ()
    edges: tuple[tuple[str, float, float], ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    surface: Surface | None = None

    @cached_property
    def interned_places(self) -> tuple[Place, ...]:
        """Return the map's places. Unchanged ones are the same objects as before, so that caches find them at
        once.
        """
        return tuple(map(_intern_place, self.places))


@dataclass(frozen=True)
class Way:
    """A line through places. ``kind``: march (selected), plan (intended), sight (visible), stopped (end of
    sight) or bolt (where something may run by itself).
    """

    places: tuple[str, ...]
    kind: str = "march"


@dataclass(frozen=True)
class Marks:
    """The current marks on a map: the selected place, reachable places with their costs, targets, routes, and
    places that are ``shaded`` (guarded). ``ports``: where the selected fleet can put in; ``links``: the
    stretches of water it crosses, each between two places; on a board, the ``states`` of spaces.
    """

    chosen: str = ""
    reach: Mapping[str, str] = field(default_factory=dict)
    targets: frozenset[str] = frozenset()
    ways: tuple[Way, ...] = ()
    shaded: frozenset[str] = frozenset()
    ports: frozenset[str] = frozenset()
    links: frozenset[tuple[str, str]] = frozenset()
    states: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Links:
    """The target of a tap on a place: ``address`` and the place's id, then ``keep`` unless the place is
    ``own`` and none of the current view's ``goals``.
    """

    address: str
    keep: str = ""
    goals: frozenset[str] = frozenset()

    def url_of(self, place: Place) -> str:
        """Return the URL of a place."""
        kept = not place.own or place.id in self.goals
        return f"{self.address}{place.id}{self.keep if kept else ''}"
