"""Exact chances of a combat, round by round, from the code that resolves it. Nothing is sampled.

Elephants that drive units off and retreats are the players' choice and are not foreseen: both sides fight
on, and aim as :func:`usual_aims` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from campaigns.italia.rules.combat.rounds import shots
from campaigns.italia.rules.combat.situation import (
    ATTACKER,
    DEFENDER,
    Group,
    Side,
    Situation,
    struck,
    usual_aims,
)
from engine.odds import Odds

Key = tuple[tuple[tuple[str, int], ...], ...]  # units and hurt of the attacker, then of the defender
FACES = 10


def key_of(s: Situation) -> Key:
    return tuple(
        tuple(sorted(counts.items()))
        for group in (s.attacker, s.defender)
        for counts in (group.units, group.hurt)
    )


def at(s: Situation, key: Key) -> Situation:
    """The same combat with these units left."""
    a, a_hurt, d, d_hurt = (dict(part) for part in key)
    return s.with_groups(
        Group(a, s.attacker.leaders, a_hurt, s.attacker.cargo, s.attacker.weak),
        Group(d, s.defender.leaders, d_hurt, s.defender.cargo, s.defender.weak),
    )


def after_round(s: Situation) -> Odds[Key]:
    """How the combat may stand after its next round, seen before later rounds."""
    weights: dict[Key, int] = {}
    defenders = list(_outcomes(s, ATTACKER))
    attackers = list(_outcomes(s, DEFENDER))
    for d, p in defenders:
        for a, q in attackers:
            key = key_of(s.with_groups(a, d).next)
            weights[key] = weights.get(key, 0) + p * q
    return Odds(weights)


def _outcomes(s: Situation, side: Side) -> Iterator[tuple[Group, int]]:
    """What the other side may be after this side's dice, each with its number of cases."""
    on: dict[str, dict[int, int]] = {}  # target -> hits -> cases
    for shot in shots(s, side, usual_aims(s, side)):
        good = FACES + 1 - shot.needs
        before = on.get(shot.target, {0: 1})
        after: dict[int, int] = {}
        for hits, cases in before.items():
            after[hits + 1] = after.get(hits + 1, 0) + cases * good
            after[hits] = after.get(hits, 0) + cases * (FACES - good)
        on[shot.target] = after
    together: list[tuple[dict[str, int], int]] = [({}, 1)]
    for target, numbers in on.items():
        together = [({**h, target: n}, c * also) for h, c in together for n, also in numbers.items()]
    foe: Side = DEFENDER if side == ATTACKER else ATTACKER
    found: dict[tuple[Any, ...], list[Any]] = {}
    for struck_by, cases in together:
        left = struck(s, foe, struck_by)
        key = (tuple(sorted(left.units.items())), tuple(sorted(left.hurt.items())))
        if key in found:
            found[key][1] += cases
        else:
            found[key] = [left, cases]
    for left, cases in found.values():
        yield left, cases


def after_rounds(s: Situation, rounds: int) -> Odds[Key]:
    """How the combat may stand after so many rounds, fought on whatever happens."""
    now: dict[Key, Fraction] = {key_of(s): Fraction(1)}
    for number in range(rounds):
        following: dict[Key, Fraction] = {}
        for key, chance in now.items():
            here = at(s if not number else s.next, key)
            if here.over:
                following[key] = following.get(key, Fraction(0)) + chance
                continue
            step = after_round(here)
            for then, weight in step.weights.items():
                following[then] = following.get(then, Fraction(0)) + chance * Fraction(weight, step.total)
        now = following
    return _odds(now)


def _odds(chances: Mapping[Key, Fraction]) -> Odds[Key]:
    common = lcm(*(chance.denominator for chance in chances.values()))
    return Odds({k: c.numerator * (common // c.denominator) for k, c in chances.items() if c}).reduced()


def to_the_end(s: Situation) -> dict[Key, Fraction]:
    """How the combat ends when nobody retreats, with the exact chance of each end.

    A state leads only to itself and to states with less left, so that each is visited once: the chance to
    stay as it is drops out.
    """
    if s.over:
        return {key_of(s): Fraction(1)}
    waiting: dict[Key, Fraction] = {}
    ends: dict[Key, Fraction] = {}

    def spread(here: Situation, key: Key, chance: Fraction) -> None:
        step = after_round(here)
        stays = step.weights.get(key, 0) if not here.first else 0
        moves = step.total - stays
        for then, weight in step.weights.items():
            if stays and then == key:
                continue
            part = chance * Fraction(weight, moves)
            into = ends if at(s, then).over else waiting
            into[then] = into.get(then, Fraction(0)) + part

    spread(s, key_of(s), Fraction(1))
    later = s.next
    while waiting:
        key = max(waiting, key=_left)
        spread(at(later, key), key, waiting.pop(key))
    return ends


def _left(key: Key) -> tuple[int, Key]:
    """How much is left, hits borne subtracted: it only ever falls."""
    a, a_hurt, d, d_hurt = key
    units = sum(n for _, n in (*a, *d))
    return 2 * units - sum(n for _, n in (*a_hurt, *d_hurt)), key


def summary(ends: Mapping[Key, Fraction]) -> dict[str, Fraction]:
    """The chances that the attacker, the defender or nobody is left, and how many units of each on
    average."""
    found = {"attacker": Fraction(0), "defender": Fraction(0), "nobody": Fraction(0)}
    left = {"attackers_left": Fraction(0), "defenders_left": Fraction(0)}
    for (a, _, d, _), chance in ends.items():
        mine, theirs = sum(n for _, n in a), sum(n for _, n in d)
        who = "attacker" if mine and not theirs else "defender" if theirs and not mine else "nobody"
        found[who] += chance
        left["attackers_left"] += chance * mine
        left["defenders_left"] += chance * theirs
    return {**found, **left}
