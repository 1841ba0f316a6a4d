"""Hexes without a board: positions, sides, corners, facings, and the line between two hexes.

All calculations use whole numbers. A hex is located along two of its six directions (axial coordinates
``q`` and ``r``). Sides and corners are numbered clockwise from 0 to 5, and corner ``n`` lies between the
sides ``n`` and ``n + 1``. The layout of a board (kit.grid.board) decides which way they point on paper,
and how hexes are named.

>>> a, b = Hex(0, 0), Hex(2, 1)
>>> distance(a, b), [(hex.q, hex.r) for hex in line(a, b).inside]
(3, [(1, 0), (1, 1)])
>>> side_between(a, a.step_towards(4)) == side_between(a.step_towards(4), a)
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Final

from engine.values import dataclass
from kit.grid.grid import Ties

SIDES: Final = 6
STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # from a hex to its neighbours, clockwise
# corners relative to the centre, in thirds of a step
CORNERS: Final = (
    (1, -2),
    (2, -1),
    (1, 1),
    (-1, 2),
    (-2, 1),
    (-1, -1),
)


@dataclass(frozen=True, order=True, slots=True)
class Hex:
    """One space on a hex board."""

    q: int
    r: int

    def __hash__(self) -> int:
        """Hash a hex in half the time of the generated method, because hexes are looked up constantly."""
        return self.q * 1021 + self.r

    def __str__(self) -> str:
        return f"{self.q},{self.r}"

    @classmethod
    def parse(cls, text: str) -> Hex:
        """Read a hex from the text that ``str`` writes. Raises ValueError for anything else.

        Players use another notation, which a board reads.
        """
        q, comma, r = text.partition(",")
        try:
            found = cls(int(q), int(r))
        except ValueError:
            raise ValueError(f"not a hex: {text!r}") from None
        if not comma or str(found) != text:
            raise ValueError(f"not a hex: {text!r}")
        return found

    def step_towards(self, side: int, far: int = 1) -> Hex:
        """Return the hex ``far`` steps straight across a side, on the board or beyond its edge."""
        q, r = STEPS[side % SIDES]
        return Hex(self.q + q * far, self.r + r * far)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six neighbours of a hex clockwise, on the board or not."""
        return tuple(self.step_towards(side) for side in range(SIDES))


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two hexes."""
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


def hexes_within(at: Hex, far: int) -> Iterator[Hex]:
    """Yield every hex within distance ``far`` of a hex, on the board or not, including the hex itself."""
    for q in range(-far, far + 1):
        for r in range(max(-far, -far - q), min(far, far - q) + 1):
            yield Hex(at.q + q, at.r + r)


def ring(at: Hex, far: int) -> Iterator[Hex]:
    """Yield, clockwise, every hex at exactly distance ``far`` from a hex, on the board or not.

    At distance 0, yield only the hex itself.
    """
    if far == 0:
        yield at
        return
    here = at.step_towards(0, far)
    for side in range(SIDES):
        for _step in range(far):
            yield here
            here = here.step_towards(side + 2)


def side_of(a: Hex, b: Hex) -> int:
    """Return the side of a hex that it shares with a neighbour. Raises ValueError for any other hex."""
    step = (b.q - a.q, b.r - a.r)
    if step not in STEPS:
        raise ValueError(f"{b} is not next to {a}")
    return STEPS.index(step)


# --- hexsides ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, order=True, slots=True)
class Hexside:
    """The side between two hexes, in one canonical form.

    Of the two hexes that share the side, ``at`` is the one that numbers it 0, 1 or 2. Use :func:`hexside`
    or :func:`side_between` to make one.
    """

    at: Hex
    side: int

    def __post_init__(self) -> None:
        if not 0 <= self.side < SIDES // 2:
            raise ValueError(f"side {self.side} of a hex is written for its neighbour")

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes that share this side."""
        return self.at, self.at.step_towards(self.side)


