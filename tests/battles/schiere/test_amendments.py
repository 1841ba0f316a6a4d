"""What a game master may put right: random facts, positions that cannot be, and who knows of it."""

import pytest

from battles.schiere.rules.system import SCHIERE
from engine.dice import Seeded
from engine.log.amending import amended, change, facts
from tests.engine.amendments import check_amendments, check_no_mistakes

CODEC = SCHIERE.codec


@pytest.mark.slow
def test_random_facts_put_right_leave_the_battle_playable_and_its_log_true() -> None:
    assert check_amendments(SCHIERE, 1, {"points": "20", "turns": "6"})["made"] > 20


def test_what_is_left_of_the_points_is_a_fact_that_one_side_knows() -> None:
    rules = SCHIERE.open(SCHIERE.scenario(next(iter(SCHIERE.scenarios()))), {})
    state = rules.setup(Seeded(b"amending", "schiere", 0)).state
    found = facts(CODEC, rules, state)
    fact = found["sides", "rome", "points"]
    assert fact.seen_by == ("rome",)
    after = amended(CODEC, rules, state, [change(fact, CODEC.write(state), 5)])
    assert after.sides["rome"].points == 5
    assert rules.view(after, "carthage") == rules.view(state, "carthage")
    assert rules.view(after, None) == rules.view(state, None)
    assert all(it.seen_by is not None or "points" not in path for path, it in found.items())


@pytest.mark.slow
def test_no_position_that_the_rules_lead_to_has_a_mistake() -> None:
    check_no_mistakes(SCHIERE, 3, {"points": "20", "turns": "6"})
