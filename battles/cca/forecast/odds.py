"""Exact chances of a combat, from the code that resolves it: the count of a roll, what it does to its target,
and the whole exchange with the answer.

Hits beyond the last block are not told apart: they change nothing (L553).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
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
from battles.cca.rules.combat.situation import Combat
from battles.cca.rules.combat.strike import Count, Strike, begin, dice
from battles.cca.rules.dice import FACES
from engine.odds import Odds, mix, sure

ONE_FACE = Fraction(1, len(FACES))


@lru_cache(maxsize=2000)
def counts(strike: Strike) -> Odds[Count]:
    """Return what a roll scores; every count with enough hits to eliminate is one and the same."""
    found: Odds[Count] = sure(_capped(strike, begin(strike)))
    for _die in range(dice(strike)):
        found = found.then(lambda count: _one_die(strike, count))
    return found


def _one_die(strike: Strike, count: Count) -> Odds[Count]:
    """One die, thrown again as long as it scores with swords: at most once a block of the target."""
    if _over(strike, count):
        return sure(count)
    parts: list[tuple[Odds[Count], int]] = []
    for face in FACES:
        after, again = count.after(strike, face)
        after = _capped(strike, after)
        parts.append((_one_die(strike, after) if again else sure(after), 1))
    return mix(parts)


def _over(strike: Strike, count: Count) -> bool:
    return count.hits >= strike.target.blocks


def _capped(strike: Strike, count: Count) -> Count:
    return Count(hits=strike.target.blocks) if _over(strike, count) else count


@lru_cache(maxsize=2000)
def fates(strike: Strike, ignore: int | None = None) -> Odds[Fate]:
    """Return what a roll does to its target, the check of its leader included."""
    # what it would still have ignored makes no difference any more
    scored = counts(strike).map(lambda count: replace(count, swords=0, marks=0))
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
    chance = ONE_FACE ** asked[0]
    return mix([(sure(lives), 1 - chance), (sure(dies), chance)])


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
    return fates(strike, answers.ignore).then(
        lambda fate: _settled(now, answers, replace(found, attack=fate, attack_dice=dice(strike)), fate)
    )


def _settled(combat: Combat, answers: Answers, found: Exchange, fate: Fate) -> Odds[Exchange]:
    if fate.left_hex:
        return sure(follow(found, combat, answers))
    if not may_battle_back(combat, answers, fate):
        return sure(found)
    return _answered(hurt_target(combat, fate), answers, found)


def _answered(combat: Combat, answers: Answers, found: Exchange) -> Odds[Exchange]:
    strike = answer_strike(combat)
    if not dice(strike):
        return sure(found)
    return fates(strike, answers.ignore_back).map(
        lambda fate: replace(found, back=fate, back_dice=dice(strike))
    )
