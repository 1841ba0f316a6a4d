"""A board of hexes: the hexes and their names, the edge, the levels and the sections.

There are two layouts, each with its own names:

- ``ROWS``: hexes with a corner at the top, in rows. In a name such as ``E7``, the letter is the row, from
  ``A`` at the bottom. The number counts the hexes of the row from the left. Every second row, from ``B``
  on, is shifted half a hex to the right.
- ``COLUMNS``: hexes with corners at the left and right, in columns. In a name such as ``1805``, two digits
  are the column, counted from the left, and two the row, counted from the top. Odd columns are half a hex
  lower.

>>> board = rows((13, 12) * 4 + (13,))
>>> len(board), [board.name(at) for at in board.neighbours(board.place("A1"))]
(113, ['B1', 'A2'])
>>> field = columns(range(10, 61), range(2, 41))
>>> [field.name(at) for at in field.neighbours(field.place("1805"))]
['1804', '1904', '1905', '1806', '1705', '1704']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum
from functools import cached_property
from itertools import takewhile
from typing import Final

from engine.values import dataclass, replace
from kit.grid import hexes
from kit.grid.grid import Ties, link_spaces
from kit.grid.hexes import Array, Hex, Hexside, array_of, hexside, line

ROW_NAME: Final = re.compile(r"([A-Z])([1-9][0-9]?)")
COLUMN_NAME: Final = re.compile(r"([0-9]{2})([0-9]{2})")
EDGE_NAME: Final = re.compile(r"([A-Z]?[0-9]+)([NSEW]{1,2})")


class Layout(Enum):
    """The layout of hexes on paper, which determines the names of hexes, sides and corners."""

    ROWS = "rows"
    COLUMNS = "columns"

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides from side 0, clockwise."""
        return SIDE_NAMES[self]

    @property
    def corners(self) -> tuple[str, ...]:
        """The names of the corners from corner 0, clockwise."""
        return CORNER_NAMES[self]

    def parse(self, text: str) -> Hex:
        """Read a hex's name, on a board or not. Raises ValueError for anything else."""
        named = (ROW_NAME if self is Layout.ROWS else COLUMN_NAME).fullmatch(text)
        if named is None:
            raise ValueError(f"not the name of a hex: {text!r}")
        first, second = named.groups()
        if self is Layout.ROWS:
            return at_row(ord(first) - ord("A"), int(second))
        return at_column(int(first), int(second))

    def name_of(self, at: Hex) -> str:
        """Return a hex's name. Raises ValueError for a hex too far beyond the edge to have one."""
        if self is Layout.ROWS:
            row, number = row_of(at)
            if not (0 <= row < 26 and 1 <= number < 100):
                raise ValueError(f"{at} has no name")
            return f"{chr(ord('A') + row)}{number}"
        column, row = column_of(at)
        if not (0 <= column < 100 and 0 <= row < 100):
            raise ValueError(f"{at} has no name")
        return f"{column:02}{row:02}"

    def order(self, at: Hex) -> tuple[int, int]:
        """Return the sort key of a hex: row by row from the bottom, or column by column."""
        return row_of(at) if self is Layout.ROWS else column_of(at)


SIDE_NAMES: Final = {
    Layout.ROWS: ("NW", "NE", "E", "SE", "SW", "W"),
    Layout.COLUMNS: ("N", "NE", "SE", "S", "SW", "NW"),
}
CORNER_NAMES: Final = {
    Layout.ROWS: ("N", "NE", "SE", "S", "SW", "NW"),
    Layout.COLUMNS: ("NE", "E", "SE", "SW", "W", "NW"),
}


