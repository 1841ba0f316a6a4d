"""Time the exact odds of a Commands & Colors combat with its battle back, and compare them with icepool.

    python bench/cca/odds.py [--json]

A heavy foot unit with a leader rolls seven dice under Clash of Shields at elephants. The elephants answer
with five dice and reroll swords. Nothing is cached. Every figure is the best processor time of several
repeats.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import astuple, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import icepool

from battles.cca.forecast import odds
from battles.cca.rules.combat.exchange import (
    Answers,
    Exchange,
    after_trampling,
    answer_strike,
    attack_strike,
    hurt_target,
)
from battles.cca.rules.combat.fate import Fate, Trodden, apply_rampage, apply_roll
from battles.cca.rules.combat.situation import Combat, Fighter, read_combat
from battles.cca.rules.combat.strike import Count, Strike, begin, dice
from battles.cca.rules.dice import FACES

COMBAT = read_combat(
    {
        "attacker": {"type": "heavy_inf", "leader": "attached"},
        "target": {"type": "elephant", "room": 1, "supported": True},
        "card": "clash_of_shields",
    }
)
ANSWERS = Answers()
Told = tuple[Any, Any, Any]


def fate_facts(fate: Fate | None) -> Any:
    return () if fate is None else (fate.left, fate.gone, fate.ignored, fate.leader)


def _summary(one: Exchange) -> Told:
    trodden = one.trodden
    told = (trodden.lost, trodden.left, trodden.leader) if trodden else ()
    return fate_facts(one.attack), fate_facts(one.back), told


def ours() -> dict[Told, Fraction]:
    odds.counts.cache_clear()
    odds._fates.cache_clear()
    odds.rampage_odds.cache_clear()
    odds._rampage_effects.cache_clear()
    found = odds.exchanges(COMBAT, ANSWERS).map(_summary)
    return dict(found.items())


def die_of(strike: Strike, again: int) -> icepool.Die[Any]:
    """Return the odds of hits and flags on one die, with at most ``again`` rerolls."""
    parts = []
    for face in FACES:
        count, more = begin(strike).add_die(strike, face)
        scored = icepool.Die([icepool.Vector((count.hits, count.flags))])
        parts.append(scored + die_of(strike, again - 1) if more and again else scored)
    return icepool.Die(parts)


def _note_dice(asked: list[int]) -> Callable[[int], bool]:
    """Return a leader check that records its number of dice and lets the leader survive."""

    def check(number: int) -> bool:
        asked.append(number)
        return False

    return check


def fates(strike: Strike) -> icepool.Die[Any]:
    """Return the odds of each effect of a roll, including the leader's check."""
    blocks = strike.target.blocks
    scored = dice(strike) @ die_of(strike, blocks)

    def one(score: Any) -> icepool.Die[Any]:
        asked: list[int] = []
        count = Count(min(score[0], blocks), 0 if score[0] >= blocks else score[1])
        lives = apply_roll(strike, count, None, _note_dice(asked))
        if not asked:
            return icepool.Die([astuple(lives)])
        dies = apply_roll(strike, count, None, lambda _number: True)
        return icepool.Die({astuple(lives): 6 ** asked[0] - 1, astuple(dies): 1})

    return icepool.map(one, icepool.map(lambda score: tuple(score), scored, star=False), star=False)


def treads(fighter: Fighter) -> icepool.Die[Any]:
    """Return the odds of each effect of a rampage on the attacker, including the leader's check."""
    led = fighter.leader == "attached"

    def one(hits: int) -> icepool.Die[Any]:
        asked: list[int] = []
        lives = astuple(apply_rampage(fighter.blocks, led, hits, _note_dice(asked)))
        if not asked:
            return icepool.Die([lives])
        dies = astuple(apply_rampage(fighter.blocks, led, hits, lambda _number: True))
        return icepool.Die({lives: 6 ** asked[0] - 1, dies: 1})

    return icepool.map(one, 2 @ icepool.Die([1, 0, 0, 0, 0, 0]), star=False)


def theirs() -> dict[Told, Fraction]:
    def onward(said: tuple[Any, ...]) -> icepool.Die[Any]:
        fate = Fate(*said)
        if not fate.rampage:
            return answered(COMBAT, fate, ())
        return icepool.map(
            lambda one: answered(met(COMBAT, Trodden(*one)), fate, one), treads(COMBAT.attacker), star=False
        )

    def met(combat: Combat, trodden: Trodden) -> Combat:
        return replace(combat, attacker=after_trampling(combat.attacker, trodden))

    def answered(combat: Combat, fate: Fate, trodden: Any) -> icepool.Die[Any]:
        if fate.left_hex:
            return icepool.Die([(fate_facts(fate), (), trodden)])
        back = fates(answer_strike(hurt_target(combat, fate)))
        return icepool.map(
            lambda answer: (fate_facts(fate), fate_facts(Fate(*answer)), trodden), back, star=False
        )

    found = icepool.map(onward, fates(attack_strike(COMBAT, ANSWERS)), star=False)
    return {outcome: found.probability(outcome) for outcome in found.outcomes()}


def best(run: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    assert ours() == theirs(), "they differ"
    mine, other = best(ours, 20), best(theirs, 10)
    found = {
        "outcomes": len(ours()),
        "ours_ms": round(1000 * mine, 2),
        "icepool_ms": round(1000 * other, 1),
        "times": round(other / mine, 1),
    }
    print(json.dumps(found) if "--json" in sys.argv else found)


if __name__ == "__main__":
    main()
