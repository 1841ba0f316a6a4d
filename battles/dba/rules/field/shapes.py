"""A piece on the board, with its outline, quarters and size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from battles.dba.rules.field import geometry
from battles.dba.rules.field.geometry import UNIT, Line, Point
from battles.dba.rules.table.terrain import LINEAR, Kind, Piece
from engine.game import IllegalAction

BOARD: Final = 600  # mm: the side of the battlefield with 15 mm figures ("equipment")
HALF: Final = BOARD // 2
EDGES: Final = (1, 2, 3, 4)  # far, right, near, left: clockwise
# mm along its edge: the stations at which a linear piece records its distance from that edge
STATIONS: Final = (0, 150, 300, 450, 600)
PARTS: Final = 6  # segments of the curve between two stations
MOST: Final = 12  # the most pieces of a drawing
CLOCKWISE: Final = ((1, 2), (2, 3), (3, 4), (4, 1))  # the two quarters at each edge
TOUCHES: Final = UNIT  # a quarter that a piece reaches into by less counts as untouched


@dataclass(frozen=True)
class Drawn:
    """A piece of a drawing, in millimetres of a 60 cm board (15 mm figures).

    An area piece has its middle (``x`` from the left, ``y`` from the far edge), two diameters and a ``turn``
    in degrees clockwise. A linear piece runs along ``edge`` (1 far, 2 right, 3 near, 4 left) from one side to
    the other; ``course``: its distance from that edge at its five stations. For a waterway that is its shore,
    and ``width`` is that of its beach.
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


Drawing = tuple[Drawn, ...]


def understood(drawing: Drawing) -> None:
    """Refuse numbers that draw nothing; legality is not checked. Raises IllegalAction."""
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
def outline(one: Drawn) -> Line:
    """The outline of an area or waterway; the centre line of a river or road."""
    if not one.linear:
        middle, sides = (one.x * UNIT, one.y * UNIT), (one.length * UNIT, one.width * UNIT)
        shape = geometry.rectangle if one.kind == "bua" else geometry.ellipse
        return shape(middle, *sides, one.turn)
    line = course(one)
    if one.kind != "waterway":
        return line
    ends = (at(one.edge, line_end, 0) for line_end in (BOARD * UNIT, 0))
    return (*line, *ends)


def course(one: Drawn) -> Line:
    """The curve of a linear piece through its stations; for a waterway its shore."""
    offs = geometry.smooth([off * UNIT for off in one.course], PARTS)
    step = BOARD * UNIT // (len(offs) - 1)
    return tuple(at(one.edge, n * step, off) for n, off in enumerate(offs))


def reach(one: Drawn) -> tuple[int, int]:
    """The least and the greatest distance of a linear piece, with its banks, from its edge, in units."""
    offs = geometry.smooth([off * UNIT for off in one.course], PARTS)
    bank = 0 if one.kind == "waterway" else one.width * UNIT // 2
    return min(offs) - bank, max(offs) + bank


def at(edge: int, along: int, off: int) -> Point:
    """A point of the board: a distance along an edge (from the left, or from the far end), and a distance
    from it."""
    across = BOARD * UNIT - off
    return {1: (along, off), 2: (across, along), 3: (along, across), 4: (off, along)}[edge]


def quarters(one: Drawn) -> tuple[int, ...]:
    """The quarters a piece touches: 1 far left, 2 far right, 3 near right, 4 near left."""
    limit = HALF * UNIT
    if one.linear:
        near, far = reach(one)
        here = CLOCKWISE[one.edge - 1]
        there = tuple({1, 2, 3, 4} - set(here))
        touched = (here if near < limit - TOUCHES else ()) + (there if far > limit + TOUCHES else ())
        return tuple(sorted(touched))
    found = []
    for quarter, (across, down) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1)), 1):
        part = geometry.clipped(outline(one), 0, limit + across * TOUCHES, across)
        if part and geometry.clipped(part, 1, limit + down * TOUCHES, down):
            found.append(quarter)
    return tuple(found)


def piece(one: Drawn) -> Piece:
    """The piece described by a drawing, for checking the choice of terrain."""
    if one.linear:
        return Piece(one.kind, quarters(one))
    return Piece(one.kind, quarters(one), max(one.length, one.width), min(one.length, one.width))


def pieces(drawing: Iterable[Drawn]) -> tuple[Piece, ...]:
    """The pieces described by a drawing: see ``piece``."""
    return tuple(piece(one) for one in drawing)
