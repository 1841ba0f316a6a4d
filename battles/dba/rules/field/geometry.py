"""Outlines on a plane in whole numbers, so that results are identical on every machine. A unit is a
hundredth of a millimetre.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, isqrt, pi, sin
from typing import Final

UNIT: Final = 100  # units per millimetre
Point = tuple[int, int]
Line = tuple[Point, ...]
Box = tuple[int, int, int, int]  # left, top, right, bottom

_ONE: Final = 10**6
# Sines of half degrees, rounded so that they do not depend on the last digit of a machine's arithmetic.
_SIN: Final = tuple(round(sin(pi * half / 360) * _ONE) for half in range(720))
_COS: Final = tuple(round(cos(pi * half / 360) * _ONE) for half in range(720))
_CORNERS: Final = 48  # enough corners to keep an ellipse within a quarter of a millimetre of the true one


def turn_points(points: Sequence[Point], middle: Point, degrees: int) -> Line:
    """Return points turned clockwise around the origin (y grows downwards) and then moved by ``middle``."""
    s, c = _SIN[2 * degrees % 720], _COS[2 * degrees % 720]
    return tuple((middle[0] + _part(x * c - y * s), middle[1] + _part(x * s + y * c)) for x, y in points)


def ellipse(middle: Point, long: int, short: int, degrees: int) -> Line:
    """Return the outline of an ellipse with the given diameters."""
    step = 720 // _CORNERS
    around = [
        (_part(long * _COS[at * step]) // 2, _part(short * _SIN[at * step]) // 2) for at in range(_CORNERS)
    ]
    return turn_points(around, middle, degrees)


def rectangle(middle: Point, long: int, short: int, degrees: int) -> Line:
    """Return the outline of a rectangle with the given sides."""
    x, y = long // 2, short // 2
    return turn_points([(-x, -y), (x, -y), (x, y), (-x, y)], middle, degrees)


def smooth(values: Sequence[int], parts: int) -> list[int]:
    """Return a curve through values at equal distances, with ``parts`` parts from each value to the next.
    Between two values the curve never leaves their range (a monotone cubic).
    """
    steep = slopes(values)
    found = []
    cube = parts**3
    for at, (low, high) in enumerate(zip(values, values[1:], strict=False)):
        for n in range(parts):
            far = n * n * (3 * parts - 2 * n)
            out, back = n * (parts - n) ** 2, n * n * (n - parts)
            rise = (high - low) * far + steep[at] * out + steep[at + 1] * back
            found.append(low + _nearest_whole(rise, cube))
    return [*found, values[-1]]


def slopes(values: Sequence[int]) -> list[int]:
    """Return the slope of a smooth curve at each of the values, as its rise over one interval."""
    steps = [b - a for a, b in zip(values, values[1:], strict=False)]
    inner = [_slope(a, b) for a, b in zip(steps, steps[1:], strict=False)]
    return [steps[0], *inner, steps[-1]]


def _slope(a: int, b: int) -> int:
    """Return the slope between two intervals: 0 where the direction changes, otherwise the harmonic mean of
    their rises.
    """
    return 0 if a * b <= 0 else _nearest_whole(2 * a * b, a + b)


def box(line: Sequence[Point]) -> Box:
    """Return the smallest upright rectangle around a line."""
    xs, ys = zip(*line, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def length(line: Sequence[Point]) -> int:
    """Return the length of a line."""
    return sum(distance_between(a, b) for a, b in zip(line, line[1:], strict=False))


def distance_between(a: Point, b: Point) -> int:
    """Return the distance between two points."""
    return isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def distance(a: Line, b: Line, *, closed: tuple[bool, bool], most: int) -> int:
    """Return the distance between two lines, or ``most`` if they are at least that far apart. It is 0 if
    they meet, or if one is inside the other and the outer one is ``closed``.
    """
    if _gap_between(box(a), box(b)) >= most:
        return most
    if (closed[0] and is_inside(b[0], a)) or (closed[1] and is_inside(a[0], b)):
        return 0
    return isqrt(_nearest_square(_sides(a, closed[0]), _sides(b, closed[1]), most * most))


def is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Return whether a point is inside an outline."""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y):
            left = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            if (left > 0) == (by > ay):
                found = not found
    return found


def clip_outline(outline: Line, axis: int, limit: int, keep: int) -> Line:
    """Return the part of a convex outline on one side of a vertical (``axis`` 0) or horizontal (``axis`` 1)
    line. A ``keep`` of -1 selects the side with coordinates below ``limit``, and 1 the side above.
    """
    kept: list[Point] = []
    for one, two in zip(outline, (*outline[1:], outline[0]), strict=True):
        a, b = (one[axis] - limit) * keep, (two[axis] - limit) * keep
        if a >= 0:
            kept.append(one)
        if (a > 0 > b) or (a < 0 < b):
            across = (
                one[0] + _nearest_whole((two[0] - one[0]) * a, a - b),
                one[1] + _nearest_whole((two[1] - one[1]) * a, a - b),
            )
            kept.append(across)
    return tuple(kept)


Side = tuple[Point, Point]


def _sides(line: Line, closed: bool) -> list[Side]:
    ends = (*line[1:], line[0]) if closed else line[1:]
    return list(zip(line, ends, strict=False))


def _nearest_square(ones: list[Side], others: list[Side], most: int) -> int:
    """Return the squared distance between the nearest two sides, but never more than ``most``."""
    best = most
    for a in ones:
        reach = isqrt(best)
        here = box(a)
        for b in others:
            if _gap_between(here, box(b)) > reach:
                continue
            if _cross(a, b):
                return 0
            best = min(
                best,
                _square_to_side(a[0], b),
                _square_to_side(a[1], b),
                _square_to_side(b[0], a),
                _square_to_side(b[1], a),
            )
    return best


def _gap_between(a: Box, b: Box) -> int:
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3], 0)


def _cross(a: Side, b: Side) -> bool:
    return _turn_sign(*a, b[0]) * _turn_sign(*a, b[1]) < 0 and _turn_sign(*b, a[0]) * _turn_sign(*b, a[1]) < 0


def _turn_sign(a: Point, b: Point, c: Point) -> int:
    """Return the side of the line from a to b on which c lies, as -1 or 1, or 0 if c is on the line. Only the
    sign is returned, because callers multiply the results.
    """
    found = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (found > 0) - (found < 0)


def _square_to_side(p: Point, side: Side) -> int:
    (ax, ay), (bx, by) = side
    dx, dy, px, py = bx - ax, by - ay, p[0] - ax, p[1] - ay
    along, whole = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0 or not whole:
        return px * px + py * py
    if along >= whole:
        return (p[0] - bx) ** 2 + (p[1] - by) ** 2
    return (px * dy - py * dx) ** 2 // whole


def _part(value: int) -> int:
    return _nearest_whole(value, _ONE)


def _nearest_whole(value: int, by: int) -> int:
    if by < 0:
        value, by = -value, -by
    return (2 * value + by) // (2 * by)
