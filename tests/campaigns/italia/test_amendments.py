"""A game master's corrections: random facts, and impossible positions."""

from dataclasses import replace
from typing import Any

import pytest

from campaigns.italia.bot import cities
from campaigns.italia.rules.movement.ledger import Moved, Movement
from campaigns.italia.rules.system import ITALIA
from engine.canonical_order import sort_keys
from engine.dice import Seeded
from engine.game import Choice
from engine.log.amending import apply_changes, change, facts
from tests.engine.amendments import check_amendments, check_no_mistakes

CODEC = ITALIA.codec


def a_state() -> tuple[Any, Any]:
    rules = ITALIA.open(ITALIA.scenario("italia1"), {})
    return rules, rules.setup(Seeded(b"amending", "italia", 0)).state


def wrong(path: tuple[str, ...], to: Any) -> set[str]:
    rules, state = a_state()
    one = change(facts(CODEC, rules, state)[path], CODEC.write(state), to)
    return {it.code for it in rules.check_state(apply_changes(CODEC, rules, state, [one]))}


@pytest.mark.parametrize("seed", [1, 2])
def test_random_facts_put_right_leave_the_game_playable_and_its_log_true(seed: int) -> None:
    count = check_amendments(ITALIA, seed, {})
    assert count["made"] > 20 and count["added"] and count["removed"]


def test_gold_may_be_put_right_and_nothing_stands_wrong_at_first() -> None:
    rules, state = a_state()
    assert rules.check_state(state) == ()
    nation = next(iter(state.nations))
    assert wrong(("nations", nation, "gold"), 7) == set()


def test_units_beyond_their_counters_and_swimmers_are_refused() -> None:
    rules, state = a_state()
    nation, unit, most = next(
        (nation.id, unit, number)
        for nation in rules.setting.scn.nations.values()
        for unit, number in nation.counters.items()
        if unit != "fleet" and number > 1 and rules.position(state).on_board(nation.id, unit) > 0
    )
    area = next(place for place in rules.setting.scn.board.areas if nation not in state.units.get(place, {}))
    assert "over_limit" in wrong(("units", area, nation, unit), most)
    sea = next(iter(rules.setting.scn.board.seas))
    assert "no_room_aboard" in wrong(("units", sea, nation, unit), 1)


def test_9_1_a_leader_cannot_be_moved_to_sea_without_a_fleet() -> None:
    rules, state = a_state()
    leader, piece = next(iter(state.leaders.items()))
    seas = rules.setting.scn.board.seas
    dry = next(sea for sea in seas if not state.units.get(sea, {}).get(piece.nation))
    assert wrong(("leaders", leader, "at"), dry) == {"no_room_aboard"}


def test_nothing_is_kept_where_nobody_is_left() -> None:
    rules, state = a_state()
    place, here = next((place, here) for place, here in state.units.items() if len(here) == 1)
    (nation, units) = next(iter(here.items()))
    changes = [
        change(facts(CODEC, rules, state)["units", place, nation, unit], CODEC.write(state), 0)
        for unit in units
    ]
    after = apply_changes(CODEC, rules, state, changes)
    assert place not in after.units
    assert after == replace(state, units={p: u for p, u in state.units.items() if p != place})


def test_no_position_that_the_rules_lead_to_has_a_mistake() -> None:
    check_no_mistakes(ITALIA, 3, {})


def moving() -> tuple[Any, Any, Moved]:
    """Return the rules, a state during a nation's movement, and the first group of units that has moved."""
    rules, state = a_state()
    for number in range(400):
        frame = state.in_progress(Movement)
        if frame is not None and frame.moved:
            return rules, state, frame.moved[0]
        dice = Seeded(b"moving", "italia", number)
        seat = rules.pending(state)[0].seat
        state = rules.apply(state, seat, rules.bot(state, seat, dice), dice).state
    raise AssertionError("nobody has moved")


def test_units_taken_off_while_they_move_are_not_among_those_that_may_go_on() -> None:
    rules, state, gone = moving()
    nation = state.in_progress(Movement).nation
    path = ("units", gone.place, nation, gone.unit)
    after = apply_changes(
        CODEC, rules, state, [change(facts(CODEC, rules, state)[path], CODEC.write(state), 0)]
    )
    left = after.in_progress(Movement).moved
    assert gone in state.in_progress(Movement).moved
    assert not any((one.place, one.unit) == (gone.place, gone.unit) for one in left)
    assert rules.tidy_state(state) == state, "nothing else is touched"


