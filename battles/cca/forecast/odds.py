"""Exact chances of a combat, computed with the code that resolves it: the score of a roll, its effect on the
target, and the whole exchange including the battle back.

Scores with more hits than the target has blocks count as one case, because further hits change nothing
(L553).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import TypeVar

from battles.cca.rules.combat.exchange import (
    Answers,
    Exchange,
    add_advance,
    advance_after,
    after_trampling,
    answer_strike,
    attack_strike,
    check_declared,
    hurt_attacker,
    hurt_target,
    may_battle_back,
    strikes_first,
)
from battles.cca.rules.combat.fate import Fate, Trodden, apply_rampage, apply_roll
from battles.cca.rules.combat.situation import FREE, Combat, Fighter
from battles.cca.rules.combat.strike import Count, Strike, begin, dice
from battles.cca.rules.dice import FACES
from battles.cca.rules.terrain.terrain import Terrain
from engine.odds import Odds, mix, sure

T = TypeVar("T")
# takes a number n, and returns whether an event with a chance of 1 in n happens
Happens = Callable[[int], bool]


@lru_cache(maxsize=2000)
def counts(strike: Strike) -> Odds[Count]:
    """Return the chance of each score. All scores that eliminate the target are merged."""
    most = strike.target.blocks
    again = most if strike.roller.kind.elephant else 0
    known: dict[tuple[Count, int], dict[Count, int]] = {}
    weights = {begin(strike) if most else Count(): 1}
    for _die in range(dice(strike)):
        following: dict[Count, int] = {}
        for count, weight in weights.items():
            for after, share in _one_die(strike, most, count, again, known).items():
                following[after] = following.get(after, 0) + weight * share
        weights = following
    return Odds(weights).reduce_weights()


def _one_die(
    strike: Strike, most: int, count: Count, again: int, known: dict[tuple[Count, int], dict[Count, int]]
) -> dict[Count, int]:
    """Return the outcomes of one die, each with a weight out of 6 to the power ``again`` + 1. ``again``: how
    often an elephant can still reroll swords that score, at most once per block of the target. ``most``: the
    number of hits that eliminates the target.
    """
    if count.hits >= most:
        return {count: 6 ** (again + 1)}
    if (count, again) in known:
        return known[count, again]
    found: dict[Count, int] = {}
    for face in FACES:
        after, thrown = count.add_die(strike, face)
        if after.hits >= most:
            after, thrown = Count(hits=most), False
        if thrown:
            for one, weight in _one_die(strike, most, after, again - 1, known).items():
                found[one] = found.get(one, 0) + weight
        else:
            found[after] = found.get(after, 0) + 6**again
    known[count, again] = found
    return found


def fates(strike: Strike, ignore: int | None = None) -> Odds[Fate]:
    """Return the chance of each effect on the target, including its leader check."""
    roller = replace(
        strike.roller, blocks=1, supported=False, room=FREE, blocked="edge", refuge=0, marshes=()
    )
    # the roller's remaining blocks do not affect its roll
    return _fates(replace(strike, roller=roller), ignore)


@lru_cache(maxsize=2000)
def _fates(strike: Strike, ignore: int | None) -> Odds[Fate]:
    # flags that the target could have ignored no longer make a difference
    scored = counts(strike).map(lambda count: Count(count.hits, count.flags))
    return scored.then(lambda count: _with_check(strike, count, ignore))


def _with_check(strike: Strike, count: Count, ignore: int | None) -> Odds[Fate]:
    return branches(
        lambda happens: apply_roll(
            strike,
            count,
            ignore,
            lambda number: happens(len(FACES) ** number),
            sink=lambda: happens(len(FACES)),
        )
    )


def branches(resolve: Callable[[Happens], T]) -> Odds[T]:
    """Return the chance of each result of a function. The function calls ``happens(n)`` to learn whether an
    event with a chance of 1 in n happens.
    """
    found, fresh = list[tuple[T, tuple[int, ...], int]](), list[tuple[bool, ...]]([()])
    while fresh:
        known, asked = fresh.pop(), list[int]()

        def happens(rolls: int, known: tuple[bool, ...] = known, asked: list[int] = asked) -> bool:
            asked.append(rolls)
            return len(asked) <= len(known) and known[len(asked) - 1]

        told = resolve(happens)
        if not asked:
            return sure(told)
        answers = (*known, *(False for _ in asked[len(known) :]))
        weight = prod(1 if yes else rolls - 1 for yes, rolls in zip(answers, asked, strict=True))
        found.append((told, tuple(asked), weight))
        fresh += [(*answers[:at], True) for at in range(len(known), len(asked))]
    whole = max(prod(asked) for _told, asked, _weight in found)
    return mix([(sure(told), weight * (whole // prod(asked))) for told, asked, weight in found])


def exchanges(combat: Combat, answers: Answers) -> Odds[Exchange]:
    """Return the chances of a whole combat with these answers, resolved in the order of play. Raises
    IllegalAction if the rules forbid the combat.
    """
    check_declared(combat, answers)
    if not strikes_first(combat, answers):
        return _resolve_attack(combat, answers, Exchange())
    return add_answer(combat, answers, Exchange()).then(lambda found: _resolve_attack(combat, answers, found))


def _resolve_attack(combat: Combat, answers: Answers, found: Exchange) -> Odds[Exchange]:
    if found.back is not None and found.back.left_hex:
        return sure(found)
    now = hurt_attacker(combat, found.back)
    if found.trodden_back is not None:
        if not found.trodden_back.left:
            return sure(found)
        now = replace(now, target=after_trampling(now.target, found.trodden_back))
    strike = attack_strike(now, answers)
    number = dice(strike)
    return fates(strike, answers.ignore).then(
        lambda fate: _settle_fate(now, answers, _with_attack(found, fate, number), fate)
    )


def _with_attack(found: Exchange, fate: Fate, number: int) -> Exchange:
    return Exchange(fate, number, found.back, found.back_dice, trodden_back=found.trodden_back)


def _settle_fate(combat: Combat, answers: Answers, found: Exchange, fate: Fate) -> Odds[Exchange]:
    if fate.rampage and found.trodden is None:
        return _add_rampage(combat, answers, found, fate)
    if fate.left_hex:
        return sure(add_advance(found, combat, answers))
    if not may_battle_back(combat, answers, fate):
        return sure(found)
    return add_answer(hurt_target(combat, fate), answers, found)


def _add_rampage(combat: Combat, answers: Answers, found: Exchange, fate: Fate) -> Odds[Exchange]:
    """Return the chances of a combat after the target's rampage has also struck the attacker."""
    parts = []
    for trodden, now, weight in _rampage_effects(combat):
        # replace() would be three times slower
        told = Exchange(
            fate,
            found.attack_dice,
            found.back,
            found.back_dice,
            False,
            False,
            False,
            trodden,
            found.trodden_back,
        )
        parts.append((_settle_fate(now, answers, told, fate) if trodden.left else sure(told), weight))
    return mix(parts)


