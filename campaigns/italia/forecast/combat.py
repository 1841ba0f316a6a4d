"""Exact chances of a combat, round by round, from the code that resolves it. Nothing is sampled.

Elephants that drive units off and retreats are the players' choice and are not foreseen: both sides fight
on, and aim as :func:`usual_aims` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm
from typing import Any, TypeVar

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

Counts = tuple[tuple[str, int], ...]
Half = tuple[Counts, Counts]  # units, and hits that they bear
Key = tuple[Counts, Counts, Counts, Counts]  # of the attacker, then of the defender
FACES = 10


def key_of(s: Situation) -> Key:
    return (*_counts(s.attacker), *_counts(s.defender))


def at(s: Situation, key: Key) -> Situation:
    """The same combat with these units left."""
    a, a_hurt, d, d_hurt = (dict(part) for part in key)
    return s.with_groups(
        Group(a, s.attacker.leaders, a_hurt, s.attacker.cargo, s.attacker.weak),
        Group(d, s.defender.leaders, d_hurt, s.defender.cargo, s.defender.weak),
    )


def after_round(s: Situation) -> Odds[Key]:
    """How the combat may stand after its next round, seen before later rounds."""
    return Odds(_weights(s))


def _weights(s: Situation) -> dict[Key, int]:
    defenders = [(_counts(d), cases) for d, cases in _outcomes(s, ATTACKER)]
    attackers: dict[Half, int] = {}
    for group, cases in _outcomes(s, DEFENDER):
        half = _counts(group.aside_from_sea() if s.first else group)
        attackers[half] = attackers.get(half, 0) + cases
    return {(*a, *d): p * q for a, p in attackers.items() for d, q in defenders}


def _counts(group: Group) -> Half:
    return tuple(sorted(group.units.items())), tuple(sorted(group.hurt.items()))


def over(key: Key) -> bool:
    """Whether one side has nobody left."""
    return not key[0] or not key[2]


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
            if over(key):
                following[key] = following.get(key, Fraction(0)) + chance
                continue
            here = at(s if not number else s.next, key)
            step = after_round(here)
            for then, weight in step.weights.items():
                following[then] = following.get(then, Fraction(0)) + chance * Fraction(weight, step.total)
        now = following
    return _odds(now)


def _odds(chances: Mapping[Key, Fraction]) -> Odds[Key]:
    common = lcm(*(chance.denominator for chance in chances.values()))
    return Odds({k: c.numerator * (common // c.denominator) for k, c in chances.items() if c}).reduced()


N = TypeVar("N", Fraction, float)


def to_the_end(s: Situation) -> dict[Key, Fraction]:
    """How the combat ends when nobody retreats, with the exact chance of each end. The fractions of many
    units of several types are long: :func:`about_the_end` is for these."""
    return _ends(s, Fraction)


def about_the_end(s: Situation) -> dict[Key, float]:
    """The same in decimals."""
    return _ends(s, lambda part, whole: part / whole)


def _ends(s: Situation, ratio: Callable[[int, int], N]) -> dict[Key, N]:
    """A state leads only to itself and to states with less left, so that each is visited once: the chance to
    stay as it is drops out."""
    if s.over:
        return {key_of(s): ratio(1, 1)}
    waiting: dict[Key, N] = {}
    ends: dict[Key, N] = {}

    queue: list[tuple[int, Key]] = []

    def spread(here: Situation, key: Key, chance: N) -> None:
        weights = _weights(here)
        if not here.first:
            weights.pop(key, None)
        moves = sum(weights.values())
        for then, weight in weights.items():
            part = chance * ratio(weight, moves)
            into = ends if over(then) else waiting
            if then not in into:
                into[then] = part
                if into is waiting:
                    heappush(queue, (-_left(then), then))
            else:
                into[then] += part

    spread(s, key_of(s), ratio(1, 1))
    later = s.next
    while queue:
        _, key = heappop(queue)
        spread(at(later, key), key, waiting.pop(key))
    return ends


def _left(key: Key) -> int:
    """How much is left, hits borne subtracted: it only ever falls."""
    a, a_hurt, d, d_hurt = key
    units = sum(n for _, n in (*a, *d))
    return 2 * units - sum(n for _, n in (*a_hurt, *d_hurt))


def summary(ends: Mapping[Key, N], nothing: N) -> dict[str, N]:
    """The chances that the attacker, the defender or nobody is left, and how many units of each on average.
    ``nothing`` is the zero to count from."""
    found = {"attacker": nothing, "defender": nothing, "nobody": nothing}
    left = {"attackers_left": nothing, "defenders_left": nothing}
    for (a, _, d, _), chance in ends.items():
        mine, theirs = sum(n for _, n in a), sum(n for _, n in d)
        who = "attacker" if mine and not theirs else "defender" if theirs and not mine else "nobody"
        found[who] += chance
        left["attackers_left"] += chance * mine
        left["defenders_left"] += chance * theirs
    return {**found, **left}
