"""What a map is made of, as values. A system describes its places and pieces; this room draws them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Side:
    """Somebody who holds places and owns pieces, told apart by a colour, a pattern and two letters, never by
    the colour alone. ``mark``: those letters, "" for a side that stands for nobody; ``motif``: a path on a
    tile of 8 by 8."""

    id: str
    mark: str
    colour: str
    motif: str = ""


@dataclass(frozen=True)
class Piece:
    """A counter. ``shape``: block, disc, square, lozenge or ship; ``lettered``: with the letters of its side;
    ``wrong``: underlined, as something is amiss with it."""

    shape: str
    side: Side
    text: str = ""
    lettered: bool = False
    wrong: bool = False


@dataclass(frozen=True)
class Place:
    """Somewhere on a map. ``kind``: land, sea or box; ``label``: its name in lines; ``described``: everything
    that is there, for the tooltip and for those who do not see the map; ``own``: with pieces of the reader's.
    """

    id: str
    kind: str
    x: float
    y: float
    label: tuple[str, ...]
    described: str
    holder: Side | None = None
    rich: bool = False  # its name is bold
    sign: str = ""  # city or fort
    flag: Side | None = None
    treasure: bool = False
    pieces: tuple[Piece, ...] = ()
    own: bool = False


@dataclass(frozen=True)
class Outlines:
    """The drawn shapes of a map: a JSON that tools/maps writes, and beside it the same paths as an SVG that
    browsers keep. ``address``: where a browser finds that SVG."""

    address: str
    width: float
    height: float
    points: Mapping[str, tuple[float, float]]  # of places of every kind: where their labels stand
    links: tuple[tuple[str, str, str], ...]  # (a, b, kind): joined by a line instead of a border


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
    )


@dataclass(frozen=True)
class Map:
    """``title``: what it shows; ``plain``: whose places have no pattern, as they are most."""

    title: str
    outlines: Outlines
    places: tuple[Place, ...]
    plain: Side | None = None


@dataclass(frozen=True)
class Marks:
    """What is marked on a map at the moment: the chosen place, and what can be reached at what cost."""

    chosen: str = ""
    reach: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Links:
    """Where a tap on a place leads: ``address`` and its id, then ``keep`` unless the place is ``own``."""

    address: str
    keep: str = ""
