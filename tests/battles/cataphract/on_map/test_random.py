"""Properties over random battles on the map: half of the answers are the bot's, half are drawn."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from typing import Any

import pytest

from battles.cataphract.bot.general import GENERAL
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.rules.battle.scenario import READY
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.play.state import DEAD, ELIMINATED, MAP, Sheet
from battles.cataphract.rules.system import CATAPHRACT
from engine.choices import sample_action
from engine.dice import Seeded
from engine.game import IllegalAction

DEEPEST = 8
MOST_STEPS = 4000
WILD = 0.3


def _check(rules: MapRules, state: Sheet) -> None:
    pos = rules.position(state)
    for unit, now in state.units.items():
        if now.where == MAP and not now.routed:
            assert now.hits < pos.limit(unit), f"{unit} stands with {now.hits} hits (10.14)"
        ordered = Counter(now.ordered)
        assert ordered["move"] <= 1 and ordered["fire"] <= 1, f"{unit}: {now.ordered} (5.24)"
    for seat in SEATS:
        gone = [one for one in pos.roster.counters_of(seat) if state.units[one.id].where == ELIMINATED]
        dead = [c for c in pos.roster.chiefs_of(seat) if state.leaders[c.id].status == DEAD]
        lost = sum(state.leaders[c.id].lost for c in pos.roster.chiefs_of(seat) if c not in dead)
        points = sum(one.rp for one in gone) + sum(pos.leader_points(c.id) for c in dead) + lost
        assert pos.rout_points(seat) == points
    assert len(state.stack) <= DEEPEST
    if not any(type(frame).__name__ in ("Marching", "Fleeing") for frame in state.stack):
        held = Counter(pos.board.places[u].at for u, one in state.units.items() if one.where == MAP)
        assert max(held.values(), default=1) == 1, "two units in a hex (6.6)"


def _play(battle: str, seed: int, wild: float) -> tuple[Sheet, int]:
    rules: Any = CATAPHRACT.open(CATAPHRACT.scenario(f"field-{battle}"), {})
    dice, think = (
        Seeded(hashlib.sha256(f"{w} {seed}".encode()).digest(), w, 0) for w in ("game", "thoughts")
    )
    chance = random.Random(seed)
    state, steps = rules.setup(dice).state, 0
    while rules.outcome(state) is None and steps < MOST_STEPS:
        seat = rules.pending(state)[0].seat
        if chance.random() < wild:
            choice = chance.choice(rules.choices(state, seat))
            action = CATAPHRACT.codec.read(sample_action(choice, think))
        else:
            action = GENERAL.act(rules, state, seat, think)
        state = rules.apply(state, seat, action, dice).state
        _check(rules, state)
        steps += 1
    return state, steps


@pytest.mark.parametrize("battle", READY)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_battle_keeps_its_rules_and_ends(battle: str, seed: int) -> None:
    state, steps = _play(battle, seed, WILD)
    assert state.ended and not state.stack, f"no end after {steps} steps"


def test_the_other_seat_and_unknown_things_are_refused() -> None:
    rules: Any = CATAPHRACT.open(CATAPHRACT.scenario("field-tricameron"), {})
    state = rules.setup(Seeded(b"0" * 32, "g", 0)).state
    other = next(seat for seat in SEATS if seat != rules.pending(state)[0].seat)
    action = rules.pending(state)[0].default
    with pytest.raises(IllegalAction):
        rules.apply(state, other, action, Seeded(b"0" * 32, "g", 0))