def hexside(at: Hex, side: int) -> Hexside:
    """Return a side of a hex in canonical form, no matter which of its two hexes is given."""
    side %= SIDES
    if side < SIDES // 2:
        return Hexside(at, side)
    return Hexside(at.step_towards(side), side - SIDES // 2)


def side_between(a: Hex, b: Hex) -> Hexside:
    """Return the side that two neighbours share. Raises ValueError if they share none."""
    return hexside(a, side_of(a, b))


# --- facing -----------------------------------------------------------------------------------------------


class Arc(Enum):
    """The direction from which something approaches a piece. A corner-facing piece has two hexes each of
    front, flank and rear; a side-facing piece has one front, two front flanks, two rear flanks and one
    rear.
    """

    FRONT = "front"
    FLANK = "flank"
    FRONT_FLANK = "front_flank"
    REAR_FLANK = "rear_flank"
    REAR = "rear"


BY_CORNER: Final = (Arc.FRONT, Arc.FRONT, Arc.FLANK, Arc.REAR, Arc.REAR, Arc.FLANK)
BY_SIDE: Final = (Arc.FRONT, Arc.FRONT_FLANK, Arc.REAR_FLANK, Arc.REAR, Arc.REAR_FLANK, Arc.FRONT_FLANK)


def corner_arc(side: int, corner: int) -> Arc:
    """Return the arc of a side, for a piece that faces a corner."""
    return BY_CORNER[(side - corner) % SIDES]


def side_arc(side: int, facing: int) -> Arc:
    """Return the arc of a side, for a piece that faces a side."""
    return BY_SIDE[(side - facing) % SIDES]


def in_front(at: Hex, corner: int) -> tuple[Hex, Hex]:
    """Return the two hexes in front of a piece that faces a corner, on the board or not."""
    return at.step_towards(corner), at.step_towards(corner + 1)


def turns(a: int, b: int) -> int:
    """Return how many corners (or sides) a piece must turn from ``a`` to ``b``, the shorter way round.

    >>> turns(0, 5), turns(1, 4), turns(2, 2)
    (1, 3, 0)
    """
    right = (b - a) % SIDES
    return min(right, SIDES - right)


def approach(mover: Hex, unit: Hex, corner: int) -> tuple[Arc, ...]:
    """Return the arcs from which a mover at distance 1 or 2 approaches a unit that faces a corner.

    At distance 1 this is the arc of the mover's hex. At distance 2 these are the arcs of the hexes
    between the mover and the unit. Raises ValueError for any other distance.
    """
    far = distance(mover, unit)
    if far == 1:
        return (corner_arc(side_of(unit, mover), corner),)
    if far != 2:
        raise ValueError(f"{mover} is {far} hexes from {unit}")
    sides = (side for side in range(SIDES) if distance(unit.step_towards(side), mover) == 1)
    return tuple(corner_arc(side, corner) for side in sides)


class Array(Enum):
    """The formation of two corner-facing pieces: side by side (``ROW``), or one behind the other."""

    ROW = "row"
    FILE = "file"


def array_of(a: Hex, b: Hex, facings: Mapping[Hex, int]) -> Array | None:
    """Return the formation of two corner-facing pieces.

    Return None if they are not neighbours, or if their facings do not match a formation.
    """
    if distance(a, b) != 1:
        return None
    arcs = {corner_arc(side_of(one, other), facings[one]) for one, other in ((a, b), (b, a))}
    if arcs == {Arc.FLANK}:
        return Array.ROW
    return Array.FILE if arcs == {Arc.FRONT, Arc.REAR} else None


# --- lines ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """The spaces on the straight line between two hexes, without its ends.

    ``inside``: the hexes that the line crosses. ``left`` and ``right``: the hexes whose sides it follows.
    ``corners``: the hexes that it only touches at a corner.
    """

    inside: tuple[Hex, ...]
    left: tuple[Hex, ...] = ()
    right: tuple[Hex, ...] = ()
    corners: tuple[Hex, ...] = ()

    def clear(self, blocks: Callable[[Hex], bool], ties: Ties = Ties.BOTH) -> bool:
        """Return whether nothing blocks the line.

        Where the line runs along sides, it is blocked if obstacles are on both left and right, anywhere
        along the line. With ``Ties.ANY`` obstacles on one side are enough. A hex touched only at a corner
        never blocks.
        """
        if any(map(blocks, self.inside)):
            return False
        left, right = any(map(blocks, self.left)), any(map(blocks, self.right))
        return not (left or right) if ties is Ties.ANY else not (left and right)


def line(a: Hex, b: Hex) -> Line:
    """Return the line between the centres of two hexes. Seen from the other end it is the same line, with
    left and right swapped.

    The sign of a determinant tells whether a corner lies left or right of the line. The line crosses
    every hex that has corners on both sides.
    """
    q, r = b.q - a.q, b.r - a.r
    reach = max(q * corner_r - r * corner_q for corner_q, corner_r in CORNERS)
    along = sum(q * corner_r - r * corner_q == reach for corner_q, corner_r in CORNERS) == 2
    inside: list[Hex] = []
    left: list[Hex] = []
    right: list[Hex] = []
    corners: list[Hex] = []
    for at in _spanned_hexes(a, b):
        aside = 3 * (q * (at.r - a.r) - r * (at.q - a.q))
        if abs(aside) < reach:
            inside.append(at)
        elif abs(aside) == reach:
            (corners if not along else right if aside > 0 else left).append(at)
    return Line(tuple(inside), tuple(left), tuple(right), tuple(corners))


def _spanned_hexes(a: Hex, b: Hex) -> Iterator[Hex]:
    """Yield the hexes between two hexes that lie on at least one shortest path, nearest first.

    The straight line between the two centres touches only these hexes.
    """
    far = distance(a, b)
    q, r = b.q - a.q, b.r - a.r
    for step in range(SIDES):
        (q1, r1), (q2, r2) = STEPS[step], STEPS[(step + 1) % SIDES]
        first, second = q * r2 - r * q2, q1 * r - r1 * q  # the determinant of these two directions is 1
        if first >= 0 and second >= 0 and first + second == far:
            break
    for steps in range(1, far):
        for one in range(max(0, steps - second), min(first, steps) + 1):
            yield a.step_towards(step, one).step_towards(step + 1, steps - one)


def sees(a: Hex, b: Hex, blocks: Callable[[Hex], bool], ties: Ties = Ties.BOTH) -> bool:
    """Return whether nothing blocks the line between the centres of two hexes. Pieces on the two end hexes
    never block it.
    """
    return line(a, b).clear(blocks, ties)
