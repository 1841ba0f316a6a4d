"""Paths: which ones fit, how far they reach, and that every sampled one fits."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.choices import field_fits, sample_field
from engine.dice import Seeded
from engine.game import IllegalAction, InvalidAction, Leg, Path
from engine.routes.paths import check, cost, find_mistake, goals, sample

#   capua --2-- beneventum --1-- tarentum
#     |1            |1
#   rome --1-- (pass, halts)
ROADS = [
    ("rome", "capua", 1),
    ("capua", "beneventum", 2),
    ("beneventum", "tarentum", 1),
    ("rome", "pass", 1),
    ("pass", "beneventum", 1),
]
LEGS = tuple(Leg(a, b, mp) for one, other, mp in ROADS for a, b in ((one, other), (other, one)))
MARCH = Path("by", "rome", LEGS, budget=4, halts=frozenset({"pass"}), not_in=frozenset({"beneventum"}))


@pytest.mark.parametrize(
    ("way", "code"),
    [
        (["capua"], None),
        (["pass"], None),
        (["capua", "beneventum", "tarentum"], None),
        ([], "path_too_short"),
        (None, "path_too_short"),
        (["tarentum"], "no_such_leg"),
        (["capua", "rome"], "entered_twice"),
        (["pass", "beneventum"], "must_halt"),
        (["capua", "beneventum"], "may_not_end"),
        (["atlantis"], "no_such_leg"),
        ("capua", "not_a_path"),
        ([3], "not_a_path"),
        ({"capua": 1}, "not_a_path"),
    ],
    ids=str,
)
def test_a_path_fits_or_is_told_what_is_wrong(way: Any, code: str | None) -> None:
    found = find_mistake(MARCH, way)
    assert (found and found.code) == code
    assert field_fits(MARCH, way) is (code is None)


def test_a_way_costs_its_legs_and_no_more_than_the_budget() -> None:
    way = ["capua", "beneventum", "tarentum"]
    assert cost(MARCH, way) == 4
    found = find_mistake(Path("by", "rome", LEGS, budget=3), way)
    assert found is not None and (found.code, found.facts) == ("path_over_budget", {"cost": 4, "budget": 3})


def test_a_way_has_as_many_legs_as_are_allowed() -> None:
    two = Path("by", "rome", LEGS, low=2, high=2)
    assert [find_mistake(two, way) is None for way in (["capua"], ["capua", "beneventum"])] == [False, True]
    long = find_mistake(two, ["capua", "beneventum", "tarentum"])
    assert long is not None and long.code == "path_too_long"


def test_goals_are_reached_by_their_cheapest_ways() -> None:
    assert [(g.place, g.cost, g.way) for g in goals(MARCH)] == [
        ("capua", 1, ("capua",)),
        ("pass", 1, ("pass",)),
        ("tarentum", 4, ("capua", "beneventum", "tarentum")),
    ]


def test_rules_refuse_with_their_section_and_the_facts() -> None:
    check(MARCH, ["capua"], "7.1")
    with pytest.raises(IllegalAction) as illegal:
        check(MARCH, ["tarentum"], "7.1")
    assert (illegal.value.rule, illegal.value.facts) == ("7.1", {"origin": "rome", "to": "tarentum"})
    with pytest.raises(InvalidAction):
        check(MARCH, 3, "7.1")


def test_no_way_can_be_drawn_where_none_fits() -> None:
    with pytest.raises(ValueError, match="no way"):
        sample(Path("by", "rome", (), low=1), Seeded(b"s", "g", 0))


PLACES = "abcdef"


@st.composite
def maps(draw: Any) -> Path:
    pairs = draw(st.sets(st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)), max_size=16))
    legs = tuple(Leg(a, b, draw(st.integers(0, 3))) for a, b in sorted(pairs) if a != b)
    low = draw(st.integers(0, 2))
    return Path(
        "by",
        "a",
        legs,
        draw(st.none() | st.integers(0, 6)),
        low,
        draw(st.none() | st.integers(low, 4)),
        draw(st.frozensets(st.sampled_from(PLACES), max_size=2)),
        draw(st.frozensets(st.sampled_from(PLACES), max_size=2)),
    )


def every_way(path: Path) -> list[list[str]]:
    """Return every path along the legs, whatever its cost, that enters no place twice."""
    found: list[list[str]] = [[]]
    for way in found:
        here = way[-1] if way else path.start
        found += [
            [*way, leg.to] for leg in path.legs if leg.origin == here and leg.to not in (path.start, *way)
        ]
    return found


@given(maps(), st.integers(0, 1000))
def test_what_is_drawn_fits_and_something_is_drawn_where_anything_fits(path: Path, place: int) -> None:
    fitting = [way for way in every_way(path) if find_mistake(path, way) is None]
    try:
        drawn = sample_field(path, Seeded(b"seed", "game", place))
    except ValueError:
        assert not fitting
    else:
        assert drawn in fitting


@given(maps())
def test_legs_offered_next_are_those_that_keep_the_path_valid(path: Path) -> None:
    """The legs offered next are those that fit the budget, the number of legs, halts, and places already
    entered.
    """
    open_ended = replace(path, low=0, not_in=frozenset())
    ways = [way for way in every_way(path) if find_mistake(open_ended, way) is None]
    offered = {(*way, leg.to) for way in ways for leg in path.onward(way)}
    fits = {
        (*way, leg.to)
        for way in ways
        for leg in path.legs
        if find_mistake(open_ended, [*way, leg.to]) is None
    }
    assert offered == fits


@given(maps())
def test_every_destination_is_reached_at_the_lowest_cost(path: Path) -> None:
    fitting = [way for way in every_way(path) if way and find_mistake(path, way) is None]
    found = {goal.place: goal for goal in goals(path)}
    assert all(list(goal.way) in fitting for goal in found.values())
    assert all(goal.cost == cost(path, goal.way) for goal in found.values())
    if path.low < 2 and path.high is None:
        least = {way[-1]: min(cost(path, w) for w in fitting if w[-1] == way[-1]) for way in fitting}
        assert {place: goal.cost for place, goal in found.items()} == least
