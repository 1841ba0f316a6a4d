"""Bases on the board. Each has a front corner, a heading and a code in whole numbers, so that bases line up
if their corners are equal.

A heading counts half degrees clockwise from the far edge (0 to 719). For every heading, ``vector_ahead``
gives a vector of whole numbers with a nominal length of five millimetres (``STEP``). The vector is
rounded once, and headings that differ by right angles give the same vector, turned. A base is eight steps
wide and a whole number of steps deep. Its corners are therefore whole numbers, its angles are right
angles, and bases that line up share corners exactly. A step differs from the true circle by at most a
hundredth of a millimetre, which is 0.07 degrees and 0.13 percent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt, pi, sin
from typing import Final, Literal, NamedTuple

from battles.dba.rules.field.geometry import UNIT, Box, Point, box
from battles.dba.rules.troops import CODE_DEPTHS, TROOPS, type_of_code
from engine.values import cached_property, dataclass

FULL: Final = 720  # half degrees in a full circle
HALF: Final = 360
RIGHT_ANGLE: Final = 180
STEP: Final = 5 * UNIT  # five millimetres
WIDE: Final = 8  # steps; every base is 40 mm wide (section "bases", L208)
WIDTH: Final = WIDE * STEP
_SINES: Final = tuple(round(STEP * sin(pi * half / HALF)) for half in range(RIGHT_ANGLE + 1))

Side = Literal["left", "right"]
Spot = tuple[int, int, int]


def vector_ahead(heading: int) -> Point:
    """Return the vector of one step in the direction of a heading."""
    return _STEPS[heading % FULL]


def rightwards(heading: int) -> Point:
    """Return the vector of one step to the right of a heading."""
    return _STEPS[(heading + RIGHT_ANGLE) % FULL]


def _step(heading: int) -> Point:
    turns, rest = divmod(heading, RIGHT_ANGLE)
    x, y = _SINES[rest], -_SINES[RIGHT_ANGLE - rest]
    for _ in range(turns):
        x, y = -y, x
    return x, y


_STEPS: Final = tuple(_step(heading) for heading in range(FULL))


class Corners(NamedTuple):
    """The corners of a base, clockwise from the left front one."""

    front_left: Point
    front_right: Point
    rear_right: Point
    rear_left: Point


@dataclass(frozen=True)
class Base:
    """A base on the board: its code, its left front corner and its heading. The outline is computed only
    once.
    """

    code: str
    x: int
    y: int
    heading: int

    @property
    def type(self) -> str:
        return kind_of(self.code)

    @property
    def deep(self) -> int:
        """The depth of the base in steps."""
        return steps_deep(self.code)

    @property
    def spot(self) -> Spot:
        """The corner and heading, which are equal for two bases in the same place even if their depths
        differ.
        """
        return self.x, self.y, self.heading

    @cached_property
    def corners(self) -> Corners:
        left, right = self.corner, offset(self.corner, self.heading, 0, WIDE)
        deep = -self.deep
        return Corners(left, right, offset(right, self.heading, deep), offset(left, self.heading, deep))

    @cached_property
    def box(self) -> Box:
        """The smallest upright rectangle around the base."""
        return box(self.corners)

    @property
    def corner(self) -> Point:
        return self.x, self.y

    @cached_property
    def middle(self) -> Point:
        a, c = self.corners.front_left, self.corners.rear_right
        return (a[0] + c[0]) // 2, (a[1] + c[1]) // 2

    @property
    def front(self) -> tuple[Point, Point]:
        return self.corners.front_left, self.corners.front_right

    def edge(self, name: str) -> tuple[Point, Point]:
        """Return an edge of the base by its name: front, right, rear or left."""
        at = EDGES.index(name)
        return self.corners[at], self.corners[(at + 1) % 4]

    def move_to(self, corner: Point, heading: int | None = None) -> Base:
        """Return the base moved to another corner and, if a heading is given, turned."""
        turned = self.heading if heading is None else heading % FULL
        return Base(self.code, corner[0], corner[1], turned)

    def move_steps(self, on: int, right: int = 0) -> Base:
        """Return the base moved by whole steps ahead (or back, if negative) and to the right, without
        turning.
        """
        return self.move_to(offset(self.corner, self.heading, on, right))

    def move_by(self, on: int, right: int = 0) -> Base:
        """Return the base moved by hundredths of a millimetre ahead and to the right, without turning."""
        return self.move_to(add_points(self.corner, way(self.heading, on, right)))


EDGES: Final = ("front", "right", "rear", "left")


def offset(point: Point, heading: int, on: int, right: int = 0) -> Point:
    """Return the point that is ``on`` steps ahead of a given point and ``right`` steps to its right, as seen
    along a heading.
    """
    (fx, fy), (rx, ry) = vector_ahead(heading), rightwards(heading)
    return point[0] + on * fx + right * rx, point[1] + on * fy + right * ry


def way(heading: int, on: int, right: int = 0) -> Point:
    """Return the vector of a movement given in hundredths of a millimetre. All bases with the same heading
    move by the same vector, so that a group keeps its exact shape.
    """
    (fx, fy), (rx, ry), whole = vector_ahead(heading), rightwards(heading), _length(heading)
    return _round_quotient(on * fx + right * rx, whole), _round_quotient(on * fy + right * ry, whole)


def add_points(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


@lru_cache(maxsize=FULL)
def _length(heading: int) -> int:
    """Return the true length of a step in the direction of a heading, in thousandths of a unit."""
    x, y = vector_ahead(heading)
    return isqrt((x * x + y * y) * 10**6)


def _round_quotient(value: int, whole: int) -> int:
    """Divide by a step's true length, rounding to the nearest whole number symmetrically about zero."""
    away = (2000 * abs(value) + whole) // (2 * whole)
    return away if value >= 0 else -away


