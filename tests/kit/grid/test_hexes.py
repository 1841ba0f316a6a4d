"""Hexes: general properties, and the printed values of two games."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kit.grid import board as boards
from kit.grid import grid, hexes
from kit.grid.board import Layout, columns, mirror_parts, rows, sections
from kit.grid.grid import Grid, Ties, chain, link_spaces, ways
from kit.grid.hexes import (
    SIDES,
    Arc,
    Hex,
    approach,
    corner_arc,
    distance,
    hexes_within,
    hexside,
    in_front,
    line,
    ring,
    side_arc,
    side_between,
    side_of,
    turns,
)
from kit.grid.square import Board, Square

HEXES = some.builds(Hex, some.integers(-9, 9), some.integers(-9, 9))
SIDE = some.integers(0, 5)
ANCIENTS = rows((13, 12) * 4 + (13,), edge_blocks=True)
FIELD = columns(range(10, 61), range(2, 41))


@pytest.mark.parametrize("module", [grid, hexes, boards])
def test_the_examples_of_the_modules_are_true(module: object) -> None:
    assert doctest.testmod(module).attempted > 0  # type: ignore[arg-type]
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


# --- names of hexes ---


def test_rows_are_named_by_letter_and_number_and_columns_by_two_numbers() -> None:
    assert len(ANCIENTS) == 113 and len({ANCIENTS.name(at) for at in ANCIENTS}) == 113
    names = [ANCIENTS.name(at) for at in ANCIENTS]
    assert names[:14] == [*(f"A{n}" for n in range(1, 14)), "B1"] and names[-1] == "I13"
    assert FIELD.name(FIELD.place("1805")) == "1805" and len(FIELD) == 51 * 39


@given(some.sampled_from(sorted(ANCIENTS)), some.sampled_from(sorted(FIELD)), HEXES)
def test_a_hex_is_read_as_it_is_written(row: Hex, column: Hex, at: Hex) -> None:
    assert ANCIENTS.place(ANCIENTS.name(row)) == row and FIELD.place(FIELD.name(column)) == column
    assert Hex.parse(str(at)) == at


@pytest.mark.parametrize("text", ["", "A0", "B13", "J1", "a1", "A 1", "1805", "A14", "A٣"])
def test_anything_else_is_no_hex_of_a_board_in_rows(text: str) -> None:
    with pytest.raises(ValueError, match=r"not the name of a hex|not on the board"):
        ANCIENTS.place(text)


@pytest.mark.parametrize("text", ["", "1", "1,", "1,2,3", "01,2", " 1,2", "E7"])
def test_anything_else_is_no_hex(text: str) -> None:
    with pytest.raises(ValueError, match="not a hex"):
        Hex.parse(text)


# --- neighbours and distances ---


def test_the_neighbours_in_rows_of_thirteen_and_twelve() -> None:
    """Hex n has the neighbours n-1 and n+1 in its own row. In an adjacent row, a hex in a row of 13 has the
    neighbours n-1 and n, and a hex in a row of 12 has n and n+1.
    """
    for at in ANCIENTS:
        row, number = boards.row_of(at)
        beside = (-1, 0) if row % 2 == 0 else (0, 1)
        wanted = {(row, number - 1), (row, number + 1)}
        wanted |= {(row + up, number + aside) for up in (-1, 1) for aside in beside}
        wanted = {(r, n) for r, n in wanted if 0 <= r < 9 and 1 <= n <= 13 - r % 2}
        assert {boards.row_of(there) for there in ANCIENTS.neighbours(at)} == wanted


@pytest.mark.parametrize(
    ("at", "around"),
    [
        ("1805", ("1804", "1904", "1905", "1806", "1705", "1704")),
        ("1905", ("1904", "2005", "2006", "1906", "1806", "1805")),
    ],
)
def test_odd_columns_lie_half_a_hex_lower(at: str, around: tuple[str, ...]) -> None:
    here = FIELD.place(at)
    assert tuple(FIELD.name(there) for there in FIELD.neighbours(here)) == around
    assert Layout.COLUMNS.sides == ("N", "NE", "SE", "S", "SW", "NW")


@given(HEXES, HEXES, HEXES)
def test_distances_are_distances(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a) and (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert all(distance(a, there) == 1 for there in a.neighbours())
    if a != b:
        assert min(distance(there, b) for there in a.neighbours()) == distance(a, b) - 1


@given(HEXES, some.integers(0, 5))
def test_a_disc_is_its_rings(at: Hex, far: int) -> None:
    rings = [tuple(ring(at, n)) for n in range(far + 1)]
    assert [len(one) for one in rings] == [1, *(6 * n for n in range(1, far + 1))]
    assert all(distance(at, there) == n for n, one in enumerate(rings) for there in one)
    assert set(hexes_within(at, far)) == {there for one in rings for there in one}


def test_a_board_leaves_out_what_it_does_not_have() -> None:
    corner = ANCIENTS.place("A1")
    assert [ANCIENTS.name(at) for at in ANCIENTS.ring(corner, 2)] == ["C1", "C2", "B2", "A3"]
    assert len(ANCIENTS.hexes_within(corner, 2)) == len(grid.spaces_within(ANCIENTS, corner, 2)) == 7
    hole = ANCIENTS.remove_hexes([ANCIENTS.place("B1")])
    assert len(hole) == 112 and [hole.name(at) for at in hole.neighbours(corner)] == ["A2"]


# --- sides, corners, facing ---


@given(HEXES, SIDE)
def test_a_hexside_is_the_same_from_both_sides(at: Hex, side: int) -> None:
    there = at.step_towards(side)
    assert hexside(at, side) == hexside(there, side + 3) == side_between(at, there) == side_between(there, at)
    assert set(hexside(at, side).hexes) == {at, there} and side_of(at, there) == side


@given(some.sampled_from(sorted(ANCIENTS)), SIDE)
def test_a_hexside_is_read_as_it_is_written(at: Hex, side: int) -> None:
    found = hexside(at, side)
    assert ANCIENTS.side(ANCIENTS.side_name(found)) == found
    assert ANCIENTS.side(f"{ANCIENTS.name(at)}{Layout.ROWS.sides[side]}") == found


@given(HEXES, SIDE)
def test_each_facing_has_its_six_hexes(at: Hex, facing: int) -> None:
    by_corner = [corner_arc(side, facing) for side in range(SIDES)]
    assert {arc: by_corner.count(arc) for arc in by_corner} == {Arc.FRONT: 2, Arc.FLANK: 2, Arc.REAR: 2}
    assert {side_of(at, there) for there in in_front(at, facing)} == {
        side for side in range(SIDES) if by_corner[side] is Arc.FRONT
    }
    by_side = [side_arc(side, facing) for side in range(SIDES)]
    assert [by_side.count(arc) for arc in (Arc.FRONT, Arc.FRONT_FLANK, Arc.REAR_FLANK, Arc.REAR)] == [
        1,
        2,
        2,
        1,
    ]
    assert by_side[facing] is Arc.FRONT and by_side[(facing + 3) % 6] is Arc.REAR


def test_a_unit_that_faces_east_has_its_front_north_and_south_east() -> None:
    east = Layout.COLUMNS.corners.index("E")
    arcs = {name: corner_arc(n, east).value for n, name in enumerate(Layout.COLUMNS.sides)}
    assert arcs == {"NE": "front", "SE": "front", "N": "flank", "S": "flank", "NW": "rear", "SW": "rear"}


@given(SIDE, SIDE)
def test_nobody_turns_farther_than_half_around(a: int, b: int) -> None:
    assert turns(a, b) == turns(b, a) <= 3 and (turns(a, b) == 0) == (a == b)


def test_an_approach_between_two_hexes_counts_in_both_arcs() -> None:
    unit, found = Hex(0, 0), set()
    for mover in ring(unit, 2):
        arcs = approach(mover, unit, 0)
        straight = any(unit.step_towards(side, 2) == mover for side in range(SIDES))
        assert len(arcs) == (1 if straight else 2)
        found |= set() if straight else {frozenset(arcs)}
    assert found == {
        frozenset({Arc.FRONT}),
        frozenset({Arc.FLANK, Arc.FRONT}),
        frozenset({Arc.FLANK, Arc.REAR}),
        frozenset({Arc.REAR}),
    }
    with pytest.raises(ValueError, match="hexes from"):
        approach(Hex(3, 0), unit, 0)


def test_the_rear_of_the_bottom_player_is_one_row_nearer_to_a() -> None:
    rear = {
        name: [ANCIENTS.name(at) for at in ANCIENTS.neighbours_toward(ANCIENTS.place(name), "S")]
        for name in ("C1", "C5", "C13", "D12", "A4")
    }
    assert rear == {"C1": ["B1"], "C5": ["B5", "B4"], "C13": ["B12"], "D12": ["C13", "C12"], "A4": []}
    goal = FIELD.place("1019")
    for at in FIELD.neighbours(FIELD.place("3019")):
        assert all(distance(there, goal) < distance(at, goal) for there in FIELD.nearer(at, goal))


# --- sections and groups ---


def test_the_dotted_lines_cut_the_fifth_and_the_ninth_hex_of_rows_of_thirteen() -> None:
    parts = sections(ANCIENTS, (5, 9), ("left", "centre", "right"))
    assert [len(part) for part in parts.values()] == [41, 41, 41]
    both = {ANCIENTS.name(at) for at in ANCIENTS if sum(at in part for part in parts.values()) == 2}
    assert both == {f"{row}{n}" for row in "ACEGI" for n in (5, 9)}
    assert {ANCIENTS.name(at) for at in parts["left"] if ANCIENTS.name(at)[0] == "B"} == {
        "B1",
        "B2",
        "B3",
        "B4",
    }
    other = mirror_parts(parts)
    assert (other["left"], other["centre"], other["right"]) == (
        parts["right"],
        parts["centre"],
        parts["left"],
    )


def at(*names: str) -> list[Hex]:
    return [ANCIENTS.place(name) for name in names]


def test_groups_are_linked_with_and_without_gaps() -> None:
    spaces = at("A1", "A2", "A4", "A8")
    assert link_spaces(ANCIENTS, spaces) == (
        frozenset(at("A1", "A2")),
        frozenset(at("A4")),
        frozenset(at("A8")),
    )
    assert link_spaces(ANCIENTS, spaces, gap=1) == (frozenset(at("A1", "A2", "A4")), frozenset(at("A8")))
    barred = at("A3")
    assert link_spaces(ANCIENTS, spaces, gap=1, barred=barred)[0] == frozenset(at("A1", "A2"))
    assert chain(ANCIENTS, at("A2"), at("A1", "A4", "B2")) == frozenset(at("A2", "A1", "B2"))


@given(some.sets(some.sampled_from(sorted(ANCIENTS)), max_size=20))
def test_groups_part_what_they_are_made_of(spaces: set[Hex]) -> None:
    groups = link_spaces(ANCIENTS, spaces)
    assert sorted(at for group in groups for at in group) == sorted(spaces)
    for group in groups:
        assert all(distance(a, b) > 1 for a in group for b in spaces - group)


# --- lines of sight ---


def crossed(a: Hex, b: Hex, hex_: Hex) -> str:
    """Return how a line passes a hex: "inside", "along" a side, through a "corner", or "no" if it does not
    touch it. The line is clipped at the hex's three pairs of sides, independently of the code under test.
    """

    def three(q: int, r: int) -> tuple[int, int, int]:
        return q + q + r, -q - r - r, r - q

    start = three(a.q - hex_.q, a.r - hex_.r)
    ways_ = three(b.q - a.q, b.r - a.r)
    low, high, along = Fraction(0), Fraction(1), False
    for begun, way in zip(start, ways_, strict=True):
        if way == 0:
            if abs(begun) > 1:
                return "no"
            along = along or abs(begun) == 1
            continue
        ends = sorted((Fraction(-1 - begun, way), Fraction(1 - begun, way)))
        low, high = max(low, ends[0]), min(high, ends[1])
    if low > high:
        return "no"
    return "corner" if low == high else "along" if along else "inside"


@given(HEXES, HEXES)
def test_a_line_meets_what_an_oracle_says(a: Hex, b: Hex) -> None:
    found = line(a, b)
    told = {
        **dict.fromkeys(found.inside, "inside"),
        **dict.fromkeys((*found.left, *found.right), "along"),
        **dict.fromkeys(found.corners, "corner"),
    }
    far = distance(a, b)
    for hex_ in hexes_within(a, far):
        if hex_ not in (a, b):
            assert told.pop(hex_, "no") == crossed(a, b, hex_), hex_
    assert told == {}


@given(HEXES, HEXES)
def test_lines_of_sight_between_hexes_are_symmetric(a: Hex, b: Hex) -> None:
    there, back = line(a, b), line(b, a)
    assert set(there.inside) == set(back.inside) and set(there.corners) == set(back.corners)
    assert (set(there.left), set(there.right)) == (set(back.right), set(back.left))
    assert len(there.left) == len(there.right)


@pytest.mark.parametrize(
    ("to", "inside", "pairs"),
    [
        ((1, 1), [], 1),
        ((2, 1), [(1, 0), (1, 1)], 0),
        ((2, 2), [(1, 1)], 2),
        ((3, 1), [(1, 0), (2, 0), (1, 1), (2, 1)], 0),
        ((3, 2), [(1, 0), (1, 1), (2, 1), (2, 2)], 0),
        ((4, 1), [(1, 0), (2, 0), (2, 1), (3, 1)], 0),
        ((4, 2), [(1, 0), (1, 1), (2, 1), (3, 1), (3, 2)], 0),
        ((5, 1), [(1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (4, 1)], 0),
        ((3, 3), [(1, 1), (2, 2)], 3),
        ((4, 0), [(1, 0), (2, 0), (3, 0)], 0),
    ],
)
def test_the_lines_of_a_printed_board(to: tuple[int, int], inside: list[tuple[int, int]], pairs: int) -> None:
    found = line(Hex(0, 0), Hex(*to))
    assert sorted((at.q, at.r) for at in found.inside) == sorted(inside)
    assert (len(found.left), len(found.right)) == (pairs, pairs)
    assert {(at.q, at.r) for at in found.corners} == ({(1, 1), (3, 0)} if to == (4, 1) else set())


def stand(*names: str) -> Callable[[Hex], bool]:
    return set(at(*names)).__contains__


def test_obstacles_left_and_right_block_wherever_along_the_line_they_stand() -> None:
    """A line of sight from A3 to E3 runs between B2 and B3, through C3, and between D2 and D3. It is blocked
    by an obstacle in C3 and by obstacles on both sides, even at different hexes. Obstacles on one side block
    it only with ``Ties.ANY``.
    """
    a, e = at("A3", "E3")
    assert ANCIENTS.sees(a, e, stand("B2", "D2"))
    assert not ANCIENTS.sees(a, e, stand("B2", "B3"))
    assert not ANCIENTS.sees(a, e, stand("B2", "D3"))  # on opposite sides at different hexes
    assert not ANCIENTS.sees(a, e, stand("B2"), Ties.ANY)
    assert not ANCIENTS.sees(a, e, stand("C3"))
    assert ANCIENTS.sees(a, e, stand("A3", "E3"))  # obstacles at the ends never block


def test_the_edge_of_the_board_is_an_obstacle_where_the_board_says_so() -> None:
    a, c = at("A1", "C1")
    assert ANCIENTS.sees(a, c, stand()) and not ANCIENTS.sees(a, c, stand("B1"))
    assert rows((13, 12, 13)).sees(a, c, stand("B1"))
    c, e = at("C13", "E13")
    assert not ANCIENTS.sees(c, e, stand("D12"))


# --- paths ---


def test_a_way_over_hexes_and_facings_costs_points_and_hits() -> None:
    """A hex ahead costs one point, and so does turning by one corner; rough ground costs a hit."""
    rough = set(at("B4"))

    def onward(here: tuple[Hex, int]) -> list[tuple[Hex, int]]:
        place, corner = here
        ahead = [(there, corner) for there in in_front(place, corner) if there in ANCIENTS]
        return [*ahead, (place, (corner + 1) % SIDES), (place, (corner - 1) % SIDES)]

    def price(here: tuple[Hex, int], there: tuple[Hex, int]) -> tuple[int, int]:
        return 1, int(there[0] in rough and here[0] != there[0])

    start = (at("A4")[0], 0)  # facing north
    found = ways(onward, start, price, 3)
    b4, b3, c4 = at("B4", "B3", "C4")
    assert found[start] == ((0, 0), (start,))
    assert found[(b4, 0)][0] == (1, 1) and found[(b3, 0)][0] == (1, 0)
    assert found[(c4, 0)] == ((2, 0), (start, (b3, 0), (c4, 0)))  # equally short, and without a hit
    assert found[(b3, 2)][0] == (3, 0)
    assert all(cost[0] <= 3 for cost, _way in found.values())


def test_a_place_that_goes_nowhere_costs_nothing() -> None:
    here = Hex(0, 0)
    assert ways(Hex.neighbours, here, lambda a, b: None, 5) == {here: (0, (here,))}


# --- the same protocol for squares and hexes ---


def test_grid_code_works_on_squares_and_hexes() -> None:
    def farthest(grid_: Grid[Square] | Grid[Hex]) -> int:
        names = [grid_.name(at) for at in grid_]  # type: ignore[arg-type]
        places = [grid_.place(name) for name in names]
        return max(grid_.distance(places[0], there) for there in places)  # type: ignore[arg-type]

    squares: Grid[Square] = Board(8, 6)
    field: Grid[Hex] = ANCIENTS
    assert (farthest(squares), farthest(field)) == (7, 16)
    a1, c3, b2 = (squares.place(name) for name in ("a1", "c3", "b2"))
    assert not squares.sees(a1, c3, {b2}.__contains__)
    assert link_spaces(squares, [a1, b2]) == (frozenset({a1, b2}),)
    past = {squares.place("a2")}.__contains__
    assert squares.sees(a1, b2, past) and not squares.sees(a1, b2, past, Ties.ANY)


def test_hill_levels_belong_to_the_board() -> None:
    assert hash(ANCIENTS) == hash(rows((13, 12) * 4 + (13,), edge_blocks=True))
    hill = replace(ANCIENTS, levels={at("E7")[0]: 2})
    assert (hill.level(at("E7")[0]), hill.level(at("E8")[0])) == (2, 0)
