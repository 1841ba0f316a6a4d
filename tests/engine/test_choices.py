"""Choices accept their samples and refuse everything else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.choices import field_fits, matching, permits, sample_action
from engine.dice import Seeded
from engine.game import Choice, Given, Many, Number, Option, Pick, Share, Word

CAMPS = (Option("east", high=2), Option("west", low=1, high=3))
CHOICE = Choice(
    "march",
    {"army": "I", "by": ["road"]},
    (
        Pick("to", (Option("Roma"), Option("Ravenna"))),
        Pick("with", (Option(1),), optional=True),
        Number("sp", 1, 6),
        Many("allies", (Option("hun"), Option("moor"), Option("frank")), 1, 2),
        Share("split", CAMPS, 2, 4),
        Word("name", 5),
        Given("path", "a path", [1, 2]),
    ),
)
GOOD: dict[str, Any] = {
    "kind": "march",
    "army": "I",
    "by": ["road"],
    "to": "Roma",
    "with": None,
    "sp": 6,
    "allies": ["moor"],
    "split": {"east": 1, "west": 1},
    "name": "Totila"[:5],
    "path": {"any": "thing"},
}


def test_an_action_that_fits_is_permitted() -> None:
    assert matching([Choice("rest"), CHOICE], GOOD) is CHOICE


def test_what_may_be_empty_may_be_left_out() -> None:
    bare = {k: v for k, v in GOOD.items() if k not in ("with", "name", "path")}
    assert permits([CHOICE], bare)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "rest"},
        {"army": "II"},
        {"by": []},
        {"to": "Capua"},
        {"to": None},
        {"with": 2},
        {"with": True},
        {"sp": 0},
        {"sp": 7},
        {"sp": "3"},
        {"sp": True},
        {"sp": 2.0},
        {"allies": []},
        {"allies": ["hun", "hun"]},
        {"allies": ["hun", "moor", "frank"]},
        {"allies": ["goth"]},
        {"allies": "hun"},
        {"split": {"east": 3, "west": 1}},
        {"split": {"east": 2}},
        {"split": {"east": 0, "west": 1}},
        {"split": {"east": 2, "west": 3}},
        {"split": {"north": 1, "west": 1}},
        {"split": {"east": True, "west": 1}},
        {"split": [1, 1]},
        {"name": "Theoderic"},
        {"name": 5},
        {"stray": 1},
    ],
    ids=str,
)
def test_what_does_not_fit_is_not_permitted(change: dict[str, Any]) -> None:
    assert not permits([CHOICE], {**GOOD, **change})


@pytest.mark.parametrize("action", [None, [], "march", 3, {}])
def test_what_is_no_action_is_not_permitted(action: Any) -> None:
    assert not permits([CHOICE], action)


def priced(costs: list[int]) -> tuple[Option, ...]:
    return tuple(Option(f"o{i}", cost=cost, high=2) for i, cost in enumerate(costs))


def priced_many(costs: list[int], low: int, spare: int) -> Many:
    """Draw options with prices, and a budget that more than covers the cheapest ``low``."""
    low = min(low, len(costs))
    return Many("f", priced(costs), low, None, sum(sorted(costs)[:low]) + spare)


def priced_share(costs: list[int], low: int, spare: int) -> Share:
    low = min(low, 2 * len(costs))
    return Share("f", priced(costs), low, 2 * len(costs), sum(sorted(costs * 2)[:low]) + spare)


@pytest.mark.parametrize(
    ("units", "fits"),
    [([], True), (["o0", "o1"], True), (["o2"], True), (["o0", "o2"], False), (["o0", "o1", "o2"], False)],
)
def test_what_is_taken_costs_no_more_than_the_budget(units: list[str], fits: bool) -> None:
    many = Many("units", priced([1, 3, 4]), budget=4)
    assert field_fits(many, units) is fits


@pytest.mark.parametrize(
    ("shares", "fits"), [({"o0": 2}, True), ({"o1": 1, "o0": 1}, True), ({"o1": 2}, False), ({"o9": 0}, True)]
)
def test_a_share_costs_its_number_times_its_price(shares: dict[str, int], fits: bool) -> None:
    """A share of zero for an option that is not offered does not count."""
    assert field_fits(Share("split", priced([1, 3]), 0, 4, budget=4), shares) is fits


fields = st.one_of(
    st.builds(
        Pick,
        st.just("f"),
        st.lists(st.integers().map(Option), min_size=1, max_size=4).map(tuple),
        st.booleans(),
    ),
    st.tuples(st.integers(-9, 9), st.integers(0, 9)).map(lambda t: Number("f", t[0], t[0] + t[1])),
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5)).map(
        lambda t: Many("f", tuple(Option(n) for n in range(sum(t))), t[0], t[0] + t[1])
    ),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4).map(
        lambda each: Share(
            "f",
            tuple(Option(f"o{i}", low=low, high=low + more) for i, (low, more) in enumerate(each)),
            sum(low for low, _ in each),
            sum(low + more for low, more in each),
        )
    ),
    st.tuples(st.lists(st.integers(0, 4), min_size=1, max_size=5), st.integers(0, 5), st.integers(0, 6)).map(
        lambda t: priced_many(*t)
    ),
    st.tuples(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.integers(0, 5), st.integers(0, 6)).map(
        lambda t: priced_share(*t)
    ),
    st.builds(Word, st.just("f"), st.integers(0, 9)),
    st.builds(Given, st.just("f"), st.just("schema"), st.integers()),
)


@given(fields, st.binary())
def test_a_sample_of_a_choice_fits_it(field: Any, seed: bytes) -> None:
    choice = Choice("march", {"army": "I"}, (field,))
    action = sample_action(choice, Seeded(seed, "sample", 0))
    assert field_fits(field, action["f"])
    assert permits([choice], action)


def test_samples_reach_every_value() -> None:
    pick = Choice("go", {}, (Pick("to", (Option("a"), Option("b")), optional=True), Number("n", 1, 3)))
    drawn = [sample_action(pick, Seeded(b"", "sample", n)) for n in range(100)]
    assert {(a["to"], a["n"]) for a in drawn} == {(to, n) for to in ("a", "b", None) for n in (1, 2, 3)}


def test_a_field_that_nothing_fits_has_no_sample() -> None:
    with pytest.raises(ValueError, match="nothing fits"):
        sample_action(Choice("go", {}, (Pick("to", ()),)), Seeded(b"", "sample", 0))
