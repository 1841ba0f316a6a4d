"""Thumbnails of maps for lists of games: standalone SVGs of a few kB. They show owners and forces, but no
names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from maps.values import Map, Piece, Side, Surface

COARSE, FINE = 130, 420  # points are merged if they are closer together than the map's width divided by this
WATER, NOBODYS, PLAIN, LINE = "#bcd3d8", "#e6d7b5", "#d9c3dc", "#6f5f49"
BOARD = "#e2e2c8"
LINED = 150  # on a board with more spaces than this, lines between them would hide everything else
TOKEN = re.compile(r"[MmLlz]|-?\d*\.?\d+")


def thumbnail(m: Map, *, fine: bool = False) -> str:
    """Draw a thumbnail of the whole map. ``fine``: whether it is for a picture as wide as a page."""
    out = m.outlines
    shapes = coarse_shapes(out.shapes, out.width / (FINE if fine else COARSE))
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {out.width:g} {out.height:g}">',
        f'<path fill="{WATER if m.surface is None else BOARD}" d="M0 0h{out.width:g}v{out.height:g}H0z"/>',
        *((f'<path fill="{NOBODYS}" d="{shapes["beyond"]}"/>',) if "beyond" in shapes else ()),
        *_owned_land(m, shapes),
        *(_board(m.surface) if m.surface is not None else ()),
        *_forces(m),
        "</svg>",
    ]
    return "".join(drawn)


def _owned_land(m: Map, shapes: dict[str, str]) -> Iterator[str]:
    """Draw the land in its owners' colours, with one path for each colour."""
    found: dict[tuple[str, float], list[str]] = {}
    for place in m.places:
        if place.kind == "land":
            found.setdefault(_filling(place.holder, m.plain), []).extend(
                shapes[one] for one in place.outline_ids if one in shapes
            )
    for (colour, opacity), paths in found.items():
        yield (
            f'<path fill="{colour}" fill-opacity="{opacity:g}" stroke="{LINE}" stroke-width="1.5" '
            f'stroke-opacity=".5" d="{"".join(paths)}"/>'
        )


def _filling(holder: Side | None, plain: Side | None) -> tuple[str, float]:
    if holder is None or not holder.mark:
        return NOBODYS, 1
    return (PLAIN, 1) if holder == plain else (holder.colour, 0.6)


def _board(surface: Surface) -> Iterator[str]:
    """Draw the board with its terrain, and the lines between its spaces unless there are too many."""
    tiling = surface.tiling
    yield f'<path fill="{BOARD}" stroke="{LINE}" stroke-width="3" d="{tiling.board}"/>'
    for kind, names in surface.fills:
        yield f'<path fill="{kind.colour}" fill-opacity=".4" d="{tiling.outline(names)}"/>'
    if len(tiling.middles) <= LINED:
        lines = "".join(tiling.outline((name,)) for name in tiling.middles)
        yield f'<path fill="none" stroke="{LINE}" stroke-opacity=".3" stroke-width="2" d="{lines}"/>'


def _forces(m: Map) -> Iterator[str]:
    """Draw the strongest piece of each place. It is a disc sized by the piece's strength or, on a board, a
    square.
    """
    unit = m.outlines.width / 100
    for place in m.places:
        piece = max(place.pieces, key=_weight, default=None)
        if piece is None:
            continue
        if m.surface is not None:
            half = m.surface.tiling.space_width * 0.36
            corner = f"M{place.x - half:g} {place.y - half:g}h{half * 2:g}v{half * 2:g}h-{half * 2:g}z"
            yield f'<path fill="{piece.side.colour}" stroke="#fff" stroke-width="3" d="{corner}"/>'
        elif piece.strength:
            radius = unit * (0.9 + min(piece.strength, 30) / 15)
            yield (
                f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{radius:.1f}" fill="{piece.side.colour}" '
                f'stroke="#fff" stroke-width="{unit / 4:.1f}"/>'
            )


def _weight(piece: Piece) -> tuple[bool, int]:
    return piece.shape == "counter", piece.strength


# --- simplified outlines ---------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def coarse_shapes(shapes: tuple[tuple[str, str], ...], step: float) -> dict[str, str]:
    """Return a map's shapes with fewer points, by key. ``step``: the minimum distance between two points."""
    return {key: "".join(_write_path(_thin_points(part, step)) for part in _parts(d)) for key, d in shapes}


Point = tuple[float, float]


def _parts(d: str) -> Iterator[list[Point]]:
    """Yield the outlines of a path, each as a list of its points. The path uses only M, l and z, as written
    by tools/maps.
    """
    points: list[Point] = []
    absolute, x, y = True, 0.0, 0.0
    tokens = iter(TOKEN.findall(d))
    for token in tokens:
        if token in "MmLlz":
            if token in "Mmz" and points:
                yield points
                x, y = points[0] if token == "z" else (x, y)
                points = []
            absolute = token.isupper()
            continue
        across, down = float(token), float(next(tokens))
        x, y = (across, down) if absolute else (x + across, y + down)
        points.append((x, y))
    if points:
        yield points


def _thin_points(points: list[Point], step: float) -> list[Point]:
    """Drop each point that is too close to the last point kept."""
    kept = points[:1]
    for x, y in points[1:]:
        if (x - kept[-1][0]) ** 2 + (y - kept[-1][1]) ** 2 >= step**2:
            kept.append((x, y))
    return kept


def _write_path(points: Iterable[Point]) -> str:
    """Return a path in whole numbers, or "" if it has fewer than three points."""
    rounded = [(round(x), round(y)) for x, y in points]
    if len(rounded) < 3:
        return ""
    steps = zip(rounded, rounded[1:], strict=False)
    return f"M{rounded[0][0]} {rounded[0][1]}l{' '.join(f'{c - a} {d - b}' for (a, b), (c, d) in steps)}z"
