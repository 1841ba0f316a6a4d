"""A board of squares: distances, neighbours, facings, arcs, lines of sight and routes.

Squares are named as on a chessboard: the column as letters, the row as a number. ``a1`` is the lower left
corner. Columns are counted to the east, rows to the north.

>>> board = Board(8, 6)
>>> c4 = board.square("c4")
>>> [str(there) for there in board.neighbours(c4, FOUR)]
['c5', 'd4', 'c3', 'b4']
>>> str(c4.step_towards(Facing.NORTH_EAST)), steps(c4, board.square("f2")), crow_steps(c4, board.square("f2"))
('d5', 5, 3)
>>> arc_of(board.square("b6"), of=c4, facing=Facing.NORTH)
<Arc.FRONT: 'front'>
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from engine.values import dataclass
from kit.grid import grid
from kit.grid.grid import Ties

LETTERS = 26
NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")


@dataclass(frozen=True, order=True)
class Square:
    """One space on a board of squares. Columns and rows count from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        high, low = divmod(self.column, LETTERS)
        first = chr(ord("a") + high - 1) if high else ""
        return f"{first}{chr(ord('a') + low)}{self.row + 1}"

    @classmethod
    def parse(cls, text: str) -> Square:
        """Read a name such as ``c4``. Raises ValueError for anything else."""
        named = NAME.fullmatch(text)
        if named is None:
            raise ValueError(f"not the name of a square: {text!r}")
        letters, number = named.groups()
        column = 0
        for letter in letters:
            column = column * LETTERS + ord(letter) - ord("a") + 1
        return cls(column - 1, int(number) - 1)

    def step_towards(self, facing: Facing, far: int = 1) -> Square:
        """Return the square ``far`` steps straight ahead, on the board or beyond its edge."""
        east, north = facing.step
        return Square(self.column + east * far, self.row + north * far)


class Facing(Enum):
    """The direction in which a piece faces."""

    NORTH = "n"
    NORTH_EAST = "ne"
    EAST = "e"
    SOUTH_EAST = "se"
    SOUTH = "s"
    SOUTH_WEST = "sw"
    WEST = "w"
    NORTH_WEST = "nw"

    @property
    def step(self) -> tuple[int, int]:
        """The offset of the next square in this direction: columns to the east, rows to the north."""
        return STEPS[self]

    def turn(self, eighths: int) -> Facing:
        """Return the facing after a turn to the right by a number of eighths of a circle. Negative numbers
        turn left.
        """
        return EIGHT[(EIGHT.index(self) + eighths) % len(EIGHT)]


EIGHT = tuple(Facing)
FOUR = (Facing.NORTH, Facing.EAST, Facing.SOUTH, Facing.WEST)
STEPS = dict(zip(EIGHT, ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)), strict=True))


class Arc(Enum):
    """The direction from which something approaches a piece."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


@dataclass(frozen=True)
class Board:
    """A rectangular board of squares."""

    columns: int
    rows: int

    def __contains__(self, square: object) -> bool:
        return (
            isinstance(square, Square) and 0 <= square.column < self.columns and 0 <= square.row < self.rows
        )

    def __iter__(self) -> Iterator[Square]:
        """Iterate over every square, row by row from the south."""
        return (Square(column, row) for row in range(self.rows) for column in range(self.columns))

    def square(self, text: str) -> Square:
        """Read a square's name on this board. Raises ValueError for a square beyond its edge, and for
        anything that is not a name.
        """
        found = Square.parse(text)
        if found not in self:
            last = Square(self.columns - 1, self.rows - 1)
            raise ValueError(f"{text} is not on the board, which goes from a1 to {last}")
        return found

    def place(self, text: str) -> Square:
        """Read a square's name on this board, like :meth:`square`."""
        return self.square(text)

    def name(self, at: Square) -> str:
        """Return a square's name."""
        return str(at)

    def distance(self, a: Square, b: Square) -> int:
        """Return the number of steps between two squares, if steps can cross sides and corners."""
        return crow_steps(a, b)

    def sees(self, a: Square, b: Square, blocks: Callable[[Square], bool], ties: Ties = Ties.BOTH) -> bool:
        """Return whether nothing blocks the line between the centres of two squares."""
        return sees(a, b, blocks, ties)

    def neighbours(self, square: Square, sides: Sequence[Facing] = EIGHT) -> tuple[Square, ...]:
        """Return the neighbours of a square that are on the board, in the given directions (all eight by
        default).
        """
        found = (square.step_towards(side) for side in sides)
        return tuple(there for there in found if there in self)


def steps(a: Square, b: Square) -> int:
    """Return the number of steps between two squares across sides only."""
    return abs(a.column - b.column) + abs(a.row - b.row)


def crow_steps(a: Square, b: Square) -> int:
    """Return the number of steps between two squares across sides or corners."""
    return max(abs(a.column - b.column), abs(a.row - b.row))


def arc_of(other: Square, *, of: Square, facing: Facing) -> Arc:
    """Return the arc of a piece in which another square lies. Each arc is a quarter of the board.

    A square exactly between two arcs counts as front before flank and flank before rear. Raises
    ValueError for the piece's own square.
    """
    if other == of:
        raise ValueError(f"{other} is the piece's own square")
    east, north = facing.step
    columns, rows = other.column - of.column, other.row - of.row
    ahead, aside = columns * east + rows * north, abs(columns * north - rows * east)
    if ahead > 0 and ahead >= aside:
        return Arc.FRONT
    return Arc.REAR if -ahead > aside else Arc.FLANK


def line(a: Square, b: Square) -> tuple[frozenset[Square], ...]:
    """Return the squares on the straight line from ``a`` to ``b``, without its ends.

    Each item is a single square, or a pair where the line passes exactly through a corner. The arithmetic
    uses integers, so nothing is rounded, and the line is the same from either end.
    """
    far_east, far_north = abs(b.column - a.column), abs(b.row - a.row)
    east, north = _sign(b.column - a.column), _sign(b.row - a.row)
    column, row, crossed = a.column, a.row, []
    done_east = done_north = 0
    while done_east < far_east or done_north < far_north:
        # compare where the line would leave the square: across its vertical or its horizontal side
        next_east, next_north = (1 + 2 * done_east) * far_north, (1 + 2 * done_north) * far_east
        if next_east == next_north:
            crossed.append(frozenset({Square(column + east, row), Square(column, row + north)}))
        if next_east <= next_north:
            column, done_east = column + east, done_east + 1
        if next_north <= next_east:
            row, done_north = row + north, done_north + 1
        crossed.append(frozenset({Square(column, row)}))
    return tuple(crossed[:-1])


def sees(a: Square, b: Square, blocks: Callable[[Square], bool], ties: Ties = Ties.BOTH) -> bool:
    """Return whether nothing blocks the line between two squares.

    Where the line passes exactly through a corner, both squares beside it must block the line; with
    ``Ties.ANY`` one is enough. The two end squares never block it, so sight is mutual.
    """
    together = any if ties is Ties.ANY else all
    return not any(together(blocks(square) for square in passed) for passed in line(a, b))


# the cost of a step from one square to the next, or None if it is impossible
Cost = Callable[[Square, Square], int | None]


def ways(
    board: Board, start: Square, cost: Cost, within: int, sides: Sequence[Facing] = EIGHT
) -> dict[Square, tuple[int, tuple[Square, ...]]]:
    """Return every square within reach, with the cost of its cheapest route and the squares of that route.
    ``within``: the highest cost of a route. ``sides``: the directions in which a step can go.
    """
    return dict(grid.ways(lambda here: board.neighbours(here, sides), start, cost, within))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
