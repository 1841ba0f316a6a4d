"""Strength points as elements: the scale, and proportional division into whole numbers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.bridge.scale import FEWEST, apportion, elements_of, factor, round_half_up
from tests.found import some


@pytest.mark.parametrize(
    ("larger", "each"),
    [(1, 12), (2, 6), (3, 4), (4, 3), (5, 2), (6, 2), (7, 2), (8, 1), (12, 1), (16, 1)],
)
def test_whole_numbers_up_to_sixteen(larger, each):
    assert factor(larger) == each


@given(st.integers(17, 200))
def test_the_larger_side_of_a_big_battle_has_twelve_elements(larger):
    assert elements_of(larger, factor(larger)) == 12


@given(st.integers(1, 200), st.integers(1, 200))
def test_both_sides_are_scaled_alike(one, two):
    each = factor(max(one, two))
    for sp in (one, two):
        number = elements_of(sp, each)
        assert abs(Fraction(number) - sp * each) <= Fraction(1, 2) or number == FEWEST
    assert (one >= two) == (elements_of(one, each) >= elements_of(two, each)) or elements_of(
        one, each
    ) == elements_of(two, each)


def test_a_battle_without_troops_is_refused():
    with pytest.raises(ValueError, match="strength"):
        factor(0)


@given(
    st.integers(0, 60),
    st.dictionaries(st.text(min_size=1, max_size=3), st.integers(0, 20), min_size=1, max_size=6),
)
def test_proportional_shares_add_up_within_their_limits(total, sizes):
    weights = {name: Fraction(size) for name, size in sizes.items()}
    shares = apportion(total, weights, sizes)
    assert sum(shares.values()) == min(total, sum(sizes.values()))
    assert all(0 <= shares[name] <= sizes[name] for name in sizes)


@given(st.integers(0, 40), st.lists(st.integers(1, 30), min_size=1, max_size=6))
def test_nobody_is_further_than_one_from_its_quota(total, sizes):
    weights = {str(i): Fraction(size) for i, size in enumerate(sizes)}
    shares = apportion(total, weights)
    for name, weight in some(weights.items()):
        assert abs(shares[name] - total * weight / sum(weights.values())) < 1


def test_halves_round_up():
    assert [round_half_up(Fraction(n, 2)) for n in (1, 3, 5)] == [1, 2, 3]
