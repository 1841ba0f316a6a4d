"""The ground under a base: going, slope and river banks (sections "area_features" and "linear_features").

A piece is a union of convex outlines. A base is in a piece if it reaches into it by more than
``convex.TOUCH``. A base partly in a piece counts as wholly in it (L194).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from battles.dba.rules.field import bases, convex, geometry, shapes
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.geometry import UNIT, Line, Point
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.shapes import BOARD, DrawnPiece

BAD: Final = frozenset({"steep_hill", "woods", "marsh", "rough"})
SAND: Final = frozenset({"dunes", "oasis"})
HILLS: Final = frozenset({"steep_hill", "gentle_hill"})
BANK: Final = 250  # 10 paces; a base this near the water is on the bank (ruling P7)
SIDE: Final = BOARD * UNIT
EDGE: Final[Line] = ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE))


@lru_cache(maxsize=512)
def parts(piece: DrawnPiece) -> tuple[Line, ...]:
    """Return the convex outlines that make up a piece: one for an area, and a strip for each segment of a
    linear piece.
    """
    if not piece.linear:
        return (shapes.outline(piece),)
    line = shapes.course(piece)
    pairs = list(zip(line, line[1:], strict=False))
    if piece.kind == "waterway":
        return tuple((a, b, _point_ashore(piece, b), _point_ashore(piece, a)) for a, b in pairs)
    return tuple(strip(a, b, piece.width * UNIT) for a, b in pairs)


def _point_ashore(piece: DrawnPiece, point: Point) -> Point:
    """Return the point of the board's edge that lies behind a point of a waterway's shore."""
    x, y = point
    return {1: (x, 0), 2: (SIDE, y), 3: (x, SIDE), 4: (0, y)}[piece.edge]


def strip(a: Point, b: Point, width: int) -> Line:
    long = geometry.distance_between(a, b) or 1
    x, y = -(b[1] - a[1]) * width // (2 * long), (b[0] - a[0]) * width // (2 * long)
    return (a[0] + x, a[1] + y), (b[0] + x, b[1] + y), (b[0] - x, b[1] - y), (a[0] - x, a[1] - y)


def pieces_under(position: Position, outline: Sequence[Point]) -> Iterator[DrawnPiece]:
    """Yield the pieces of terrain that an outline reaches into."""
    return _pieces_reached(position.drawing, outline)


def _pieces_reached(pieces: Sequence[DrawnPiece], outline: Sequence[Point]) -> Iterator[DrawnPiece]:
    if not pieces:
        return
    left, top, right, low = geometry.box(outline)
    for piece in pieces:
        a, b, c, d = _piece_box(piece)
        if left < c and a < right and top < d and b < low and _is_reached(piece, tuple(outline)):
            yield piece


def _is_in_any(position: Position, kind: str, outline: Sequence[Point]) -> bool:
    """Return whether an outline reaches into a piece of a kind. Other pieces are not compared with it."""
    pieces = [piece for piece in position.drawing if piece.kind == kind]
    return any(True for _ in _pieces_reached(pieces, outline))


@lru_cache(maxsize=16384)
def _is_reached(piece: DrawnPiece, outline: Line) -> bool:
    """Return whether an outline reaches into a piece. The result is cached, because the same places are
    checked often.
    """
    around = geometry.box(outline)
    reached = (part for part, box in _boxed_parts(piece) if convex.boxes_overlap(around, box))
    return any(convex.outlines_overlap(outline, part) for part in reached)


@lru_cache(maxsize=512)
def _boxed_parts(piece: DrawnPiece) -> tuple[tuple[Line, geometry.Box], ...]:
    """Return the convex parts of a piece, each with the upright rectangle around it."""
    return tuple((part, geometry.box(part)) for part in parts(piece))


@lru_cache(maxsize=512)
def _piece_box(piece: DrawnPiece) -> geometry.Box:
    return geometry.box([point for part in parts(piece) for point in part])


def kinds_under(position: Position, outline: Sequence[Point]) -> set[str]:
    return {piece.kind for piece in pieces_under(position, outline)}


def going_of(position: Position, base: Base) -> str:
    """Return the going of a base as a Situation names it: good, bad, bad_road, sand or river."""
    kinds = kinds_under(position, base.corners)
    if kinds & BAD:
        return "bad_road" if on_road(position, base) else "bad"
    if kinds & SAND:
        return "sand"
    return "river" if "river" in kinds and not on_road(position, base) else "good"


def on_road(position: Position, base: Base) -> bool:
    """Return whether a base is on a road, which means that the middle of its front edge is (ruling P8)."""
    (ax, ay), (bx, by) = base.front
    middle = ((ax + bx) // 2, (ay + by) // 2)
    roads = (piece for piece in position.drawing if piece.kind == "road")
    return any(convex.contains(part, middle) for road in roads for part in parts(road))


def impassable(position: Position, outline: Sequence[Point]) -> bool:
    """Return whether an outline reaches into a waterway."""
    return _is_in_any(position, "waterway", outline)


def off_board(outline: Sequence[Point]) -> bool:
    """Return whether an outline extends over the edge of the board by more than ``convex.TOUCH``."""
    low, high = -convex.TOUCH, SIDE + convex.TOUCH
    return not all(low <= x <= high and low <= y <= high for x, y in outline)


def built_up(position: Position) -> Line:
    """Return the outline of the built-up area, or () if there is none."""
    return next((parts(piece)[0] for piece in position.drawing if piece.kind == "bua"), ())


# --- height ---


def height(position: Position, point: Point) -> Fraction:
    """Return the height of a point: 1 in the middle of a hill, falling evenly to 0 at its foot
    (ruling P5).
    """
    hills = (piece for piece in position.drawing if piece.kind in HILLS)
    return max((_height(hill, point) for hill in hills), default=Fraction(0))


def _height(hill: DrawnPiece, point: Point) -> Fraction:
    along, across = local_point(hill, point)
    long, wide = hill.length * UNIT, hill.width * UNIT
    down = Fraction(4 * along * along, long * long) + Fraction(4 * across * across, wide * wide)
    return max(Fraction(0), 1 - down)


def local_point(piece: DrawnPiece, point: Point) -> Point:
    """Convert a point to the coordinates of an area piece, which run along its two diameters from its
    centre.
    """
    at = (point[0] - piece.x * UNIT, point[1] - piece.y * UNIT)
    ((along, across),) = geometry.turn_points([at], (0, 0), -piece.turn % 360)
    return along, across


def is_higher(position: Position, mine: Base, theirs: Base) -> bool:
    """Return whether the front edge of ``mine`` is wholly higher than that of ``theirs`` (L196).

    Both corners and the middle are compared, one step behind the front. Each point of ``mine`` must be
    higher than every point of ``theirs`` (ruling P5).
    """
    if not any(piece.kind in HILLS for piece in position.drawing):
        return False
    own, foe = (_behind_the_front(position, base) for base in (mine, theirs))
    return min(own) > max(foe)


def _behind_the_front(position: Position, base: Base) -> list[Fraction]:
    points = (
        bases.offset(base.corner, base.heading, -1, right) for right in (0, bases.WIDE // 2, bases.WIDE)
    )
    return [height(position, point) for point in points]


def crest(hill: DrawnPiece) -> tuple[Point, Point]:
    """Return the ends of a hill's crest, which is the middle half of the hill's longer diameter
    (ruling P5).
    """
    quarter = max(hill.length, hill.width) * UNIT // 4
    turn = hill.turn if hill.length >= hill.width else hill.turn + 90
    one, two = geometry.turn_points([(-quarter, 0), (quarter, 0)], (hill.x * UNIT, hill.y * UNIT), turn % 360)
    return one, two


# --- the river ---


def in_river(position: Position, outline: Sequence[Point]) -> bool:
    return _is_in_any(position, "river", outline)


def on_bank(position: Position, base: Base) -> bool:
    """Return whether a base stands on a river bank: both front corners are within ``BANK`` of the water, and
    the base is out of the water, or in it by no more than ``BANK`` (L206, ruling P7).
    """
    rivers = [part for piece in position.drawing if piece.kind == "river" for part in parts(piece)]
    back = convex.move_outline(base.corners, bases.way(base.heading, -BANK, 0))
    if any(convex.overlap(back, part) for part in rivers):
        return False
    return all(any(convex.is_within((corner,), part, BANK) for part in rivers) for corner in base.front)


def defends_bank(position: Position, mine: Base, theirs: Base) -> bool:
    """Return whether an element defends a river bank against an enemy in the river. A paltry river gives no
    defence.
    """
    if position.river == "paltry":
        return False
    return on_bank(position, mine) and in_river(position, theirs.corners)


def is_bua_on_bank(position: Position) -> bool:
    """Return whether the built-up area touches a river, and so counts as part of the bank (L220)."""
    area = built_up(position)
    rivers = (part for piece in position.drawing if piece.kind == "river" for part in parts(piece))
    return bool(area) and any(convex.is_within(area, part, BANK) for part in rivers)
