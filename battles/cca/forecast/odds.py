"""Exact chances of a combat, from the code that resolves it: the count of a roll, what it does to its target,
and the whole exchange with the answer.

Hits beyond the last block are not told apart: they change nothing (L553).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from battles.cca.rules.combat.exchange import (
    Answers,
    Exchange,
    answer_strike,
    attack_strike,
    check_declared,
    follow,
    hurt_attacker,
    hurt_target,
    may_battle_back,
    strikes_first,
)
from battles.cca.rules.combat.fate import Fate, suffer
from battles.cca.rules.combat.situation import FREE, Combat
from battles.cca.rules.combat.strike import Count, Strike, begin, dice
from battles.cca.rules.dice import FACES
from engine.odds import Odds, sure


@lru_cache(maxsize=2000)
def counts(strike: Strike) -> Odds[Count]:
    """Return what a roll scores; every count with enough hits to eliminate is one and the same."""
    again = strike.target.blocks if strike.roller.kind.elephant else 0
    known: dict[tuple[Count, int], dict[Count, int]] = {}
    weights = {_capped(strike, begin(strike)): 1}
    for _die in range(dice(strike)):
        following: dict[Count, int] = {}
        for count, weight in weights.items():
            for after, share in _one_die(strike, count, again, known).items():
                following[after] = following.get(after, 0) + weight * share
        weights = following
    return Odds(weights).reduced()


def _one_die(
    strike: Strike, count: Count, again: int, known: dict[tuple[Count, int], dict[Count, int]]
) -> dict[Count, int]:
    """One die in cases, 6 to the power of the times it may be thrown: ``again`` as long as it scores with
    swords, at most once a block of the target."""
    if _over(strike, count):
        return {count: 6 ** (again + 1)}
    if (count, again) in known:
        return known[count, again]
    found: dict[Count, int] = {}
    for face in FACES:
        after, thrown = count.after(strike, face)
        after = _capped(strike, after)
        parts = _one_die(strike, after, again - 1, known) if thrown else {after: 6**again}
        for one, weight in parts.items():
            found[one] = found.get(one, 0) + weight
    known[count, again] = found
    return found


def _over(strike: Strike, count: Count) -> bool:
    return count.hits >= strike.target.blocks


def _capped(strike: Strike, count: Count) -> Count:
    return Count(hits=strike.target.blocks) if _over(strike, count) else count


def fates(strike: Strike, ignore: int | None = None) -> Odds[Fate]:
    """Return what a roll does to its target, the check of its leader included."""
    roller = replace(strike.roller, blocks=1, supported=False, room=FREE, blocked="edge", refuge=0)
    return _fates(
        replace(strike, roller=roller), ignore
    )  # what the roller has left tells nothing of its roll


@lru_cache(maxsize=2000)
def _fates(strike: Strike, ignore: int | None) -> Odds[Fate]:
    # what it would still have ignored makes no difference any more
    scored = counts(strike).map(lambda count: count._replace(swords=0, marks=0))
    return scored.then(lambda count: _with_check(strike, count, ignore))


def _with_check(strike: Strike, count: Count, ignore: int | None) -> Odds[Fate]:
    asked: list[int] = []

    def survives(number: int) -> bool:
        asked.append(number)
        return False

    lives = suffer(strike, count, ignore, survives)
    if not asked:
        return sure(lives)
    dies = suffer(strike, count, ignore, lambda _number: True)
    return Odds({lives: len(FACES) ** asked[0] - 1, dies: 1})


def exchanges(combat: Combat, answers: Answers) -> Odds[Exchange]:
    """A whole combat under these answers, in the order in which it is fought. Raises IllegalAction."""
    check_declared(combat, answers)
    start: Odds[Exchange] = sure(Exchange())
    if strikes_first(combat, answers):
        start = start.then(lambda found: _answered(combat, answers, found))
    return start.then(lambda found: _attacked(combat, answers, found))


def _attacked(combat: Combat, answers: Answers, found: Exchange) -> Odds[Exchange]:
    if found.back is not None and found.back.left_hex:
        return sure(found)
    now = hurt_attacker(combat, found.back)
    strike = attack_strike(now, answers)
    number = dice(strike)
    return fates(strike, answers.ignore).then(
        lambda fate: _settled(now, answers, replace(found, attack=fate, attack_dice=number), fate)
    )


def _settled(combat: Combat, answers: Answers, found: Exchange, fate: Fate) -> Odds[Exchange]:
    if fate.left_hex:
        return sure(follow(found, combat, answers))
    if not may_battle_back(combat, answers, fate):
        return sure(found)
    return _answered(hurt_target(combat, fate), answers, found)


def _answered(combat: Combat, answers: Answers, found: Exchange) -> Odds[Exchange]:
    strike = answer_strike(combat)
    number = dice(strike)
    if not number:
        return sure(found)
    return fates(strike, answers.ignore_back).map(lambda fate: replace(found, back=fate, back_dice=number))
