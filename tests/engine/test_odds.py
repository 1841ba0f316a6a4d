"""Exact odds, compared with counts by hand, brute force, and the independent library icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.odds import (
    Odds,
    bernoulli,
    combine,
    die,
    hits,
    joint,
    keep_highest,
    keep_lowest,
    mix,
    pool,
    sure,
    uniform,
    weigh_values,
)


def chances(one: Odds[Any]) -> dict[Any, Fraction]:
    return dict(one)


def of_icepool(one: Any) -> dict[Any, Fraction]:
    return {value: one.probability(value) for value in one.outcomes() if one.quantity(value)}


# --- by hand ---


def test_a_ten_sided_die_counts_its_zero_as_zero() -> None:
    assert (min(die(10, 0)), max(die(10, 0)), die(10, 0).expectation()) == (0, 9, Fraction(9, 2))


def test_two_opposed_dice() -> None:
    """Each side wins in 15 of 36 cases, and 6 of 36 are ties."""
    duel = combine(die(6), die(6), lambda a, b: (a > b) - (a < b))
    assert duel.weights == {0: 6, -1: 15, 1: 15}


def test_a_choice_of_odds() -> None:
    """A coin chooses between a d4 and a d6. The chance of a one is then 1/2 * 1/4 + 1/2 * 1/6."""
    either = mix([(die(4), 1), (die(6), 1)])
    assert either.chance(1) == Fraction(1, 8) + Fraction(1, 12)
    assert either.chance(6) == Fraction(1, 12)


def test_odds_can_depend_on_an_earlier_roll() -> None:
    """The odds of a die that is rolled once more on a six, with both rolls added."""
    exploding = die(6).then(lambda n: die(6) + 6 if n == 6 else sure(n))
    assert (exploding.chance(5), exploding.chance(6), exploding.chance(12)) == (
        Fraction(1, 6),
        0,
        Fraction(1, 36),
    )


def test_what_is_known_changes_the_odds() -> None:
    assert die(6).condition_on(lambda n: n % 2 == 0).chance(6) == Fraction(1, 3)


def test_equal_chances_are_equal_odds() -> None:
    assert weigh_values({"yes": 2, "no": 4}) == bernoulli(Fraction(1, 3)).map(
        {True: "yes", False: "no"}.__getitem__
    )
    assert hash(weigh_values({1: 2, 2: 2})) == hash(uniform([1, 2]))
    assert die(6) != die(8)


@pytest.mark.parametrize(
    "nothing",
    [
        lambda: die(0),
        lambda: uniform([]),
        lambda: weigh_values({1: 0}),
        lambda: weigh_values({1: 2, 2: -1}),
        lambda: mix([]),
    ],
)
def test_odds_of_nothing_are_refused(nothing: Any) -> None:
    with pytest.raises(ValueError, match="nothing"):
        nothing()


def test_conditioning_on_an_impossible_event_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        die(6).condition_on(lambda n: n > 6)


# --- by brute force ---


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_pools_count_what_throwing_every_way_counts(count: int) -> None:
    thrown = Counter(tuple(sorted(faces)) for faces in product(range(1, 5), repeat=count))
    assert pool(die(4), count).weights == thrown


@pytest.mark.parametrize(("count", "kept"), [(2, 1), (3, 1), (3, 2), (4, 4)])
def test_keeping_the_highest_and_the_lowest(count: int, kept: int) -> None:
    throws = [sorted(faces) for faces in product(range(1, 7), repeat=count)]
    assert keep_highest(die(6), count, kept).weights == Counter(sum(t[-kept:]) for t in throws)
    assert keep_lowest(die(6), count, kept).weights == Counter(sum(t[:kept]) for t in throws)


@given(st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1), st.integers(0, 5))
def test_rolling_several_times_equals_repeated_addition(weights: dict[int, int], count: int) -> None:
    one, added = weigh_values(weights), sure(0)
    for _ in range(count):
        added = added + one
    assert one.times(count) == added
    assert one.times(count).expectation() == count * one.expectation()
    assert one.times(count).variance() == count * one.variance()


@given(st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1))
def test_chances_add_up_to_one(weights: dict[int, int]) -> None:
    one = weigh_values(weights)
    for other in (
        one,
        one + die(6),
        one - one,
        one.map(abs),
        one.then(lambda n: die(abs(n) + 1)),
        joint(one, one),
    ):
        assert sum(chances(other).values()) == 1


# --- by icepool ---


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
def test_dice_agree_with_icepool(sides: int) -> None:
    assert chances(die(sides)) == of_icepool(icepool.d(sides))


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (5, 6), (10, 6), (7, 10), (40, 6)])
def test_sums_agree_with_icepool(count: int, sides: int) -> None:
    assert chances(die(sides).times(count)) == of_icepool(count @ icepool.d(sides))


@pytest.mark.parametrize(("a", "b"), [(6, 6), (6, 8), (10, 4)])
def test_differences_agree_with_icepool(a: int, b: int) -> None:
    assert chances(die(a) - die(b)) == of_icepool(icepool.d(a) - icepool.d(b))
    ours = combine(die(a), die(b), max)
    assert chances(ours) == of_icepool(icepool.map(lambda x, y: max(x, y), icepool.d(a), icepool.d(b)))


@pytest.mark.parametrize("count", range(1, 7))
def test_pools_agree_with_icepool(count: int) -> None:
    assert chances(keep_highest(die(6), count)) == of_icepool(icepool.d(6).highest(count))
    assert chances(keep_lowest(die(6), count)) == of_icepool(icepool.d(6).lowest(count))
    kept = min(2, count)
    assert chances(keep_highest(die(6), count, kept)) == of_icepool(icepool.d(6).highest(count, kept))
    assert chances(hits(die(6), count, lambda n: n >= 5)) == of_icepool(
        count @ icepool.d(6).map(lambda n: int(n >= 5))
    )


def test_mixing_agrees_with_icepool() -> None:
    ours = die(6).then(lambda n: die(n + 3))
    assert chances(ours) == of_icepool(icepool.d(6).map(lambda n: icepool.d(n + 3)))
