"""Exact odds: all 36 pairs of dice, each resolved like a real combat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from battles.dba.rules.consequences import end_of, fate
from battles.dba.rules.outcomes import COMPARISONS, UNTOUCHED, compare, outcome
from battles.dba.rules.reckoning import Reckoning, reckon
from battles.dba.rules.situation import Side, Situation
from engine.odds import combine, die

FACES = (1, 2, 3, 4, 5, 6)
PAIRS = 36

Fates = tuple[str, str]


class Odds(NamedTuple):
    """Chances in 36ths for each fate of ``a``, each fate of ``b``, and each pair of fates."""

    a: Mapping[str, int]
    b: Mapping[str, int]
    joint: Mapping[Fates, int]

    def chance(self, side: Side, fate: str) -> Fraction:
        """Return the chance of a fate for one side's element."""
        return Fraction((self.a if side == "a" else self.b).get(fate, 0), PAIRS)


@cache
def _counts(total_a: int, total_b: int) -> tuple[tuple[str, int], ...]:
    found = combine(die(6) + total_a, die(6) + total_b, compare).weights
    return tuple((comparison, found[comparison]) for comparison in COMPARISONS if comparison in found)


def odds(s: Situation, reckoned: Reckoning | None = None) -> Odds:
    """Return the exact odds of a valid situation. ``reckoned``: the situation's calculation, if the caller
    already has it.
    """
    _, _, total_a, total_b = reckoned or reckon(s)
    close = s.mode == "close"
    a: dict[str, int] = {}
    b: dict[str, int] = {}
    joint: dict[Fates, int] = {}
    for comparison, count in _counts(total_a, total_b):
        said_a, said_b = outcome(s, comparison)
        fate_a = end_of(s.a, said_a.code, close) if said_a is not UNTOUCHED else "none"
        fate_b = end_of(s.b, said_b.code, close) if said_b is not UNTOUCHED else "none"
        a[fate_a] = a.get(fate_a, 0) + count
        b[fate_b] = b.get(fate_b, 0) + count
        joint[fate_a, fate_b] = joint.get((fate_a, fate_b), 0) + count
    return Odds(a, b, joint)


def grid(s: Situation) -> tuple[tuple[Fates, ...], ...]:
    """Return both fates for every pair of dice, as ``grid(s)[die_a - 1][die_b - 1]``."""
    reckoning = reckon(s)
    fates: dict[str, Fates] = {}
    for comparison, _ in _counts(reckoning.total_a, reckoning.total_b):
        said = outcome(s, comparison)
        fates[comparison] = (fate(s, "a", said.a), fate(s, "b", said.b))
    return tuple(
        tuple(fates[compare(reckoning.total_a + x, reckoning.total_b + y)] for y in FACES) for x in FACES
    )