@lru_cache(maxsize=500)
def _rampage_effects(combat: Combat) -> tuple[tuple[Trodden, Combat, int], ...]:
    """Return the possible effects of a rampage on the attacker, each with the combat afterwards and its
    weight.
    """
    return tuple(
        (trodden, replace(combat, attacker=after_trampling(combat.attacker, trodden)), weight)
        for trodden, weight in rampage_odds(combat.attacker).weights.items()
    )


@lru_cache(maxsize=500)
def rampage_odds(fighter: Fighter) -> Odds[Trodden]:
    """Return the chances of each effect of a rampage on an adjacent unit, including its leader check."""
    faces = len(FACES)
    hits = Odds({0: (faces - 1) ** 2, 1: 2 * (faces - 1), 2: 1})
    return hits.then(lambda number: _trodden(fighter, number))


def _trodden(fighter: Fighter, hits: int) -> Odds[Trodden]:
    led, faces = fighter.leader == "attached", len(FACES)
    return branches(
        lambda happens: apply_rampage(fighter.blocks, led, hits, lambda number: happens(faces**number))
    )


def marsh_odds(fighter: Fighter, ground: Terrain) -> Odds[Trodden]:
    """Return the chances of each loss that a unit can suffer on entering terrain. In a marsh the unit rolls
    a die: its own symbol costs a block and requires a leader check (L1007).
    """
    if not ground.rolls:
        return sure(Trodden(0, fighter.blocks))
    sinks = Odds({0: len(FACES) - 1, 1: 1})
    return sinks.then(lambda hits: _trodden(fighter, hits))