@lru_cache(maxsize=1024)
def steps_deep(code: str) -> int:
    """Return the depth of a base code in steps of five millimetres. Raises KeyError for an unknown code."""
    mm = CODE_DEPTHS.get(code) or TROOPS[code].depths[0]
    return mm * UNIT // STEP


@lru_cache(maxsize=1024)
def kind_of(code: str) -> str:
    """Return the troop type of a base code. Raises KeyError for an unknown code."""
    kind = type_of_code(code)
    if kind is None:
        raise KeyError(code)
    return kind


# --- places lined up with another base ---


def right_of(other: Base, code: str) -> Base:
    """Return a base on the right side of another base, edge to edge with fronts level."""
    return Base(code, *other.corners.front_right, other.heading)


def left_of(other: Base, code: str) -> Base:
    """Return a base on the left side of another, edge to edge with fronts level."""
    return Base(code, *offset(other.corner, other.heading, 0, -WIDE), other.heading)


def base_behind(other: Base, code: str) -> Base:
    """Return a base directly behind another, facing the same way. An enemy in this place is in contact with
    the rear.
    """
    return Base(code, *other.corners.rear_left, other.heading)


def base_before(other: Base, code: str) -> Base:
    """Return a base directly in front of another, facing the same way."""
    return Base(code, *offset(other.corner, other.heading, steps_deep(code)), other.heading)


def facing(other: Base, code: str) -> Base:
    """Return a base front to front with another base, with their front corners touching."""
    return Base(code, *other.corners.front_right, (other.heading + HALF) % FULL)


def on_right_flank(other: Base, code: str) -> Base:
    """Return a base whose front is against another base's right edge, with front corners touching."""
    heading = (other.heading - RIGHT_ANGLE) % FULL
    return Base(code, *offset(other.corners.front_right, heading, 0, -WIDE), heading)


def on_left_flank(other: Base, code: str) -> Base:
    """Return a base whose front is against another base's left edge, with front corners touching."""
    return Base(code, *other.corner, (other.heading + RIGHT_ANGLE) % FULL)


def overlapping_right(other: Base, code: str) -> Base:
    """Return the base of an enemy that overlaps ``other`` on its right. The enemy faces the place immediately
    to the right of ``other``, and the right front corners of the two bases touch.
    """
    heading = (other.heading + HALF) % FULL
    return Base(code, *offset(other.corners.front_right, heading, 0, -WIDE), heading)


def overlapping_left(other: Base, code: str) -> Base:
    """Return a base that overlaps another on the left. It faces the place of the other base's left
    neighbour, and the two touch at a front corner.
    """
    return Base(code, *other.corner, (other.heading + HALF) % FULL)


LINED_UP: Final[dict[str, Callable[[Base, str], Base]]] = {
    "right of": right_of,
    "left of": left_of,
    "behind": base_behind,
    "before": base_before,
    "facing": facing,
    "on right flank of": on_right_flank,
    "on left flank of": on_left_flank,
    "overlapping right of": overlapping_right,
    "overlapping left of": overlapping_left,
}
