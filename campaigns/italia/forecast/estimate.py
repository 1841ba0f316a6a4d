"""A quick estimate of who wins a combat: each side as hits that it bears and dice that it rolls."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from campaigns.italia.rules.combat.situation import (
    ATTACKER,
    DEFENDER,
    Side,
    Situation,
    other,
    to_hit,
    type_of,
)


def chance(s: Situation) -> float:
    """About how likely the attacker is to be left alone, when both fight on."""
    if not s.defender.total:
        return 1.0
    if not s.attacker.total:
        return 0.0
    a, d = _side(s, ATTACKER), _side(s, DEFENDER)
    return _win(*a, *d)


def _side(s: Situation, side: Side) -> tuple[int, int, int]:
    """Hits borne, hits for a unit in tenths, and the faces of ten that hit, on average."""
    group, foes = s.group(side), s.group(other(side))
    target = max(foes.units, key=lambda kind: foes.units[kind])
    hits = sum(n * s.types[type_of(kind)].hits for kind, n in group.units.items())
    good = sum(n * (11 - to_hit(s.next, side, kind, target)) for kind, n in group.units.items())
    return hits - sum(group.hurt.values()), 10 * hits // group.total, round(good / group.total)


@lru_cache(maxsize=65536)
def _win(a: int, a_each: int, a_good: int, d: int, d_each: int, d_good: int) -> float:
    if d <= 0:
        return 1.0 if a > 0 else 0.0
    if a <= 0:
        return 0.0
    mine = _hits(-(-10 * a // a_each), a_good)
    theirs = _hits(-(-10 * d // d_each), d_good)
    stays, found = mine[0] * theirs[0], 0.0
    for x, p in enumerate(mine):
        for y, q in enumerate(theirs):
            if x or y:
                found += p * q * _win(a - min(y, a), a_each, a_good, d - min(x, d), d_each, d_good)
    return found / (1 - stays)


@lru_cache(maxsize=4096)
def _hits(dice: int, good: int) -> tuple[float, ...]:
    p = good / 10
    return tuple(comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1))