def add_answer(combat: Combat, answers: Answers, found: Exchange) -> Odds[Exchange]:
    """Return the chances of each result once the battle back, or First Strike, is added to the results so far
    (``found``). If the target has no dice for it, nothing is added.
    """
    strike = answer_strike(combat)
    number = dice(strike)
    if not number:
        return sure(found)

    fate_odds = fates(strike, answers.ignore_back)
    if not strike.target.kind.elephant:
        return fate_odds.map(lambda fate: _with_answer(found, fate, number, found.trodden_back))

    def after(fate: Fate) -> Odds[Exchange]:
        if not fate.rampage:
            return sure(_with_answer(found, fate, number, found.trodden_back))
        return rampage_odds(combat.target).map(lambda trodden: _with_answer(found, fate, number, trodden))

    return fate_odds.then(after)


def _with_answer(found: Exchange, fate: Fate, number: int, trodden: Trodden | None) -> Exchange:
    # replace() would be three times slower
    return Exchange(
        found.attack,
        found.attack_dice,
        fate,
        number,
        found.momentum,
        found.extra_hex,
        found.bonus,
        found.trodden,
        trodden,
    )


@dataclass(frozen=True)
class Whole:
    """An exchange, the attacker's losses on entering a marsh, and the bonus combat, if one followed."""

    first: Exchange
    bonus: Exchange | None = None
    waded: Trodden | None = None


def whole_combats(
    combat: Combat, answers: Answers, target: Fighter | None, extra: int, again: Answers
) -> Odds[Whole]:
    """Return the chances of a combat, including the bonus combat that can follow it.

    After a success with momentum the attacker fights a bonus combat against ``target``, with ``extra`` dice
    from the card, unless ``target`` is None. The enemy can battle back in that combat as well (L763-778).
    ``again``: the decisions of both sides in it.
    """

    def onward(first: Exchange) -> Odds[Whole]:
        if target is None or not first.bonus:
            return sure(Whole(first))
        attacker = after_success(combat, first)
        return marsh_odds(attacker, combat.target.ground).then(
            lambda waded: fight_on_from(first, attacker, waded)
        )

    def fight_on_from(first: Exchange, attacker: Fighter, waded: Trodden) -> Odds[Whole]:
        told = waded if combat.target.ground.rolls else None
        now = after_trampling(attacker, waded)
        if target is None or not waded.left or not fights_on(now):
            return sure(Whole(first, None, told))
        follows = Combat("close", now, target, extra, bonus=True)
        return exchanges(follows, again).map(lambda bonus: Whole(first, bonus, told))

    return exchanges(combat, answers).then(onward)


def fights_on(attacker: Fighter) -> bool:
    """Return whether a unit that has advanced can still fight a bonus combat. A leader lost in a marsh can
    prevent it.
    """
    return advance_after(replace(attacker, moved=0), attacker.ground, False).bonus


def after_success(combat: Combat, first: Exchange) -> Fighter:
    """Return the attacker after a success: in the target's hex and on the target's terrain, with its losses
    from the combat.
    """
    attacker = hurt_attacker(combat, first.back).attacker if first.back is not None else combat.attacker
    if first.trodden is not None:
        attacker = after_trampling(attacker, first.trodden)
    full = attacker.blocks == attacker.kind.blocks
    return replace(attacker, full=full, terrain=combat.target.terrain, covered=False, moved=1)
