"""A game master's corrections: random facts, and impossible positions."""

from typing import Any

from battles.dba.rules.system import DBA
from battles.dba.rules.table.state import SEATS, BuiltUpArea, Camp
from engine.canonical_order import sort_keys
from engine.dice import Seeded
from engine.log.amending import apply_changes, change, facts, ineffective_changes
from tests.engine.amendments import check_amendments, check_no_mistakes


def test_random_facts_put_right_leave_the_battle_playable_and_its_log_true() -> None:
    assert check_amendments(DBA, 1, {})["made"] > 5


def test_a_lost_element_needs_a_cause() -> None:
    rules = DBA.open(DBA.scenario(next(iter(DBA.scenarios()))), {})
    state = rules.setup(Seeded(b"amending", "dba", 0)).state
    element, found = next(iter(state.elements)), facts(DBA.codec, rules, state)
    written = DBA.codec.write(state)
    lost = change(found["elements", element, "where"], written, "lost")
    how = change(found["elements", element, "cause"], written, "destroyed")
    alone = rules.check_state(apply_changes(DBA.codec, rules, state, [lost]))
    assert [(it.path, it.code) for it in alone] == [(f"elements.{element}.cause", "why_lost")]
    assert rules.check_state(apply_changes(DBA.codec, rules, state, [lost, how])) == ()


def test_an_element_is_taken_off_put_back_and_offered_no_camp_that_is_not_there() -> None:
    rules = DBA.open(DBA.scenario(next(iter(DBA.scenarios()))), {})
    state = sort_keys(rules.setup(Seeded(b"amending", "dba", 0)).state)
    element, blocks = next(iter(state.elements)), rules.battle.blocks
    seat = blocks[element].seat
    bare = state.but(bua=None, camps={one: Camp(one == seat, one) for one in SEATS})
    path = ("elements", element, "where")
    assert _offered(rules, bare, path) == ["table", "camp", "reserve", "lost"]
    full = bare.but(bua=BuiltUpArea("", ""), camps={one: Camp(one != seat, one) for one in SEATS})
    assert _offered(rules, full, path) == ["table", "enemy_camp", "bua", "reserve", "lost"]
    found = facts(DBA.codec, rules, state)
    lost = [
        change(found["elements", element, name], DBA.codec.write(state), to)
        for name, to in (("where", "lost"), ("cause", "destroyed"))
    ]
    off = apply_changes(DBA.codec, rules, state, lost)
    assert element not in set(off.on_table()) and rules.check_state(off) == ()
    found = facts(DBA.codec, rules, off)
    back = [
        change(found["elements", element, name], DBA.codec.write(off), to)
        for name, to in (("where", "table"), ("cause", ""))
    ]
    assert apply_changes(DBA.codec, rules, off, back) == state
    assert ineffective_changes(DBA.codec, state, back) == ()


def _offered(rules: Any, state: Any, path: tuple[str, ...]) -> list[Any]:
    return [one.value for one in facts(DBA.codec, rules, state)[path].field.options]


def test_no_position_that_the_rules_lead_to_has_a_mistake() -> None:
    check_no_mistakes(DBA, 3, {})