def at_row(row: int, number: int) -> Hex:
    """Return the hex at ``number`` in a row. Rows count from 0 at the bottom, numbers from 1."""
    return Hex(number + (row + 1) // 2, -row)


def row_of(at: Hex) -> tuple[int, int]:
    """Return a hex's row and its number in that row, the reverse of :func:`at_row`."""
    return -at.r, at.q - (-at.r + 1) // 2


def at_column(column: int, row: int) -> Hex:
    """Return the hex in a column and a row."""
    return Hex(column, row - column // 2)


def column_of(at: Hex) -> tuple[int, int]:
    """Return a hex's column and its row in that column, the reverse of :func:`at_column`."""
    return at.q, at.r + at.q // 2


@dataclass(frozen=True)
class HexBoard:
    """The hexes of a board.

    ``levels``: the heights of raised hexes. ``edge_blocks``: whether the area beyond the edge blocks sight.
    """

    layout: Layout
    hexes: frozenset[Hex]
    levels: Mapping[Hex, int] = field(default_factory=dict, hash=False)
    edge_blocks: bool = False

    def __contains__(self, at: object) -> bool:
        return at in self.hexes

    def __len__(self) -> int:
        return len(self.hexes)

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._sorted_hexes)

    @cached_property
    def _sorted_hexes(self) -> tuple[Hex, ...]:
        return tuple(sorted(self.hexes, key=self.layout.order))

    def place(self, text: str) -> Hex:
        """Read a hex's name on this board. Raises ValueError for anything else."""
        found = self.layout.parse(text)
        if found not in self:
            raise ValueError(f"{text} is not on the board")
        return found

    def name(self, at: Hex) -> str:
        """Return a hex's name."""
        return self.layout.name_of(at)

    def neighbours(self, at: Hex) -> tuple[Hex, ...]:
        """Return the neighbours of a hex that are on the board, clockwise."""
        return tuple(there for there in at.neighbours() if there in self.hexes)

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the number of steps between two hexes."""
        return hexes.distance(a, b)

    def hexes_within(self, at: Hex, far: int) -> tuple[Hex, ...]:
        """Return the hexes of the board within distance ``far`` of a hex, including the hex itself."""
        return tuple(there for there in hexes.hexes_within(at, far) if there in self.hexes)

    def ring(self, at: Hex, far: int) -> tuple[Hex, ...]:
        """Return the hexes of the board at exactly distance ``far`` from a hex, clockwise."""
        return tuple(there for there in hexes.ring(at, far) if there in self.hexes)

    def neighbours_toward(self, at: Hex, corner: str) -> tuple[Hex, ...]:
        """Return the one or two neighbours on the board in the direction of a corner.

        On a board in rows, ``S`` points to the bottom edge.
        """
        found = hexes.in_front(at, self.layout.corners.index(corner))
        return tuple(there for there in found if there in self.hexes)

    def nearer(self, at: Hex, goal: Hex) -> tuple[Hex, ...]:
        """Return the neighbours on the board, two at most, that are nearer to ``goal`` than the hex itself
        is.
        """
        far = hexes.distance(at, goal)
        return tuple(there for there in self.neighbours(at) if hexes.distance(there, goal) < far)

    def level(self, at: Hex) -> int:
        """Return a hex's height; 0 is the ground."""
        return self.levels.get(at, 0)

    def side(self, text: str) -> Hexside:
        """Read the name of a hexside: the name of a hex followed by a side, such as ``E7NE``. Raises
        ValueError for any other text.
        """
        named = EDGE_NAME.fullmatch(text)
        if named is None or named[2] not in self.layout.sides:
            raise ValueError(f"not the name of a hexside: {text!r}")
        return hexside(self.layout.parse(named[1]), self.layout.sides.index(named[2]))

    def side_name(self, side: Hexside) -> str:
        """Return the name of a hexside, by one of its two hexes, preferably one on the board."""
        a, b = side.hexes
        if a in self or b not in self:
            return f"{self.name(a)}{self.layout.sides[side.side]}"
        return f"{self.name(b)}{self.layout.sides[side.side + 3]}"

    def sees(self, a: Hex, b: Hex, blocks: Callable[[Hex], bool], ties: Ties = Ties.BOTH) -> bool:
        """Return whether nothing blocks the line between the centres of two hexes.

        See :meth:`kit.grid.hexes.Line.clear`.
        """

        def stands(at: Hex) -> bool:
            return blocks(at) if at in self.hexes else self.edge_blocks

        return line(a, b).clear(stands, ties)

    def array(self, facings: Mapping[Hex, int], kind: Array) -> tuple[frozenset[Hex], ...]:
        """Group corner-facing pieces that are linked in one formation: side by side (``Array.ROW``), or one
        behind the other (``Array.FILE``). A single piece is a group. See :func:`kit.grid.hexes.array_of`.

        ``facings``: the corner that each piece faces, by its hex.
        """

        def joins(a: Hex, b: Hex) -> bool:
            return array_of(a, b, facings) is kind

        return link_spaces(self, facings, joins=joins)

    def sees_over(self, a: Hex, b: Hex, blocks: Callable[[Hex], bool], ties: Ties = Ties.BOTH) -> bool:
        """Return whether one hex sees another, given the heights of both.

        ``blocks``: whether a hex blocks the view. Such a hex blocks it unless it is lower than both. Ground
        higher than the lower of the two always blocks the view. Neighbours always see each other.
        """
        low = min(self.level(a), self.level(b))

        def stands(at: Hex) -> bool:
            return self.level(at) > low or (self.level(at) == low and blocks(at))

        return hexes.distance(a, b) <= 1 or self.sees(a, b, stands, ties)

    def hexes_along(self, start: Hex, side: int, far: int) -> tuple[Hex, ...]:
        """Return up to ``far`` hexes in a straight line that leaves a hex across one side. The line stops at
        the edge of the board.
        """
        found = (start.step_towards(side, step) for step in range(1, far + 1))
        return tuple(takewhile(self.hexes.__contains__, found))

    def remove_hexes(self, gone: Iterable[Hex]) -> HexBoard:
        """Return the board without some of its hexes."""
        return replace(self, hexes=self.hexes - frozenset(gone))


def rows(lengths: Sequence[int], edge_blocks: bool = False) -> HexBoard:
    """Build a board in rows of these lengths, the lowest row first."""
    return HexBoard(
        Layout.ROWS,
        frozenset(at_row(row, n) for row, length in enumerate(lengths) for n in range(1, length + 1)),
        edge_blocks=edge_blocks,
    )


def columns(across: range, down: range, edge_blocks: bool = False) -> HexBoard:
    """Build a rectangular board with these columns and rows."""
    return HexBoard(
        Layout.COLUMNS,
        frozenset(at_column(column, row) for column in across for row in down),
        edge_blocks=edge_blocks,
    )


def sections(board: HexBoard, lines: Sequence[int], names: Sequence[str]) -> Mapping[str, frozenset[Hex]]:
    """Divide a board in rows into named parts along vertical lines. Each line runs straight up through the
    centre of the hex with the given number in the lowest row. Hexes whose centres are on a line belong to
    both adjacent parts. Lines go from left to right, and there is one more name than lines.

    >>> board = rows((13, 12) * 4 + (13,))
    >>> [len(part) for part in sections(board, (5, 9), ("left", "centre", "right")).values()]
    [41, 41, 41]
    """
    if board.layout is not Layout.ROWS or len(names) != len(lines) + 1:
        raise ValueError("a board in rows, and one name more than lines")
    edges = [None, *lines, None]
    return {
        name: frozenset(at for at in board if _lies_between(at, edges[part], edges[part + 1]))
        for part, name in enumerate(names)
    }


def _lies_between(at: Hex, left: int | None, right: int | None) -> bool:
    row, number = row_of(at)
    across = 2 * number + row % 2  # measured in half hexes
    return (left is None or across >= 2 * left) and (right is None or across <= 2 * right)


def mirror_parts(parts: Mapping[str, frozenset[Hex]]) -> Mapping[str, frozenset[Hex]]:
    """Return the parts of the board as named by the player on the opposite side. The same names are assigned
    in reverse order.
    """
    return dict(zip(parts, reversed(list(parts.values())), strict=True))
