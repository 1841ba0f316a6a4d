"""Exact tests for convex outlines in whole numbers: overlap, contact, distance and lines between outlines.

An outline is a sequence of points in hundredths of a millimetre (``geometry.UNIT``). Two outlines overlap
if they reach into each other by more than ``TOUCH``, and touch if they are no farther apart than
``TOUCH``. Bases that line up share their corners, so the tolerance never matters for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from battles.dba.rules.field.geometry import Box, Line, Point, box

TOUCH: Final = 10  # hundredths of a millimetre: outlines no farther apart are in contact
Segment = tuple[Point, Point]


def overlap(one: Sequence[Point], two: Sequence[Point], slack: int = TOUCH) -> bool:
    """Return whether two convex outlines reach into each other by more than ``slack``."""
    return boxes_overlap(box(one), box(two), slack) and outlines_overlap(one, two, slack)


def outlines_overlap(one: Sequence[Point], two: Sequence[Point], slack: int = TOUCH) -> bool:
    """Return whether two outlines overlap by more than ``slack``. The caller has checked that the rectangles
    around them overlap.
    """
    return not _is_separated(one, two, slack) and not _is_separated(two, one, slack)


def _is_separated(one: Sequence[Point], two: Sequence[Point], slack: int) -> bool:
    """Return whether some edge of the first outline gives an axis on which the outlines overlap by at most
    ``slack``.
    """
    limit = slack * slack
    for x, y, low, high, square in _known_projections(tuple(one)):
        theirs = [px * x + py * y for px, py in two]
        deep = min(high, max(theirs)) - max(low, min(theirs))
        if deep <= 0 or deep * deep <= limit * square:
            return True
    return False


@lru_cache(maxsize=4096)
def _known_projections(outline: Line) -> tuple[tuple[int, int, int, int, int], ...]:
    """Return each axis of an outline as x and y, the limits of the outline's projection on it, and the axis's
    squared length. They are cached, because the same bases and pieces of terrain are compared with many ways.
    """
    return tuple(_projections(outline))


def _projections(outline: Line) -> Iterator[tuple[int, int, int, int, int]]:
    for x, y in _axes(outline):
        mine = [px * x + py * y for px, py in outline]
        yield x, y, min(mine), max(mine), x * x + y * y


def boxes_overlap(a: Box, b: Box, slack: int = TOUCH) -> bool:
    """Return whether two upright rectangles reach into each other by more than ``slack``. This is a cheap
    first test.
    """
    return (a[2] if a[2] < b[2] else b[2]) - (a[0] if a[0] > b[0] else b[0]) > slack and (
        a[3] if a[3] < b[3] else b[3]
    ) - (a[1] if a[1] > b[1] else b[1]) > slack


def boxes_near(a: Box, b: Box, most: int) -> bool:
    """Return whether two upright rectangles are at most a given distance apart along each axis."""
    return a[0] - b[2] <= most and b[0] - a[2] <= most and a[1] - b[3] <= most and b[1] - a[3] <= most


def sides(outline: Sequence[Point]) -> list[Segment]:
    """Return the sides of a closed outline in order. An empty outline has none."""
    return list(pairwise((*outline, *outline[:1])))


def hull(points: Iterable[Point]) -> Line:
    """Return the smallest convex outline around some points."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def sweep_outline(outline: Sequence[Point], by: Point) -> Line:
    """Return the outline of the area that an outline sweeps over in a straight movement."""
    return hull((*outline, *move_outline(outline, by)))


def move_outline(outline: Sequence[Point], by: Point) -> Line:
    """Return an outline moved without turning."""
    return tuple((x + by[0], y + by[1]) for x, y in outline)


def contains(outline: Sequence[Point], point: Point) -> bool:
    """Return whether a point lies in a convex outline or on its edge."""
    turns = [cross(a, b, point) for a, b in sides(outline)]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def crosses(segment: Segment, outline: Sequence[Point]) -> bool:
    """Return whether a line runs through a convex outline. A line along an edge does not."""
    return not _are_apart(segment, outline)


def _are_apart(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Return whether a straight line separates two outlines. Either outline can also be a line segment, and
    may touch the separating line.
    """
    for x, y in (*_axes(one), *_axes(two)):
        a, b = [p[0] * x + p[1] * y for p in one], [p[0] * x + p[1] * y for p in two]
        if max(a) <= min(b) or max(b) <= min(a):
            return True
    return False


def cross(a: Point, b: Point, c: Point) -> int:
    """Return twice the signed area of the triangle a, b, c. The sign tells on which side of the line from a
    to b the point c lies.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def near_square(point: Point, segment: Segment) -> tuple[int, int]:
    """Return the square of the distance from a point to a segment, as a fraction (numerator, denominator)."""
    (ax, ay), (bx, by) = segment
    dx, dy, px, py = bx - ax, by - ay, point[0] - ax, point[1] - ay
    along, whole = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0 or not whole:
        return px * px + py * py, 1
    if along >= whole:
        return (point[0] - bx) ** 2 + (point[1] - by) ** 2, 1
    return (px * dy - py * dx) ** 2, whole


def is_within(one: Sequence[Point], two: Sequence[Point], most: int) -> bool:
    """Return whether two convex outlines, lines or points are at most a given distance apart."""
    if not boxes_near(box(one), box(two), most):
        return False
    if not _are_apart(one, two):
        return True
    pairs = [*((p, s) for p in one for s in sides(two)), *((p, s) for p in two for s in sides(one))]
    return any(top <= most * most * bottom for top, bottom in (near_square(p, s) for p, s in pairs))


def part_beyond(outline: Sequence[Point], line: Segment) -> Line:
    """Return the part of a convex outline on the right of a line, looking from the line's first point to its
    second.
    """
    a, b = line
    kept: list[Point] = []
    for one, two in sides(outline):
        at, to = cross(a, b, one), cross(a, b, two)
        if at >= 0:
            kept.append(one)
        if (at > 0 > to) or (at < 0 < to):
            kept.append(_point_between(one, two, at, at - to))
    return tuple(kept)


def _point_between(one: Point, two: Point, part: int, whole: int) -> Point:
    return one[0] + (two[0] - one[0]) * part // whole, one[1] + (two[1] - one[1]) * part // whole


def _chain(points: Sequence[Point]) -> list[Point]:
    found: list[Point] = []
    for point in points:
        while len(found) > 1 and cross(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found


def _axes(outline: Sequence[Point]) -> Iterator[Point]:
    if len(outline) == 4:
        a, b, c, d = outline
        if a[0] + c[0] == b[0] + d[0] and a[1] + c[1] == b[1] + d[1] and a != b and b != c:
            yield b[1] - a[1], a[0] - b[0]  # opposite sides of a rectangle share an axis
            yield c[1] - b[1], b[0] - c[0]
            return
    for (ax, ay), (bx, by) in sides(outline):
        if (ax, ay) != (bx, by):
            yield by - ay, ax - bx
            if len(outline) == 2:  # a line segment can also be separated along its own direction
                yield bx - ax, by - ay
