"""The layout of spaces in a drawing: borders, and the names by which a browser finds the space under a
finger.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kit.grid.board import HexBoard, columns, rows
from kit.grid.hexes import Hex, side_between
from kit.grid.square import Board
from maps import hexes, squares
from maps.tiling import Point, Tiling
from maps.values import Ground

ROWS = rows((13, 12) * 4 + (13,))
COLUMNS = columns(range(10, 20), range(2, 12))
SQUARES = Board(9, 7)
TILINGS = {
    "rows": hexes.tiling(ROWS),
    "columns": hexes.tiling(COLUMNS),
    "squares": squares.tiling(SQUARES),
}
WOODS = Ground("woods", "#030", "M0 0")


def area(path: str) -> int:
    """Return twice the area enclosed by a path of M, h, v, l and z; holes are subtracted."""
    total, x, y = 0, 0, 0
    for loop in path.split("z")[:-1]:
        points: list[Point] = []
        for letter, numbers in re.findall(r"([Mhvl])([^Mhvl]*)", loop):
            found = [int(one) for one in re.findall(r"-?[0-9]+", numbers)]
            both = {"h": [(n, 0) for n in found], "v": [(0, n) for n in found]}
            pairs = both.get(letter) or list(zip(found[::2], found[1::2], strict=True))
            for dx, dy in pairs:
                x, y = (dx, dy) if letter == "M" else (x + dx, y + dy)
                points.append((x, y))
        total += sum(
            ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
        )
    return total


@pytest.mark.parametrize("kind", TILINGS)
@given(data=some.data())
def test_a_border_covers_its_spaces_and_nothing_else(kind: str, data: some.DataObject) -> None:
    tiling = TILINGS[kind]
    names = data.draw(some.sets(some.sampled_from(sorted(tiling.middles)), min_size=1))
    one = area(tiling.outline([next(iter(names))]))
    assert one > 0
    assert area(tiling.outline(names)) == one * len(names)
    assert tiling.cells(sorted(names)).count("M") == len(names)


@pytest.mark.parametrize("kind", TILINGS)
def test_the_board_has_one_outline_without_inner_borders(kind: str) -> None:
    tiling = TILINGS[kind]
    assert tiling.board.count("M") == 1 and len(tiling.board) < 12 * len(tiling.middles)
    first = next(iter(tiling.middles))
    assert tiling.outline([first]) in (tiling.cells([first]), tiling.outline((first,)))


def runs(tiling: Tiling) -> dict[str, Point]:
    """Return the centre of each space by name, as static/maps/spaces.js works it out from the drawing. The
    drawing lists runs of spaces with consecutive names and a constant distance.
    """
    head, *found = (run.split(",") for run in tiling.runs.split(";"))
    dx, dy, digits = map(int, head)
    return {
        f"{prefix}{int(first) + n:0{digits}}": (int(x) + n * dx, int(y) + n * dy)
        for prefix, first, count, x, y in found
        for n in range(int(count))
    }


@given(some.sets(some.sampled_from(sorted(ROWS.hexes)), min_size=1, max_size=60))
def test_runs_name_every_space_where_it_is(gone: set[Hex]) -> None:
    for tiling in TILINGS.values():
        assert runs(tiling) == dict(tiling.middles)
    holed: HexBoard = ROWS.remove_hexes(gone)
    if len(holed):
        assert runs(hexes.tiling(holed)) == dict(hexes.tiling(holed).middles)


@pytest.mark.parametrize("kind", ["rows", "columns"])
def test_neighbours_lie_side_by_side_and_no_others(kind: str) -> None:
    board, tiling = (ROWS, TILINGS["rows"]) if kind == "rows" else (COLUMNS, TILINGS["columns"])
    assert len(board) >= 100
    for at in board:
        x, y = tiling.middles[board.name(at)]
        near = {
            name for name, (ox, oy) in tiling.middles.items() if 0 < (ox - x) ** 2 + (oy - y) ** 2 < 60**2
        }
        assert near == {board.name(there) for there in board.neighbours(at)}


@pytest.mark.parametrize("kind", ["rows", "columns"])
def test_the_side_of_a_hex_lies_between_the_two_that_share_it(kind: str) -> None:
    board, tiling = (ROWS, TILINGS["rows"]) if kind == "rows" else (COLUMNS, TILINGS["columns"])
    found = 0
    for at in board:
        for there in board.neighbours(at):
            (stroke,) = hexes.strokes_along(board, "river", [side_between(at, there)])
            (ax, ay), (bx, by) = (tiling.middles[board.name(one)] for one in (at, there))
            assert (stroke.start[0] + stroke.end[0], stroke.start[1] + stroke.end[1]) == (ax + bx, ay + by)
            found += 1
    assert found > 400


def test_the_pattern_meets_every_space() -> None:
    for tiling in TILINGS.values():
        x0, y0, wide, high = tiling.tile
        spots = {(x % wide, y % high) for x, y in tiling.spots}
        assert {((x - x0) % wide, (y - y0) % high) for x, y in tiling.middles.values()} <= spots