def test_a_leader_comes_to_the_map_and_leaves_it() -> None:
    rules, state = a_state()
    leader, about = next(
        (id, one) for id, one in rules.setting.scn.leaders.items() if id not in state.leaders
    )
    area, path = next(iter(rules.setting.scn.board.areas)), ("leaders", leader, "at")
    dead = state.but(tallies={**state.tallies, f"dead:{leader}": 1})
    one = change(facts(CODEC, rules, dead)[path], CODEC.write(dead), area)
    there = apply_changes(CODEC, rules, dead, [one])
    assert there.leaders[leader].at == area and there.leaders[leader].nation == about.nation
    assert rules.check_state(there) == () and there.tallies == state.tallies, "they live again"
    back = change(facts(CODEC, rules, there)[path], CODEC.write(there), "")
    assert apply_changes(CODEC, rules, there, [back]) == sort_keys(state)


def test_asked_to_rebuild_what_was_taken_by_hand_the_program_leaves_it() -> None:
    rules, state = a_state()
    nation = next(iter(rules.setting.scn.nations))
    assert cities.rebuild(rules.position(state), nation, (Choice("leave_ruins", rule="10.61"),)) is None


def put(rules: Any, state: Any, *wanted: tuple[str, Any]) -> Any:
    """Return the state with these facts, each given by its dotted path."""
    found, written = facts(CODEC, rules, state), CODEC.write(state)
    changes = [change(found[tuple(path.split("."))], written, to) for path, to in wanted]
    return apply_changes(CODEC, rules, state, changes)


def codes(rules: Any, state: Any) -> set[tuple[str, str]]:
    return {(it.path, it.code) for it in rules.check_state(state)}


def offered(rules: Any, state: Any, path: str) -> set[Any]:
    return {one.value for one in facts(CODEC, rules, state)[tuple(path.split("."))].field.options}


def test_whom_a_nation_is_subject_to_is_put_right_with_the_round() -> None:
    rules, state = a_state()
    state = sort_keys(state.but(round=3))
    assert offered(rules, state, "nations.celts.overlord") == {"", "romans", "carthaginians"}
    subject = put(rules, state, ("nations.celts.overlord", "romans"), ("nations.celts.since", 2))
    assert (subject.nations["celts"].overlord, subject.nations["celts"].since) == ("romans", 2)
    assert rules.position(subject).friends("romans", "celts") and codes(rules, subject) == set()
    timeless = put(rules, state, ("nations.celts.overlord", "romans"))
    assert codes(rules, timeless) == {("nations.celts.since", "since_when")}
    assert put(rules, subject, ("nations.celts.overlord", "")) == state, "who is free was never subject"


def test_no_overlord_is_offered_but_those_of_the_card_who_are_in_the_game() -> None:
    rules, state = a_state()
    assert ("nations", "romans", "overlord") not in facts(CODEC, rules, state)
    odd = state.but(
        nations={**state.nations, "celts": replace(state.nations["celts"], overlord="greeks", since=1)}
    )
    assert codes(rules, odd) == {("nations.celts.overlord", "not_on_its_card")}
    last = state.but(round=10, units={"roma": state.units["roma"]}, leaders={})
    assert offered(rules, sort_keys(last), "nations.celts.overlord") == {"", "romans"}
    late = replace(state.nations["celts"], overlord="romans", since=2)
    early = state.but(nations={**state.nations, "celts": late})
    assert codes(rules, early) == {("nations.celts.since", "too_high")}


def test_a_capital_is_put_right_to_an_area_that_the_nation_controls() -> None:
    rules, state = a_state()
    pos = rules.position(state)
    assert ("nations", "romans", "capital") not in facts(CODEC, rules, state), "their card fixes it"
    areas = offered(rules, state, "nations.samnites.capital") - {""}
    assert len(areas) > 1 and areas <= set(pos.areas_of("samnites"))
    for area in sorted(areas):
        after = put(rules, state, ("nations.samnites.capital", area))
        assert rules.position(after).capital("samnites") == area and codes(rules, after) == set()
    assert put(rules, after, ("nations.samnites.capital", "")) == sort_keys(state)
    sea = next(iter(rules.setting.scn.board.seas))
    odd = state.but(nations={**state.nations, "samnites": replace(state.nations["samnites"], capital=sea)})
    assert codes(rules, odd) == {("nations.samnites.capital", "not_allowed_there")}
