"""Ways around water, camps, built-up areas and bad going, on a coarse grid. The bot uses them to see how far
apart two places really are, and where a march must go first.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from battles.dba.rules.distances import Reach, reach
from battles.dba.rules.field import convex, ground
from battles.dba.rules.field.geometry import UNIT, Line, Point
from battles.dba.rules.field.ground import SIDE
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.shapes import Drawing

CELL: Final = 20 * UNIT
ROWS: Final = SIDE // CELL
ROOM: Final = 16 * UNIT  # half the side of the square that must be free around the middle of a cell
STRAIGHT, DIAGONAL = 10, 14  # steps of a path, in tenths of a cell
RIVER: Final = 20  # cost of a cell in a river, in tenths of a cell of good going
CLOSED: Final = 1000
FAR: Final = 10 * CELL  # the detour to a place that can't be reached
STEPS: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class Paths:
    """The ways on one battlefield. Cells are numbered row by row from the top left corner."""

    def __init__(self, drawing: Drawing, camps: tuple[Line, ...]) -> None:
        self.position = Position(drawing=drawing)
        self.closed = (*camps, *(line for _, line in self.position.areas))
        self.costs: dict[Reach, list[int]] = {}
        self.fields: dict[tuple[Reach, int], list[int]] = {}
        self.detours: dict[tuple[str, str, int, int], int] = {}

    def detour(self, kind: str, code: str, start: Point, goal: Point) -> int:
        """Return the extra length of an element's way, compared with a straight line in good going, in
        hundredths of a millimetre.
        """
        one, two = _cell(start), _cell(goal)
        asked = (kind, code, one, two)
        if asked not in self.detours:
            moves = reach(kind, code)
            self.detours[asked] = 0 if self._is_open(moves, one, two) else self._detour(moves, one, two)
        return self.detours[asked]

    def waypoint(self, kind: str, code: str, start: Point, goal: Point) -> Point | None:
        """Return the farthest place, on an element's way to a goal, to which it can march in a straight line.
        Return None if nothing is in its way.
        """
        if not self.detour(kind, code, start, goal):
            return None
        moves, one = reach(kind, code), _cell(start)
        field, here, found = self._field(moves, _cell(goal)), one, None
        while field[here]:
            after = min(_neighbours(here), key=lambda cell: field[cell])
            if field[after] >= field[here] or (found is not None and not self._is_open(moves, one, after)):
                break
            here = found = after
        return None if found is None else _middle(found)

    def _detour(self, moves: Reach, one: int, two: int) -> int:
        field = self._field(moves, two)
        away = field[one] if field[one] < CLOSED else STRAIGHT + min(field[cell] for cell in _neighbours(one))
        if away >= CLOSED:
            return FAR
        x, y = abs(one % ROWS - two % ROWS), abs(one // ROWS - two // ROWS)
        straight = STRAIGHT * max(x, y) + (DIAGONAL - STRAIGHT) * min(x, y)
        return max(0, away - straight) * CELL // STRAIGHT

    def _is_open(self, moves: Reach, one: int, two: int) -> bool:
        """Return whether a straight line between the centres of two cells runs through good going."""
        costs = self._costs(moves)
        (x, y), (dx, dy) = divmod(one, ROWS), (two // ROWS - one // ROWS, two % ROWS - one % ROWS)
        parts = 2 * max(abs(dx), abs(dy), 1)
        half, whole = parts, 2 * parts
        between = (
            ((2 * (x * parts + dx * at) + half) // whole, (2 * (y * parts + dy * at) + half) // whole)
            for at in range(1, parts)
        )
        return all(costs[row * ROWS + column] == STRAIGHT for row, column in between)

    def _costs(self, moves: Reach) -> list[int]:
        if moves not in self.costs:
            self.costs[moves] = [self._cost(moves, cell) for cell in range(ROWS * ROWS)]
        return self.costs[moves]

    def _cost(self, moves: Reach, cell: int) -> int:
        x, y = _middle(cell)
        square = (
            (x - ROOM, y - ROOM),
            (x + ROOM, y - ROOM),
            (x + ROOM, y + ROOM),
            (x - ROOM, y + ROOM),
        )
        kinds = ground.kinds_under(self.position, square)
        if "waterway" in kinds or any(convex.overlap(square, line) for line in self.closed):
            return CLOSED
        paces = moves.bad if kinds & ground.BAD else moves.sand if kinds & ground.SAND else moves.good
        if paces is None:
            return CLOSED
        return max(STRAIGHT * moves.good // paces, RIVER if "river" in kinds else 0)

    def _field(self, moves: Reach, goal: int) -> list[int]:
        """Return the distance of each cell from a goal, in tenths of a cell of good going."""
        if (moves, goal) in self.fields:
            return self.fields[moves, goal]
        costs = self._costs(moves)
        found, open_ = [3 * CLOSED] * (ROWS * ROWS), [(0, goal)]
        found[goal] = 0
        while open_:
            far, cell = heappop(open_)
            if far > found[cell]:
                continue
            for beside, step in _steps(cell):
                after = far + step * costs[beside] // STRAIGHT
                if after < found[beside]:
                    found[beside] = after
                    heappush(open_, (after, beside))
        self.fields[moves, goal] = found
        return found


@lru_cache(maxsize=8)
def paths_of(drawing: Drawing, camps: tuple[Line, ...]) -> Paths:
    return Paths(drawing, camps)


def _cell(point: Point) -> int:
    x, y = point[0] // CELL, point[1] // CELL
    return max(0, min(ROWS - 1, y)) * ROWS + max(0, min(ROWS - 1, x))


def _middle(cell: int) -> Point:
    return cell % ROWS * CELL + CELL // 2, cell // ROWS * CELL + CELL // 2


@lru_cache(maxsize=ROWS * ROWS)
def _steps(cell: int) -> tuple[tuple[int, int], ...]:
    """Return the neighbours of a cell, each with the length of the step to it in tenths of a cell."""
    return tuple(
        (beside, DIAGONAL if (beside - cell) % ROWS and abs(beside - cell) != 1 else STRAIGHT)
        for beside in _neighbours(cell)
    )


@lru_cache(maxsize=ROWS * ROWS)
def _neighbours(cell: int) -> tuple[int, ...]:
    y, x = divmod(cell, ROWS)
    near = ((x + dx, y + dy) for dx, dy in STEPS)
    return tuple(b * ROWS + a for a, b in near if 0 <= a < ROWS and 0 <= b < ROWS)
