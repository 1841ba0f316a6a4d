"""Vandals who recruited this turn lose 2 SP before they move or fight (6.27); forecasts leave those out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian.pages import planner
from campaigns.justinian.pages.forecasts import deserters
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BarbarianSegment, March
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.wording.names import Names
from engine.dice import Scripted
from tests.campaigns.justinian.begun import opened
from tests.campaigns.justinian.stored import page, stored

NAMES = Names(builtin())
MARCH = (BarbarianSegment("done", "select", "vandals"), March("hilderic", "barbarian", 4))


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def position(
    sp: int = 15, detached: int = 0, *, recruited: bool = True, stack: tuple[Any, ...] = ()
) -> State:
    """Return a state with Hilderic and ``sp`` SP in Zeugitana. The only other Vandals are ``detached`` SP in
    Sardinia.
    """
    _rules, state = opened()
    king = replace(state.armies["hilderic"], at="zeugitana", sp=sp)
    elsewhere = {p: {k: n for k, n in here.items() if k != "vandals"} for p, here in state.detached.items()}
    elsewhere["sardinia"] = {"vandals": detached} if detached else {}
    return replace(
        state,
        armies={**state.armies, "hilderic": king},
        detached={p: here for p, here in elsewhere.items() if here},
        recruited=frozenset({"vandals"} if recruited else ()),
        stack=(*state.stack, *stack),
    )


def test_6_27_the_planner_counts_without_the_deserters() -> None:
    rules, _state = opened()
    plan = planner.plan(Position(rules.setting, position(15)), "hilderic", NAMES)
    assert plan is not None and plan.strength == "13 SP"
    assert plan.notes == (
        "Before it moves or fights Vandals desert (6.27). Removed here, as if you gave no answer: "
        "Hilderic 2 SP.",
    )
    calm = planner.plan(Position(rules.setting, position(15, recruited=False)), "hilderic", NAMES)
    assert calm is not None and calm.strength == "15 SP" and calm.notes == ()


def test_6_27_who_stands_elsewhere_deserts_first() -> None:
    rules, _state = opened()
    plan = planner.plan(Position(rules.setting, position(15, detached=5)), "hilderic", NAMES)
    assert plan is not None and plan.strength == "15 SP"
    assert "detached troops of the Vandals in Sardinia 2 SP" in plan.notes[0]


def test_6_27_the_forecast_is_what_the_rules_then_do() -> None:
    """After the first step, with the proposed losses taken, the position matches the forecast."""
    rules, _state = opened()
    state = position(15, detached=1, stack=MARCH)
    expected = deserters.after_desertion(Position(rules.setting, state), "hilderic").state
    (choice, *_more) = (c for c in rules.choices(state, "barbarian") if c.kind == "move_army")
    target = choice.fixed.get("to") or choice.fields[0].options[0].value
    action = JUSTINIAN.codec.read({"kind": "move_army", "to": target, "treasury": False})
    after = rules.apply(state, "barbarian", action, Scripted([])).state
    (decision,) = rules.pending(after)
    assert decision.kind == "losses"
    after = rules.apply(after, "barbarian", decision.default, Scripted([])).state
    assert after.force_sp("hilderic") == expected.force_sp("hilderic") == 14
    assert after.detached == expected.detached


def test_6_27_an_army_of_two_is_told_that_it_would_be_gone() -> None:
    rules, _state = opened()
    plan = planner.plan(Position(rules.setting, position(2)), "hilderic", NAMES)
    assert (
        plan is not None
        and plan.strength == "2 SP"
        and "Vandal SP desert: nothing would be left of it (6.27)" in plan.notes[0]
    )


@pytest.mark.django_db
def test_6_27_attack_odds_leave_out_the_deserters() -> None:
    """The odds of an attack leave out the Vandals who will desert: 13 SP attack an enemy in Zeugitana, not
    15.
    """

    def change(state: State) -> State:
        ours = position(15, stack=MARCH)
        east = replace(state.armies["oriens"], at="zeugitana", sp=10)
        return replace(ours, armies={**ours.armies, "oriens": east})

    told = page(stored(change), "barbarian")
    section = told[told.index('id="chances"') :]
    assert "13 against 10 SP" in section and "15 against 10 SP" not in section
    assert "Before it moves or fights Vandals desert (6.27). Removed" in section


@pytest.mark.django_db
def test_6_27_landing_odds_leave_out_the_deserters() -> None:
    segment = BarbarianSegment("unit", "select", "vandals")
    told = page(stored(lambda _state: position(15, stack=(segment,))), "barbarian")
    assert 'id="chances-landing-hilderic"' in told
    landing = told[told.index('id="chances-landing-hilderic"') :]
    assert (
        "Before it moves or fights Vandals desert (6.27). Removed"
        in re.split(r'class="jodds__part"|</section>', landing)[0]
    )
    assert "disertano" in page(
        stored(lambda _state: position(15, stack=(segment,))), "barbarian", language="it"
    )
