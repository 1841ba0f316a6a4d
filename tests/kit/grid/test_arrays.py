"""The features that hex games need: formations of neighbouring pieces, lines of sight over heights, and
routes over hexes and facings.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as some

from kit.grid.board import columns
from kit.grid.grid import Ties, link_spaces, ways
from kit.grid.hexes import SIDES, Array, Hex, array_of, distance, in_front, line, turns

FIELD = columns(range(10, 61), range(2, 41))
EAST, WEST = FIELD.layout.corners.index("E"), FIELD.layout.corners.index("W")
PLACES = some.sampled_from(sorted(FIELD))
FACINGS = some.dictionaries(PLACES, some.integers(0, 5), max_size=25)


def at(*names: str) -> list[Hex]:
    return [FIELD.place(name) for name in names]


def test_a_row_stands_on_each_others_flanks_and_a_file_before_each_other() -> None:
    """Units facing east stand side by side in a column; a unit behind them is not part of their row."""
    row, behind = at("2113", "2114", "2115"), at("2013")
    facings = dict.fromkeys((*row, *behind), EAST)
    assert (
        array_of(row[0], row[1], facings) is Array.ROW and array_of(row[0], behind[0], facings) is Array.FILE
    )
    assert array_of(row[0], row[2], facings) is None, "no neighbours"
    assert FIELD.array(facings, Array.ROW) == (frozenset(behind), frozenset(row))
    assert frozenset((row[0], behind[0])) <= FIELD.array(facings, Array.FILE)[0]
    turned = facings | {row[1]: (EAST + 1) % SIDES}
    assert array_of(row[0], row[1], turned) is None, "one of them looks another way"
    about = facings | {row[1]: WEST}
    assert array_of(row[0], row[1], about) is Array.ROW, "back to back they are on each other's flanks"


@given(FACINGS)
def test_arrays_part_the_pieces_and_hang_together(facings: dict[Hex, int]) -> None:
    for kind in (Array.ROW, Array.FILE):
        groups = FIELD.array(facings, kind)
        assert sorted(one for group in groups for one in group) == sorted(facings)
        for group in groups:
            for a in group:
                met = [b for b in facings if array_of(a, b, facings) is kind]
                assert set(met) <= group and (len(group) == 1 or met)
        near = link_spaces(FIELD, facings)
        assert all(any(group <= chain for chain in near) for group in groups)


@given(PLACES, PLACES, some.integers(0, 5), some.integers(0, 5))
def test_an_array_is_the_same_from_either_piece(a: Hex, b: Hex, one: int, other: int) -> None:
    facings = {a: one, b: other}
    assert a == b or array_of(a, b, facings) is array_of(b, a, facings)


def test_high_ground_hides_and_is_seen_over() -> None:
    """Woods and units block a line of sight unless they are lower than both of its ends; higher ground always
    blocks it.
    """
    low, wood, high = at("2010", "2012", "2014")
    block = {wood}.__contains__
    assert not FIELD.sees_over(low, high, block)
    hill = replace(FIELD, levels={low: 1, high: 2})
    assert hill.sees_over(low, high, block), "lower than both"
    assert not replace(FIELD, levels={high: 2}).sees_over(low, high, block), "as high as one of them"
    ridge = replace(FIELD, levels={wood: 1})
    nothing = set[Hex]().__contains__
    assert not ridge.sees_over(low, high, nothing) and FIELD.sees_over(low, high, nothing)
    assert ridge.sees_over(low, FIELD.place("2011"), nothing) and ridge.sees_over(low, wood, nothing)


def test_the_two_tie_rules_differ_beside_a_single_high_hex() -> None:
    a, b = next((a, b) for a in at("2010") for b in sorted(FIELD) if line(a, b).left and line(a, b).right)
    ridge = replace(FIELD, levels={line(a, b).left[0]: 3})
    nothing = set[Hex]().__contains__
    assert ridge.sees_over(a, b, nothing, Ties.BOTH) and not ridge.sees_over(a, b, nothing, Ties.ANY)


@given(PLACES, PLACES, some.dictionaries(PLACES, some.integers(0, 3), max_size=40), some.sets(PLACES))
def test_sight_over_heights_is_the_same_from_either_end(
    a: Hex, b: Hex, levels: dict[Hex, int], blocked: set[Hex]
) -> None:
    field = replace(FIELD, levels=levels)
    for ties in (Ties.BOTH, Ties.ANY):
        seen = field.sees_over(a, b, blocked.__contains__, ties)
        assert seen == field.sees_over(b, a, blocked.__contains__, ties)
        if seen and distance(a, b) > 1 and not levels:
            assert field.sees(a, b, blocked.__contains__, ties)


@given(PLACES, some.integers(0, 5), some.integers(0, 6))
def test_straight_on_ends_at_the_edge(start: Hex, side: int, far: int) -> None:
    found = FIELD.hexes_along(start, side, far)
    assert len(found) <= far and all(distance(start, there) == n for n, there in enumerate(found, 1))
    assert len(found) == far or start.step_towards(side, len(found) + 1) not in FIELD


@given(PLACES, some.integers(0, 5), some.sets(PLACES, max_size=200), some.integers(0, 6))
def test_a_way_over_hexes_and_facings_costs_what_its_steps_cost(
    start: Hex, facing: int, rough: set[Hex], points: int
) -> None:
    """The cost is counted in movement points, then in hits; an oracle adds up the steps, and no step is
    superfluous.
    """

    def onward(here: tuple[Hex, int]) -> list[tuple[Hex, int]]:
        place, corner = here
        ahead = [(there, corner) for there in in_front(place, corner) if there in FIELD]
        return [*ahead, (place, (corner + 1) % SIDES), (place, (corner - 1) % SIDES)]

    def price(here: tuple[Hex, int], there: tuple[Hex, int]) -> tuple[int, int]:
        return (2, 1) if here[0] != there[0] and there[0] in rough else (1, 0)

    found = ways(onward, (start, facing), price, points)
    assert found[(start, facing)] == ((0, 0), ((start, facing),))
    for (place, corner), (cost, way) in found.items():
        steps = [price(one, other) for one, other in zip(way, way[1:], strict=False)]
        assert cost == tuple(map(sum, zip((0, 0), *steps, strict=True))) and cost[0] <= points
        assert cost[0] >= max(distance(start, place), turns(facing, corner) if place == start else 0)
