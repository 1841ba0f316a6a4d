"""Check a drawing against the rulebook: sizes, gaps, edges, quarters and the number of pieces. Faults are
reported, and no drawing is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import combinations
from typing import Any, Final

from battles.dba.rules.field import geometry, shapes
from battles.dba.rules.field.geometry import UNIT
from battles.dba.rules.field.shapes import BOARD, DrawnPiece
from battles.dba.rules.table import terrain
from engine.values import dataclass

AREA, LINEAR, CHOICE = "area_features", "linear_features", terrain.RULE
GAP: Final = terrain.BASE_MM
BUA_NEAR: Final = 200  # mm; a built-up area must be this close to exactly one edge
RIVER_OFF: Final = 150  # mm; a river must be farther than this from the edge along which it flows
SEA: Final = (80, 240)
SEA_HALF: Final = 160  # mm; at least half of a waterway's length must not reach farther inwards than this
BEACH: Final = 50
TOLERANCE: Final = UNIT // 2  # half a millimetre; nobody places felt more precisely

# faults in a single piece, which ``terrain.faults`` reports without naming the piece
_OF_A_PIECE: Final = frozenset(
    {"narrower_than_base", "area_too_large", "area_too_long", "linear_two_quarters", "quarters_apart"}
)


@dataclass(frozen=True)
class Fault:
    """Something in a drawing that the rules forbid. ``pieces`` are the numbers of the pieces at fault, or ()
    if the choice as a whole is at fault.
    """

    rule: str
    code: str
    pieces: tuple[int, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)


def faults(drawing: Sequence[DrawnPiece], topography: str = "") -> Iterator[Fault]:
    """Yield every fault in a drawing. The number of pieces is checked only if the home terrain is given."""
    if topography:
        yield from _choice(drawing, topography)
    for number, one in enumerate(drawing):
        yield from check_piece(number, one)
    for (a, one), (b, two) in combinations(enumerate(drawing), 2):
        yield from check_pair(a, one, b, two)


def _choice(drawing: Sequence[DrawnPiece], topography: str) -> Iterator[Fault]:
    for code, facts in terrain.faults(topography, shapes.pieces(drawing)):
        if code in _OF_A_PIECE:
            continue  # ``check_piece`` reports this fault with its measurement
        if code == "areas_same_size":
            yield Fault(AREA, code, _of_one_size(drawing))
            continue
        kinds = {facts.get("piece"), facts.get("other")} - {None}
        of = tuple(n for n, one in enumerate(drawing) if one.kind in kinds)
        yield Fault(CHOICE, code, of, dict(facts))


def _of_one_size(drawing: Sequence[DrawnPiece]) -> tuple[int, ...]:
    sizes = [None if one.linear else frozenset((one.length, one.width)) for one in drawing]
    return tuple(n for n, size in enumerate(sizes) if size is not None and sizes.count(size) > 1)


def check_piece(number: int, one: DrawnPiece) -> Iterator[Fault]:
    """Yield the faults in one piece by itself."""
    found = _linear(one) if one.linear else _area(one)
    for rule, code, facts in found:
        yield Fault(rule, code, (number,), {"piece": one.kind, "number": number + 1, **facts})


_Found = Iterator[tuple[str, str, dict[str, Any]]]


def _area(one: DrawnPiece) -> _Found:
    long, short = max(one.length, one.width), min(one.length, one.width)
    if short < terrain.BASE_MM:
        yield AREA, "narrower_than_base", {}
    if long + short > 360:
        yield AREA, "area_too_large", {}
    if one.kind not in terrain.LONG and long > 2 * short:
        yield AREA, "area_too_long", {}
    room = edges(one)
    if min(room) < -TOLERANCE:
        yield CHOICE, "off_the_board", {"mm": _mm(-min(room))}
    if one.kind == "bua":
        near = sum(gap <= BUA_NEAR * UNIT + TOLERANCE for gap in room)
        if not near:
            yield AREA, "bua_far_from_edges", {"mm": _mm(min(room))}
        elif near > 1:
            yield AREA, "bua_near_two_edges", {"mm": _mm(sorted(room)[1])}


def edges(one: DrawnPiece) -> tuple[int, int, int, int]:
    """Return the distances of an area piece from the far, right, near and left edges, in hundredths of a
    millimetre.
    """
    left, top, right, bottom = geometry.box(shapes.outline(one))
    side = BOARD * UNIT
    return top, side - right, side - bottom, left


def _linear(one: DrawnPiece) -> _Found:
    near, far = shapes.reach(one)
    if one.kind == "waterway":
        yield from _waterway(one, near, far)
        return
    if len(shapes.quarters(one)) != 2:
        yield LINEAR, "linear_two_quarters", {}
    if one.kind == "road":
        return
    if one.width > terrain.BASE_MM:
        yield LINEAR, "river_too_wide", {"mm": one.width}
    bank = min(near, BOARD * UNIT - far)
    if bank <= RIVER_OFF * UNIT:
        yield LINEAR, "river_near_edge", {"mm": max(0, _mm(bank))}
    line = shapes.course(one)
    long, straight = geometry.length(line), geometry.distance_between(line[0], line[-1])
    if 2 * long > 3 * straight:
        yield LINEAR, "river_too_winding", {"mm": _mm(long), "most": _mm(straight * 3 // 2)}


def _waterway(one: DrawnPiece, near: int, far: int) -> _Found:
    if near < SEA[0] * UNIT - TOLERANCE:
        yield LINEAR, "waterway_shallow", {"mm": _mm(near)}
    if far > SEA[1] * UNIT + TOLERANCE:
        yield LINEAR, "waterway_deep", {"mm": _mm(far)}
    offs = geometry.smooth([at * UNIT for at in one.course], shapes.PARTS)
    low = sum(a + b <= 2 * SEA_HALF * UNIT for a, b in zip(offs, offs[1:], strict=False))
    if 2 * low < len(offs) - 1:
        yield LINEAR, "waterway_half", {}
    if one.width > BEACH:
        yield LINEAR, "beach_too_deep", {"mm": one.width}


def check_pair(a: int, one: DrawnPiece, b: int, two: DrawnPiece) -> Iterator[Fault]:
    """Yield the faults between two pieces (rulings F2 and F3)."""
    gap = needed_gap(one, two)
    if gap is None:
        return
    most = (gap + one.width * one.linear + two.width * two.linear + 1) * UNIT
    apart = apart_by(one, two, most)
    rule = LINEAR if one.linear or two.linear else AREA
    facts = {"piece": one.kind, "number": a + 1, "other": two.kind, "second": b + 1}
    if apart < -TOLERANCE or (gap and apart <= 0):
        yield Fault(rule, "pieces_overlap", (a, b), facts)
    elif apart < gap * UNIT - TOLERANCE:
        yield Fault(AREA, "gap_too_narrow", (a, b), {**facts, "mm": _mm(apart), "more": gap - _mm(apart)})


def needed_gap(one: DrawnPiece, two: DrawnPiece) -> int | None:
    """Return the gap in millimetres that two pieces need, or None if one may cross the other."""
    kinds = {one.kind, two.kind}
    if "road" in kinds:  # a road bends around pieces, but crosses rivers, roads and towns
        return None if kinds & {"river", "bua"} or kinds == {"road"} else 0
    if kinds == {"river", "waterway"}:
        return GAP if one.edge % 2 == two.edge % 2 else None  # the river flows into the sea
    if "bua" in kinds and kinds & {"river", "waterway"}:
        return 0  # a built-up area can lie on a bank or be a port
    return GAP


def apart_by(one: DrawnPiece, two: DrawnPiece, most: int) -> int:
    """Return the distance between two pieces, from bank to bank, in hundredths of a millimetre. It is
    negative if they overlap. Distances of ``most`` or more are not measured exactly.
    """
    strips = [piece.linear and piece.kind != "waterway" for piece in (one, two)]
    closed = (not strips[0], not strips[1])
    measured = geometry.distance(shapes.outline(one), shapes.outline(two), closed=closed, most=most)
    if measured == 0 and not any(strips):
        return -UNIT
    banks = sum(piece.width * UNIT // 2 for piece, strip in zip((one, two), strips, strict=True) if strip)
    return measured - banks


def _mm(units: int) -> int:
    """Convert hundredths of a millimetre to whole millimetres, rounding down so that no gap seems wider than
    it is.
    """
    return units // UNIT
