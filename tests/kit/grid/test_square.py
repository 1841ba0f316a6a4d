"""A board of squares: drawn boards, and general properties."""

from __future__ import annotations

import doctest
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kit.grid import square
from kit.grid.square import (
    EIGHT,
    FOUR,
    Arc,
    Board,
    Facing,
    Square,
    arc_of,
    crow_steps,
    line,
    sees,
    steps,
    ways,
)
from tests.kit.grid.boards import drawn, picture, same

SQUARES = some.builds(Square, some.integers(0, 30), some.integers(0, 30))
SMALL = some.builds(Square, some.integers(0, 7), some.integers(0, 7))
LETTER = {Arc.FRONT: "F", Arc.FLANK: "-", Arc.REAR: "R"}


def test_the_examples_of_the_module_are_true() -> None:
    assert doctest.testmod(square).attempted > 3
    assert doctest.testmod(square).failed == 0


# --- names of squares ---


@pytest.mark.parametrize(
    ("name", "column", "row"), [("a1", 0, 0), ("c4", 2, 3), ("z10", 25, 9), ("aa1", 26, 0), ("ab12", 27, 11)]
)
def test_a_square_is_named_by_its_column_and_row(name: str, column: int, row: int) -> None:
    assert Square.parse(name) == Square(column, row) and str(Square(column, row)) == name


@given(some.builds(Square, some.integers(0, 26 * 27 - 1), some.integers(0, 98)))
def test_a_square_is_read_as_it_is_written(at: Square) -> None:
    assert Square.parse(str(at)) == at


@pytest.mark.parametrize("text", ["", "c", "4", "c0", "C4", "4c", "c4 ", "c-1", "c04", "abc1", "c٤"])
def test_invalid_square_names_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not the name of a square"):
        Square.parse(text)


@pytest.mark.parametrize("beyond", ["i1", "a7", "aa1"])
def test_a_square_beyond_the_edge_is_refused_with_the_edge(beyond: str) -> None:
    with pytest.raises(ValueError, match="from a1 to h6"):
        Board(8, 6).square(beyond)


def test_a_board_has_all_its_squares_once() -> None:
    board = Board(5, 3)
    assert len(list(board)) == len(set(board)) == 15
    assert all(at in board for at in board) and "a1" not in board


# --- distances and neighbours ---


def test_distances_over_sides_and_over_corners() -> None:
    board, at = drawn("""
        . . . . .
        . X . . .
        . . . . .
    """)
    (x,) = at["X"]
    assert same(picture(board, lambda s: str(steps(x, s))), "2 1 2 3 4\n1 0 1 2 3\n2 1 2 3 4")
    assert same(picture(board, lambda s: str(crow_steps(x, s))), "1 1 1 2 3\n1 0 1 2 3\n1 1 1 2 3")


@given(SMALL)
def test_neighbours_are_the_squares_at_a_distance_of_one(at: Square) -> None:
    board = Board(8, 8)
    assert set(board.neighbours(at)) == {s for s in board if crow_steps(at, s) == 1}
    assert set(board.neighbours(at, FOUR)) == {s for s in board if steps(at, s) == 1}


@given(SQUARES, SQUARES, SQUARES)
def test_a_detour_is_never_shorter(a: Square, b: Square, c: Square) -> None:
    for far in (steps, crow_steps):
        assert far(a, b) == far(b, a) <= far(a, c) + far(c, b)
        assert (far(a, b) == 0) == (a == b)


# --- facing and arcs ---


def test_arcs_of_a_piece_that_faces_a_side() -> None:
    """A piece's two front corners belong to its front, the two rear ones to its flanks."""
    board, at = drawn("""
        . . . . .
        . . . . .
        . . N . .
        . . . . .
        . . . . .
    """)
    (n,) = at["N"]
    assert same(
        picture(board, lambda s: "N" if s == n else LETTER[arc_of(s, of=n, facing=Facing.NORTH)]),
        """
        F F F F F
        - F F F -
        - - N - -
        - - R - -
        - R R R -
        """,
    )


def test_arcs_of_a_piece_that_faces_a_corner() -> None:
    board, at = drawn("""
        . . . . .
        . . . . .
        . . N . .
        . . . . .
        . . . . .
    """)
    (n,) = at["N"]
    assert same(
        picture(board, lambda s: "N" if s == n else LETTER[arc_of(s, of=n, facing=Facing.NORTH_EAST)]),
        """
        - - F F F
        - - F F F
        - - N F F
        R R - - -
        R R - - -
        """,
    )


@given(SQUARES, SQUARES, some.sampled_from(EIGHT))
def test_every_other_square_is_in_one_arc_and_arcs_turn_with_the_piece(
    of: Square, other: Square, facing: Facing
) -> None:
    if of == other:
        with pytest.raises(ValueError, match="own square"):
            arc_of(other, of=of, facing=facing)
        return
    behind = arc_of(other, of=of, facing=facing.turn(4))
    match arc_of(other, of=of, facing=facing):
        case Arc.REAR:
            assert behind is Arc.FRONT
        case Arc.FLANK:
            assert behind is not Arc.REAR
        case Arc.FRONT:
            assert behind is not Arc.FRONT
    quarter = Square(of.column + other.row - of.row, of.row - other.column + of.column)  # turned to the right
    assert arc_of(quarter, of=of, facing=facing.turn(2)) is arc_of(other, of=of, facing=facing)


