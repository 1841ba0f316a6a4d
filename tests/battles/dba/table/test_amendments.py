"""What a game master may put right: random facts, and positions that cannot be."""

import pytest

from battles.dba.rules.system import DBA
from engine.dice import Seeded
from engine.log.amending import amended, change, facts
from tests.engine.amendments import check_amendments, check_no_mistakes


@pytest.mark.slow
def test_random_facts_put_right_leave_the_battle_playable_and_its_log_true() -> None:
    assert check_amendments(DBA, 1, {})["made"] > 5


def test_who_is_lost_was_lost_somehow() -> None:
    rules = DBA.open(DBA.scenario(next(iter(DBA.scenarios()))), {})
    state = rules.setup(Seeded(b"amending", "dba", 0)).state
    element, found = next(iter(state.elements)), facts(DBA.codec, rules, state)
    written = DBA.codec.write(state)
    lost = change(found["elements", element, "where"], written, "lost")
    how = change(found["elements", element, "cause"], written, "destroyed")
    alone = rules.check_state(amended(DBA.codec, rules, state, [lost]))
    assert [(it.path, it.code) for it in alone] == [(f"elements.{element}.cause", "why_lost")]
    assert rules.check_state(amended(DBA.codec, rules, state, [lost, how])) == ()


@pytest.mark.slow
def test_no_position_that_the_rules_lead_to_has_a_mistake() -> None:
    check_no_mistakes(DBA, 3, {})
