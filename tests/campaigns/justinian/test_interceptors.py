"""With several possible interceptors, the displayed chance equals the one counted by applying the rules to
all dice (7.31-7.33).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from django.utils import translation

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import prospects
from campaigns.justinian.pages import planner
from campaigns.justinian.pages.forecasts import interceptions
from campaigns.justinian.pages.forecasts.chances import sections
from campaigns.justinian.pages.forecasts.panels import percent
from campaigns.justinian.rules.battle.forces import land_battle
from campaigns.justinian.rules.march import reach
from campaigns.justinian.rules.march.interception import AttackDeclared, Intercept
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle, ByzantineSegment, March
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.wording.names import Names
from engine.dice import Scripted
from tests.campaigns.justinian.begun import opened

NAMES = Names(builtin())
GOAL = "dalmatia"
LURKERS = {"athalaric": GOAL, "chosroes": GOAL, "franks_leader": "praevalitana"}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def position(lurkers: dict[str, str]) -> State:
    """Return a state in which Illyricum marches from Moesia II with MP for Dalmatia; enemies wait there
    and on the way.
    """
    _rules, state = opened()
    armies = {**state.armies, "illyricum": replace(state.armies["illyricum"], at="moesia_ii", sp=30)}
    for army, at in lurkers.items():
        armies[army] = replace(armies[army], at=at, sp=9)
    stack = (*state.stack, ByzantineSegment("done"), March("illyricum", "byzantium", 9))
    return replace(state, armies=armies, alliances={**state.alliances, "franks": "barbarian"}, stack=stack)


def caught(state: State, path: tuple[str, ...]) -> Fraction:
    """Return the chance that at least one enemy intercepts on this path if every enemy tries. It is counted
    step by step, by applying the rules to every roll.
    """
    rules, _state = opened()
    if not path:
        return Fraction(0)
    move = JUSTINIAN.codec.read({"kind": "move_army", "to": path[0], "treasury": False})
    there = rules.apply(state, "byzantium", move, Scripted([])).state
    frame = there.in_progress(Intercept)
    if frame is None:
        return caught(there, path[1:])
    answer = JUSTINIAN.codec.read({"kind": "intercept_with", "armies": list(frame.candidates)})
    total, count = Fraction(0), 10 ** len(frame.candidates)
    missed: State | None = None
    for faces in product(range(10), repeat=len(frame.candidates)):
        step = rules.apply(there, "barbarian", answer, Scripted([*faces, *[5] * 20]))
        if any(isinstance(event, AttackDeclared) for event in step.events):
            total += Fraction(1, count)
        else:
            missed = step.state
    return total + (1 - total) * caught(missed, path[1:]) if missed is not None else total


@pytest.mark.parametrize(
    "lurkers",
    [{"athalaric": GOAL}, {"athalaric": GOAL, "chosroes": GOAL}, LURKERS],
    ids=["one", "two", "way"],
)
def test_7_33_the_joint_chance_is_that_of_the_rules_own_dice(lurkers: dict[str, str]) -> None:
    rules, _state = opened()
    state = position(lurkers)
    route = reach.routes(Position(rules.setting, state), "illyricum", 9)[GOAL]
    threats = [
        t for p in route.path[1:] for t in prospects.threats(Position(rules.setting, state), "illyricum", p)
    ]
    real = caught(state, route.path[1:])
    assert 0 < real < 1 and 1 - prospects.passage_chance(threats) == real
    plan = planner.plan(Position(rules.setting, state), "illyricum", NAMES, goal=GOAL)
    assert plan is not None and plan.ahead is not None
    (goal,) = (g for g in plan.goals if g.id == GOAL)
    how = {1: "if tried", 2: "if both try", 3: "if all 3 try"}[len(threats)]
    assert goal.threatened == plan.ahead.hindered == f"interception {percent(real)} {how}"
    assert plan.ahead.way is not None
    together = sum(t.province == GOAL for t in threats) > 1
    assert bool(plan.ahead.way.note) == together  # a note on their joint effect
    if together:
        whole = plan.ahead.way.panels[0]
        assert whole.title == "Dalmatia: all of them try" and sum(b.chance for b in whole.bars) == 1


def test_7_33_who_decides_on_several_interceptors_sees_their_joint_chance() -> None:
    rules, _state = opened()
    two = {"athalaric": GOAL, "chosroes": GOAL}
    state = reach.move_force(position(two), "illyricum", GOAL)
    state = replace(state, stack=(*state.stack, Intercept("illyricum", GOAL, tuple(two))))
    found = {
        s.id: s for s in sections(Position(rules.setting, state), rules.choices(state, "barbarian"), NAMES)
    }
    threats = [
        prospects.Threat(a, GOAL, prospects.interception_chance(Position(rules.setting, state), a, GOAL))
        for a in two
    ]
    assert found["intercept"].note == f"Together: {interceptions.joint_chance_text(threats)}."
    assert (
        "if both try" in found["intercept"].note and "together attack together" in found["intercepted"].note
    )


def test_7_33_the_battle_of_all_who_succeed_is_the_one_the_rules_would_fight() -> None:
    rules, _state = opened()
    two = ("athalaric", "chosroes")
    state = reach.move_force(position(dict.fromkeys(two, GOAL)), "illyricum", GOAL)
    asked = replace(state, stack=(*state.stack, Intercept("illyricum", GOAL, two)))
    answer = JUSTINIAN.codec.read({"kind": "intercept_with", "armies": list(two)})
    after = rules.apply(asked, "barbarian", answer, Scripted([0, 0])).state
    (decision,) = rules.pending(after)
    assert decision.kind == "command"
    frame = after.in_progress(Battle)
    assert frame is not None
    fought = replace(frame, attacker_leader=decision.default.army, defender_leader="illyricum")
    expected = land_battle(Position(rules.setting, after), fought)
    assert interceptions.joint_battle(Position(rules.setting, state), "illyricum", GOAL, two) == expected
    assert expected.attacker_sp == 18


def test_7_33_what_all_of_them_try_is_weighed_over_who_succeeds() -> None:
    rules, _state = opened()
    two = {"athalaric": GOAL, "chosroes": GOAL}
    state = reach.move_force(position(two), "illyricum", GOAL)
    whole, *_each = interceptions.interception_panels(
        Position(rules.setting, state), "illyricum", GOAL, "byzantium", NAMES
    )
    chances = {a: prospects.interception_chance(Position(rules.setting, state), a, GOAL) for a in two}
    lost = Fraction(0)
    for armies in (("athalaric",), ("chosroes",), ("athalaric", "chosroes")):
        weight = Fraction(1)
        for army, chance in chances.items():
            weight *= chance if army in armies else 1 - chance
        b = interceptions.joint_battle(Position(rules.setting, state), "illyricum", GOAL, armies)
        lost += weight * odds.land(b).attacker_wins
    assert {bar.label: bar.chance for bar in whole.bars}["battle lost"] == lost