@given(some.sampled_from(EIGHT), some.integers(-20, 20))
def test_eight_eighth_turns_restore_the_facing(facing: Facing, eighths: int) -> None:
    assert facing.turn(eighths).turn(8 - eighths) is facing
    assert Facing.NORTH.turn(1) is Facing.NORTH_EAST and Facing.NORTH.turn(-1) is Facing.NORTH_WEST


# --- lines of sight ---


def test_a_line_crosses_the_expected_squares() -> None:
    board, at = drawn("""
        . . . . . X
        . . . . . .
        A . . . . .
        . . . . . .
    """)
    (a,), (x,) = at["A"], at["X"]
    crossed = {square for passed in line(a, x) for square in passed}
    assert same(
        picture(board, lambda s: "o" if s in crossed else "A" if s == a else "X" if s == x else "."),
        """
        . . . . o X
        . o o o o .
        A o . . . .
        . . . . . .
        """,
    )


def test_a_line_through_a_corner_is_blocked_by_two_and_not_by_one() -> None:
    _board, at = drawn("""
        . . # X
        . A # .
        . # A .
    """)
    low, high = sorted(at["A"], key=lambda s: s.row)
    (x,) = at["X"]
    assert sees(high, low, lambda s: s == at["#"][0]), "past a single one"
    assert not sees(high, low, lambda s: s in at["#"])
    assert not sees(high, x, lambda s: s in at["#"]), "a wood straight ahead"


def test_what_is_seen_behind_a_wood() -> None:
    board, at = drawn("""
        . . . . . . .
        . . # # . . .
        A . # # . . .
        . . . . . . .
    """)
    (a,), wood = at["A"], set(at["#"])

    def shown(s: Square) -> str:
        return "A" if s == a else "#" if s in wood else "." if sees(a, s, wood.__contains__) else "x"

    assert same(
        picture(board, shown),
        """
        . . . x x x x
        . . # # x x x
        A . # # x x x
        . . . . x x x
        """,
    )


@given(SQUARES, SQUARES)
def test_a_line_is_the_same_from_either_end(a: Square, b: Square) -> None:
    assert line(a, b) == line(b, a)[::-1]


@given(SMALL, SMALL, some.sets(SMALL))
def test_sight_between_squares_is_symmetric(a: Square, b: Square, blocking: set[Square]) -> None:
    assert sees(a, b, blocking.__contains__) == sees(b, a, blocking.__contains__)
    assert sees(a, b, (blocking - {a, b}).__contains__) == sees(a, b, (blocking | {a, b}).__contains__)


@given(SQUARES, SQUARES, some.fractions(0, 1))
def test_a_line_crosses_every_square_in_which_a_point_of_it_lies(
    a: Square, b: Square, part: Fraction
) -> None:
    crossed = {a, b} | {square for passed in line(a, b) for square in passed}
    column = a.column + (b.column - a.column) * part + Fraction(1, 2)
    row = a.row + (b.row - a.row) * part + Fraction(1, 2)
    on_an_edge = column.denominator == 1 or row.denominator == 1
    assert on_an_edge or Square(int(column), int(row)) in crossed


@given(SQUARES, SQUARES)
def test_lines_between_squares_have_no_gaps(a: Square, b: Square) -> None:
    singles = [next(iter(passed)) for passed in (*line(a, b), frozenset({b})) if len(passed) == 1]
    whole = [a, *singles] if a != b else [a]
    assert all(crow_steps(before, after) == 1 for before, after in pairwise(whole))


# --- paths ---


def test_ways_go_round_what_cannot_be_entered() -> None:
    board, at = drawn("""
        . . # . .
        A . # . .
        . . . . .
    """)
    (a,), wall = at["A"], set(at["#"])
    found = ways(board, a, lambda _here, there: None if there in wall else 1, within=4, sides=FOUR)
    assert same(
        picture(board, lambda s: str(found[s][0]) if s in found else "#" if s in wall else "."),
        """
        1 2 # . .
        0 1 # . .
        1 2 3 4 .
        """,
    )
    assert [str(s) for s in found[Square(2, 0)][1]] in (["a2", "a1", "b1", "c1"], ["a2", "b2", "b1", "c1"])


@given(SMALL, some.integers(0, 9))
def test_on_an_empty_board_ways_are_as_long_as_distances(start: Square, within: int) -> None:
    board = Board(8, 8)
    for sides, far in ((EIGHT, crow_steps), (FOUR, steps)):
        found = ways(board, start, lambda _here, _there: 1, within, sides)
        assert {s: cost for s, (cost, _way) in found.items()} == {
            s: far(start, s) for s in board if far(start, s) <= within
        }
        assert all(len(way) == cost + 1 for cost, way in found.values())
