"""The values that describe a map. A system describes its places and pieces; this package draws them."""

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
    """The owner of places and pieces. Sides are distinguished by colour, pattern and two letters, and never
    by colour alone. ``mark``: the letters, or "" for nobody. ``motif``: the pattern, as a path on an 8 by 8
    tile.
    """

    id: str
    mark: str
    colour: str
    motif: str = ""


@dataclass(frozen=True)
class Badge:
    """A small sign on an upright counter. ``corner``: nw, ne, se or sw. ``text``: a number, or one or two
    letters. ``kind``: hurt, warn, done or ""; kinds differ by their outline.
    """

    corner: str
    text: str
    kind: str = ""


@dataclass(frozen=True)
class Piece:
    """A counter. ``shape``: block (a shield), disc (a leader's star), square, lozenge, ship, unit, hull,
    counter, token or chip. ``strength``: its number, or 0 for none. ``lettered``: whether it shows the
    letters of its side. ``wrong``: whether a mark shows that it has a problem. ``facing``: degrees clockwise
    from the top. ``count``: the number of pieces in the stack. A disc shows its leader's initial (``label``).
    Units and hulls have room for a ``symbol``.

    A ``counter`` is on a square and faces north, east, south or west. Its front shows its ``shields`` (those
    left and the original number) and the ``label`` of its group. It also shows whether a commander of the
    first or second rank leads it (``led``), and whether a card is face down under it (``covered``). Its back
    shows its number of ``swords``.

    A ``token`` is drawn upright on a space, in any of six or eight facings. It shows a symbol, a label, and
    its current and original number of blocks (``shields``). It has a star if it is ``led``, and ``badges`` at
    its corners. A ``chip`` is a token in a distant view.
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
        """Whether the piece is a ship. Ships are never stacked with land pieces."""
        return self.shape in ("ship", "hull")


@dataclass(frozen=True)
class Place:
    """A place on a map. ``kind``: land, sea, box, or space (of a board). ``x`` and ``y``: the point around
    which its name and pieces are drawn. ``described``: a description of everything in it, for the tooltip and
    for viewers who cannot see the map. ``own``: whether it holds the viewer's pieces. ``rich``: whether its
    name is bold, and is left out later than other names. ``ground``: the terrain drawn over its fill
    (highland, marsh), or "". ``outlines``: the ids of its outlines, if they differ from its own id.
    """

    id: str
    kind: str
    x: float
    y: float
    name: str
    described: str
    holder: Side | None = None
    rich: bool = False
    sign: str = ""  # city, ruin, fort or ""
    flag: Side | None = None
    treasure: bool = False
    pieces: tuple[Piece, ...] = ()
    own: bool = False
    ground: str = ""
    outlines: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.id, self.described))  # fast, because each view of a map looks up a hundred places

    @property
    def outline_ids(self) -> tuple[str, ...]:
        """The ids of the outlines that make up the place."""
        return self.outlines or (self.id,)


@lru_cache(maxsize=4096)
def _intern_place(place: Place) -> Place:
    return place


@dataclass(frozen=True)
class Region:
    """Several places with a common name, which is shown when the whole map is in view."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Level:
    """A zoom level. It applies from this ``scale``, in pixels per drawing unit, up to the scale of the next
    level. ``regions``: whether it shows the names of regions instead of places. ``play``: whether it is the
    level of play, which shows every piece. Other levels show one stack for each side.
    """

    scale: float
    regions: bool = False
    play: bool = False


@dataclass(frozen=True)
class Outlines:
    """The shapes of a map, as JSON from tools/maps. The same paths are in an SVG that browsers can cache.
    ``address``: the URL of this SVG. ``shapes``: pairs (id, path), for drawing without the SVG.
    """

    address: str
    width: float
    height: float
    points: Mapping[str, tuple[float, float]]  # where to draw the name of each place
    links: tuple[tuple[str, str, str], ...]  # (place, place, kind), joined by a line, not a border
    shapes: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)
    relief: bool = False  # whether the outlines include the hatching of mountains


@cache
def outlines(path: Path, address: str) -> Outlines:
    """Read the outlines of a map. ``address``: the URL of the same outlines as an SVG."""
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
    """A kind of terrain on the spaces of a board. It differs from other kinds by its ``motif``, not only by
    its ``colour``. The motif consists of lines around the middle of a space, 56 wide and high, and leaves
    the middle free for a counter.
    """

    id: str
    colour: str
    motif: str


@dataclass(frozen=True)
class Stroke:
    """A line on a board. ``kind``: river, ford, wall, rampart or trench along the side of a space, or section
    for the border between parts of the board.
    """

    kind: str
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Surface:
    """A board of equal spaces: the tiling, its terrain, the lines over it, and descriptions of empty spaces
    by name. Occupied spaces are the places of the map instead.
    """

    tiling: Tiling
    fills: tuple[tuple[Side | Ground, tuple[str, ...]], ...] = ()
    strokes: tuple[Stroke, ...] = ()
    told: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Map:
    """A map. ``title``: the name of its subject. ``levels``: the zoom levels, from the whole map to the
    closest view, the level of play. ``plain``: the most common side, whose places get no pattern. ``edges``:
    texts along the edges of the map, with their positions. ``symbols``: the signs on counters, as lines
    around the origin, 12 wide and 10 high. ``surface``: the board, or None for a map that is not a board. On
    a board, ``places`` has only the occupied spaces.
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
        """The places of the map. A place that equals an earlier one is replaced by the earlier object, so
        that caches find it quickly.
        """
        return tuple(map(_intern_place, self.places))


@dataclass(frozen=True)
class Way:
    """A line through places. ``kind``: march (selected), plan (intended), sight (a line of sight), stopped (a
    blocked line of sight) or bolt (a possible uncontrolled run).
    """

    places: tuple[str, ...]
    kind: str = "march"


@dataclass(frozen=True)
class Marks:
    """The current marks on a map. ``chosen``: the selected place. ``reach``: reachable places with their
    costs. ``targets``: places that can be attacked. ``ways``: routes. ``shaded``: places that the enemy
    guards. ``ports``: places where the selected fleet can land. ``links``: the stretches of water that the
    fleet crosses, each between two places. ``states``: the spaces of a board by state.
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
    """The URLs of places. A URL consists of ``address``, the place's id and ``keep``. ``keep`` is left out
    for a place with the viewer's pieces, unless the place is one of the current ``goals``.
    """

    address: str
    keep: str = ""
    goals: frozenset[str] = frozenset()

    def url_of(self, place: Place) -> str:
        """Return the URL of a place."""
        kept = not place.own or place.id in self.goals
        return f"{self.address}{place.id}{self.keep if kept else ''}"
