"""What a game master may put right: random facts, and positions that cannot be."""

from dataclasses import replace
from typing import Any

import pytest

from campaigns.italia.rules.system import ITALIA
from engine.dice import Seeded
from engine.log.amending import amended, change, facts
from tests.engine.amendments import check_amendments, check_no_mistakes

CODEC = ITALIA.codec


def a_state() -> tuple[Any, Any]:
    rules = ITALIA.open(ITALIA.scenario("italia1"), {})
    return rules, rules.setup(Seeded(b"amending", "italia", 0)).state


def wrong(path: tuple[str, ...], to: Any) -> set[str]:
    rules, state = a_state()
    one = change(facts(CODEC, rules, state)[path], CODEC.write(state), to)
    return {it.code for it in rules.check_state(amended(CODEC, rules, state, [one]))}


@pytest.mark.slow
def test_random_facts_put_right_leave_the_game_playable_and_its_log_true() -> None:
    assert check_amendments(ITALIA, 1, {})["made"] > 20


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


def test_nothing_is_kept_where_nobody_is_left() -> None:
    rules, state = a_state()
    place, here = next((place, here) for place, here in state.units.items() if len(here) == 1)
    (nation, units) = next(iter(here.items()))
    changes = [
        change(facts(CODEC, rules, state)["units", place, nation, unit], CODEC.write(state), 0)
        for unit in units
    ]
    after = amended(CODEC, rules, state, changes)
    assert place not in after.units
    assert after == replace(state, units={p: u for p, u in state.units.items() if p != place})


@pytest.mark.slow
def test_no_position_that_the_rules_lead_to_has_a_mistake() -> None:
    check_no_mistakes(ITALIA, 3, {})
