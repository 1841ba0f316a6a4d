"""Properties over random battles on the map. Half of the answers come from the bot, and half are chosen at
random.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from battles.cataphract.bot.general import GENERAL
from battles.cataphract.rules.battle.reacting import React, Reacting, reactions
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.rules.battle.scenario import READY
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.clashing.feigning import RetreatFeigned
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
        units = [u for u, one in state.units.items() if one.where == MAP]
        held = Counter(pos.board.places[u].at for u in units if not pos.piece(u).artillery)
        assert max(held.values(), default=1) == 1, "two units in a hex (6.6)"


def _play(
    battle: str, seed: int, wild: float, options: dict[str, str] | None = None
) -> tuple[Sheet, Counter[str]]:
    """Play a battle. Return its last state, and how often each kind of event happened."""
    rules: Any = CATAPHRACT.open(CATAPHRACT.scenario(f"field-{battle}"), options or {})
    dice, think = (
        Seeded(hashlib.sha256(f"{w} {seed}".encode()).digest(), w, 0) for w in ("game", "thoughts")
    )
    chance, seen = random.Random(seed), Counter[str]()
    state, steps = rules.setup(dice).state, 0
    while rules.outcome(state) is None and steps < MOST_STEPS:
        seat = rules.pending(state)[0].seat
        lures = _lures(rules, state) if options else ()
        if lures:
            action = React((chance.choice(lures),))
        elif chance.random() < wild:
            choice = chance.choice(rules.choices(state, seat))
            action = CATAPHRACT.codec.read(sample_action(choice, think))
        else:
            action = GENERAL.act(rules, state, seat, think)
        step = rules.apply(state, seat, action, dice)
        state = step.state
        seen.update(_names(step.events))
        _check(rules, state)
        steps += 1
    assert state.ended and not state.stack, f"no end after {steps} steps"
    return state, seen


def _lures(rules: MapRules, state: Sheet) -> tuple[str, ...]:
    """Return the feigned retreats that are possible now."""
    frame, pos = state.stack[-1], rules.position(state)
    found = reactions(pos, frame) if isinstance(frame, Reacting) else ()
    return tuple(one for one in found if "|feign|" in one)


def _names(events: Iterable[Any]) -> Iterator[str]:
    for one in events:
        yield type(one).__name__
        if isinstance(one, RetreatFeigned) and one.pursues:
            yield "pursuit"


@pytest.mark.parametrize("battle", READY)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_battle_keeps_its_rules_and_ends(battle: str, seed: int) -> None:
    _play(battle, seed, WILD)


@pytest.mark.parametrize("battle", ["tricameron", "taginae"])
def test_a_battle_with_options_keeps_its_rules(battle: str) -> None:
    """A random battle with two options is played, and the invariants hold throughout. One option supplies the
    pursuit value that is not printed, so that the Huns can feign retreats (6.74). The other lets units become
    Engaged (10.3).
    """
    _state, seen = _play(battle, 3, WILD, {"pursuit": "0", "engaged": "yes"})
    assert seen["pursuit"], f"nobody pursued: {seen}"


def test_the_other_seat_and_unknown_things_are_refused() -> None:
    rules: Any = CATAPHRACT.open(CATAPHRACT.scenario("field-tricameron"), {})
    state = rules.setup(Seeded(b"0" * 32, "g", 0)).state
    other = next(seat for seat in SEATS if seat != rules.pending(state)[0].seat)
    action = rules.pending(state)[0].default
    with pytest.raises(IllegalAction):
        rules.apply(state, other, action, Seeded(b"0" * 32, "g", 0))
