"""The formations of a schiera: a line, a column or a square (L102)."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.ground import Ground

LINE, COLUMN, BLOCK = "line", "column", "square"
STEP: Final = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
RIGHT: Final = {"n": "e", "e": "s", "s": "w", "w": "n"}
BEHIND: Final = {"n": "s", "e": "w", "s": "n", "w": "e"}


def shapes(number: int) -> tuple[str, ...]:
    """Return the formations that this number of units can take."""
    if number < 2:
        return (LINE,)
    return (LINE, COLUMN) if number == 2 else (LINE, COLUMN, BLOCK)


def slots(ground: Ground, at: str, facing: str, shape: str, number: int) -> tuple[str, ...]:
    """Return the squares of a formation whose front left unit is at ``at``. A square off the board is ""."""
    right, behind = STEP[RIGHT[facing]], STEP[BEHIND[facing]]
    wide = {LINE: number, COLUMN: 1, BLOCK: 2}[shape]
    found = []
    for one in range(number):
        aside, back = one % wide, one // wide
        columns, rows = right[0] * aside + behind[0] * back, right[1] * aside + behind[1] * back
        found.append(ground.square_at_offset(at, columns, rows))
    return tuple(found)


def squares_behind(ground: Ground, at: str, facing: str) -> tuple[str, ...]:
    """Return the squares around a square, starting with those behind the given facing."""
    square, back = ground.places[at], STEP[BEHIND[facing]]

    def order(name: str) -> tuple[int, int, str]:
        there = ground.places[name]
        columns, rows = there.column - square.column, there.row - square.row
        return -(columns * back[0] + rows * back[1]), abs(columns) + abs(rows), name

    return tuple(sorted(ground.neighbours[at], key=order))
