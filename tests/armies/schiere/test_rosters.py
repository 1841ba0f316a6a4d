"""The armies of the boxed game: what they cost, which rosters are legal, and how the others are corrected."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armies.schiere.catalogue import CHIEFS, CLASSES, POINTS, WINGS, army_lists, suggested_orders
from armies.schiere.check import check, mend_roster
from armies.schiere.documents import from_json, from_text, to_json
from armies.schiere.roster import Roster, cost, orders_of, schiere, usual
from battles.schiere.rules.melee.situation import CLASSES as FOUGHT
from battles.schiere.rules.shooting.shot import WEAPONS
from engine.refusals import BadDocument


def codes(roster: Roster) -> set[tuple[str, str]]:
    return {(problem.path, problem.code) for problem in check(roster)}


@pytest.mark.parametrize(
    ("army", "units", "counters", "points"), [("rome", 68, 100, 104), ("carthage", 64, 96, 104)]
)
def test_the_counters_of_the_box(army: str, units: int, counters: int, points: int) -> None:
    kinds = army_lists()[army].kinds.values()
    assert sum(kind.units for kind in kinds) == units
    assert sum(kind.units * kind.counters for kind in kinds) == counters
    assert army_lists()[army].points == points


def test_classes_and_weapons_are_those_of_the_battle() -> None:
    assert {name: row["points"] for name, row in FOUGHT.items()} == dict(POINTS)
    for army in army_lists().values():
        assert {kind.weapon for kind in army.kinds.values()} <= {"", *WEAPONS}
        assert {kind.cls for kind in army.kinds.values()} <= set(CLASSES)


def test_units_orders_and_actions_cost_what_l328_and_l332_say() -> None:
    roster = Roster("rome", 20, {"rome_legionaries": 4, "rome_velites": 3}, orders=3, actions=2)
    assert (cost(roster).units, cost(roster).orders, cost(roster).actions) == (11, 3, 4)
    assert cost(roster).left == 2 and check(roster) == ()


def test_commanders_cost_nothing() -> None:
    roster = Roster("carthage", 4, {"carthage_elephants": 1}, "astute", ("resolute", "energetic"))
    assert cost(roster).left == 0 and check(roster) == ()


def test_an_astute_chief_has_two_orders_more() -> None:
    roster = Roster("rome", units={"rome_velites": 1}, orders=1)
    assert [orders_of(replace(roster, chief=chief), 5) for chief in CHIEFS] == [6, 8, 6]
    assert suggested_orders(40) == (5, 6)


@pytest.mark.parametrize(
    ("roster", "expected"),
    [
        (Roster("sparta", 20), {("army", "unknown_list")}),
        (Roster("rome", 20), {("units", "no_units")}),
        (Roster("rome", 20, {"rome_velites": 9}), {("units.rome_velites", "too_few_counters")}),
        (
            Roster("rome", 20, {"rome_ballistae": 11}),
            {("units.rome_ballistae", "too_few_counters"), ("points", "too_dear")},
        ),
        (
            Roster("rome", 20, {"rome_velites": 1, "carthage_elephants": 1}),
            {("units.carthage_elephants", "other_army")},
        ),
        (Roster("rome", 3, {"rome_velites": 1}), {("points", "points_out_of_range")}),
        (Roster("rome", 20, {"rome_legionaries": 11}), {("points", "too_dear")}),
        (Roster("rome", 20, {"rome_legionaries": 10}, actions=1), {("points", "too_dear")}),
        (Roster("rome", 20, {"rome_legionaries": 4}, wings=WINGS), {("wings", "too_many_wings")}),
    ],
    ids=lambda value: value.list_id if isinstance(value, Roster) else None,
)
def test_what_may_not_be_fielded(roster: Roster, expected: set[tuple[str, str]]) -> None:
    assert codes(roster) == expected


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    army = draw(st.sampled_from(sorted(army_lists())))
    kinds = sorted(army_lists()[army].kinds)
    units = draw(st.dictionaries(st.sampled_from(kinds), st.integers(1, 14)))
    wings = tuple(draw(st.lists(st.sampled_from(WINGS), max_size=4)))
    small = st.integers(0, 12)
    return Roster(
        army, draw(st.integers(0, 320)), units, draw(st.sampled_from(CHIEFS)), wings, draw(small), draw(small)
    )


@settings(max_examples=30)
@given(rosters())
def test_each_fix_mends_its_problem_and_a_few_mend_all(roster: Roster) -> None:
    for problem in check(roster):
        assert problem.fixes
        for fix in problem.fixes:
            if problem.code != "too_many_wings":
                assert (problem.path, problem.code) not in codes(mend_roster(roster, fix))
    for _ in range(20):
        if found := check(roster):
            roster = mend_roster(roster, found[0].fixes[0])
    assert check(roster) == ()


@settings(max_examples=30)
@given(rosters())
def test_a_roster_comes_back_from_json(roster: Roster) -> None:
    assert from_text(json.dumps(to_json(roster))) == roster


@pytest.mark.parametrize("army", sorted(army_lists()))
@pytest.mark.parametrize("points", [4, 10, 33, 40, 75, 104, 130])
def test_the_usual_army_spends_its_points(army: str, points: int) -> None:
    found = usual(army, points)
    assert check(found) == () and cost(found).left == 0


@given(st.integers(0, 12))
def test_schiere_are_of_two_to_four_unless_one_is_alone(count: int) -> None:
    found = schiere(count)
    assert sum(found) == count and len(found) == -(-count // 4)
    assert count == 1 or all(2 <= size <= 4 for size in found)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"army": "sparta"}, ("$.army", "not_one_of")),
        ({"units": []}, ("$.units", "not_an_object")),
        ({"units": {"hoplites": 2}}, ("$.units.hoplites", "unknown_kind")),
        ({"units": {"rome_velites": -1}}, ("$.units.rome_velites", "not_a_number")),
        ({"chief": "bold"}, ("$.chief", "not_one_of")),
        ({"wings": ["resolute", "lazy"]}, ("$.wings[1]", "not_one_of")),
        ({"orders": "two"}, ("$.orders", "not_a_number")),
        ({"legion": 1}, ("$.legion", "unknown_field")),
    ],
    ids=str,
)
def test_a_mistake_of_a_document_is_told_with_its_path(change: Any, expected: tuple[str, str]) -> None:
    with pytest.raises(BadDocument) as bad:
        from_json({"army": "rome", "units": {"rome_velites": 2}} | change)
    assert [(mistake.path, mistake.code) for mistake in bad.value.mistakes] == [expected]
