"""The tables of the rulebook, checked cell by cell where the text proves them."""

import pytest

from campaigns.justinian.rules.segment import alliance
from campaigns.justinian.rules.state import tables


@pytest.mark.parametrize(
    ("sp", "die", "loses"),
    [
        (55, 7, 9),
        (37, 5, 5),
        (1, 3, 0),
        (2, 9, 2),
        (3, 3, 1),
        (80, 0, 3),
        (81, 9, 15),
        (200, 9, 15),
        (0, 9, 0),
    ],
)
def test_battle_results(sp: int, die: int, loses: int) -> None:
    assert tables.battle_result(sp, die) == loses


def test_battle_results_never_fall_with_more_troops_or_a_better_die() -> None:
    for die in range(10):
        row = [tables.battle_result(sp, die) for sp in range(0, 120)]
        assert row == sorted(row)
    for sp in range(1, 120):
        column = [tables.battle_result(sp, die) for die in range(10)]
        assert column == sorted(column)


def test_g1_a_die_beyond_the_table_is_clamped() -> None:
    assert tables.battle_result(30, -3) == tables.battle_result(30, 0)
    assert tables.battle_result(30, 14) == tables.battle_result(30, 9)


@pytest.mark.parametrize(
    ("own", "other", "drm"),
    [
        (10, 10, 0),
        (9, 10, 0),
        (11, 10, 1),
        (19, 10, 1),
        (20, 10, 2),
        (30, 10, 3),
        (49, 10, 4),
        (50, 10, 5),
        (99, 10, 5),
    ],
)
def test_8_16_strength_differential(own: int, other: int, drm: int) -> None:
    assert tables.strength_differential(own, other) == drm


def test_7_11_x13_rating_a_and_a_six_give_seven() -> None:
    assert tables.movement_allowance("A", 6) == 7
    assert [tables.movement_allowance("D", d) for d in (0, 9)] == [1, 5]


def test_5_2_x1_x2_upkeep() -> None:
    assert (tables.army_upkeep(22), tables.frontier_upkeep(17)) == (22, 6)
    assert tables.army_upkeep(25) + tables.frontier_upkeep(5) + tables.fleet_upkeep(3) == 30


@pytest.mark.parametrize(
    ("total", "side"), [(-3, "barbarian"), (6, "barbarian"), (7, "neutral"), (8, "byzantine")]
)
def test_6_33_alliance(total: int, side: str) -> None:
    assert alliance.side_of(total) == side


def test_6_32_x9_lombards_with_nine_gold_and_a_four() -> None:
    assert alliance.side_of(4 + 1 + alliance.bribe_drm(9)) == "byzantine"
    assert [alliance.bribe_drm(g) for g in (0, 2, 3, 8, 9, 30)] == [0, 0, 1, 2, 3, 3]


def test_9_0_events_and_revolts() -> None:
    assert tables.event(5) == "revolt"  # X5
    assert tables.event(0) == "mutiny" and tables.event(9) == "justinian_builds"
    assert [tables.revolt(d) for d in (0, 3, 6, 9)] == ["nika", "armenia", "sardinia", "egypt"]


def test_7_32_the_city_helps_the_interceptor() -> None:
    assert tables.interception_drm(city=True, fort=False) == -2
    assert tables.interception_drm(city=False, fort=True) == -1
    assert [tables.naval_interception_succeeds(d) for d in (4, 5)] == [True, False]
