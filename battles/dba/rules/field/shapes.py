"""A piece of terrain on the board, with its outline, quarters and size."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from battles.dba.rules.field import geometry
from battles.dba.rules.field.geometry import UNIT, Line, Point
from battles.dba.rules.table.terrain import LINEAR, Kind, Piece
from engine.game import IllegalAction
from engine.values import dataclass

BOARD: Final = 600  # mm; the battlefield's side with 15 mm figures (section "equipment")
HALF: Final = BOARD // 2
EDGES: Final = (1, 2, 3, 4)  # far, right, near, left
# Distances in mm along an edge at which a linear piece records how far it is from that edge.
STATIONS: Final = (0, 150, 300, 450, 600)
PARTS: Final = 6  # curve segments between two stations
MOST: Final = 12  # maximum number of pieces in a drawing
CLOCKWISE: Final = ((1, 2), (2, 3), (3, 4), (4, 1))  # the two quarters along each edge
TOUCHES: Final = UNIT  # a piece that reaches no farther than this into a quarter does not touch it


@dataclass(frozen=True)
class DrawnPiece:
    """A piece of a drawing, in millimetres of a 60 cm board (15 mm figures).

    An area piece has its centre (``x`` from the left, ``y`` from the far edge), two diameters and a
    ``turn`` in degrees clockwise. A linear piece crosses the board along ``edge`` (1 far, 2 right, 3
    near, 4 left). Its ``course`` is the distance from that edge at five stations. The course of a
    waterway is its shore, and its ``width`` is the width of the beach.
    """

    kind: Kind
    x: int = 0
    y: int = 0
    length: int = 0
    width: int = 0
    turn: int = 0
    edge: int = 0
    course: tuple[int, ...] = ()

    @property
    def linear(self) -> bool:
        return self.kind in LINEAR


Drawing = tuple[DrawnPiece, ...]


def check_drawable(drawing: Drawing) -> None:
    """Refuse a drawing with numbers that cannot be drawn. Legality is not checked. Raises IllegalAction."""
    if len(drawing) > MOST:
        raise IllegalAction("battlefield", "too_many_drawn", number=MOST)
    for number, one in enumerate(drawing, 1):
        if one.linear:
            lies = (
                one.edge in EDGES and len(one.course) == len(STATIONS) and not any((one.x, one.y, one.turn))
            )
            lies = lies and all(0 <= off <= BOARD for off in one.course) and 0 <= one.width <= BOARD
        else:
            lies = not one.edge and not one.course and 0 <= one.x <= BOARD and 0 <= one.y <= BOARD
            lies = lies and 1 <= one.length <= BOARD and 1 <= one.width <= BOARD and 0 <= one.turn < 360
        if not lies:
            raise IllegalAction("battlefield", "drawn_nowhere", piece=one.kind, number=number)


@lru_cache(maxsize=4096)
def outline(one: DrawnPiece) -> Line:
    """Return the outline of an area piece or waterway, or the centre line of a river or road."""
    if not one.linear:
        middle, sides = (one.x * UNIT, one.y * UNIT), (one.length * UNIT, one.width * UNIT)
        shape = geometry.rectangle if one.kind == "bua" else geometry.ellipse
        return shape(middle, *sides, one.turn)
    line = course(one)
    if one.kind != "waterway":
        return line
    ends = (point_at(one.edge, line_end, 0) for line_end in (BOARD * UNIT, 0))
    return (*line, *ends)


def course(one: DrawnPiece) -> Line:
    """Return the curve of a linear piece through its stations. For a waterway the curve is the shore."""
    offs = geometry.smooth([off * UNIT for off in one.course], PARTS)
    step = BOARD * UNIT // (len(offs) - 1)
    return tuple(point_at(one.edge, n * step, off) for n, off in enumerate(offs))


def reach(one: DrawnPiece) -> tuple[int, int]:
    """Return the least and the greatest distance of a linear piece from its edge, banks included, in
    hundredths of a millimetre.
    """
    offs = geometry.smooth([off * UNIT for off in one.course], PARTS)
    bank = 0 if one.kind == "waterway" else one.width * UNIT // 2
    return min(offs) - bank, max(offs) + bank


def point_at(edge: int, along: int, off: int) -> Point:
    """Return the point ``off`` from an edge of the board, at the distance ``along`` from the edge's left or
    far end.
    """
    across = BOARD * UNIT - off
    return {1: (along, off), 2: (across, along), 3: (along, across), 4: (off, along)}[edge]


def quarters(one: DrawnPiece) -> tuple[int, ...]:
    """Return the quarters that a piece touches: 1 far left, 2 far right, 3 near right, 4 near left."""
    limit = HALF * UNIT
    if one.linear:
        near, far = reach(one)
        here = CLOCKWISE[one.edge - 1]
        there = tuple({1, 2, 3, 4} - set(here))
        touched = (here if near < limit - TOUCHES else ()) + (there if far > limit + TOUCHES else ())
        return tuple(sorted(touched))
    found = []
    for quarter, (across, down) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1)), 1):
        part = geometry.clip_outline(outline(one), 0, limit + across * TOUCHES, across)
        if part and geometry.clip_outline(part, 1, limit + down * TOUCHES, down):
            found.append(quarter)
    return tuple(found)


def piece(one: DrawnPiece) -> Piece:
    """Convert a drawn piece to a ``Piece``: its kind, its quarters and, for an area piece, its longer and
    shorter side.
    """
    if one.linear:
        return Piece(one.kind, quarters(one))
    return Piece(one.kind, quarters(one), max(one.length, one.width), min(one.length, one.width))


def pieces(drawing: Iterable[DrawnPiece]) -> tuple[Piece, ...]:
    """Convert a drawing's pieces to ``Piece`` values, for checking the choice of terrain."""
    return tuple(piece(one) for one in drawing)
