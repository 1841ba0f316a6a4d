"""Exact odds of a combat after each of its first rounds, for players who must choose between a retreat and
another round. The code that resolves combats computes the odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campaigns.italia.forecast.combat import after_rounds
from campaigns.italia.forecast.ladders import Key
from campaigns.italia.rules.combat.situation import Situation

DECIDED = 3e-5  # the forecast ends when the chance of another round falls below this


class AfterRound(NamedTuple):
    """The odds after a round. ``won``: the chance that only the attacker has units left. ``lost``: only the
    defender. ``nobody``: neither side. ``open``: both sides. ``attackers_left`` and ``defenders_left``: the
    average numbers of units left.
    """

    round: int
    won: float
    lost: float
    nobody: float
    open: float
    attackers_left: float
    defenders_left: float


def by_round(s: Situation, rounds: int) -> tuple[AfterRound, ...]:
    """Return the odds after each of the first rounds, if nobody retreats. The result ends with the round that
    almost certainly decides the combat, if that comes before ``rounds``.
    """
    found = []
    for number in range(1, rounds + 1):
        odds = after_rounds(s, number)
        total = odds.total
        found.append(_sum_round(number, {key: weight / total for key, weight in odds.weights.items()}))
        if found[-1].open < DECIDED:
            break
    return tuple(found)


def _sum_round(number: int, now: Mapping[Key, float]) -> AfterRound:
    won = lost = nobody = still = mine = theirs = 0.0
    for (a, _, d, _), chance in now.items():
        here, there = sum(n for _, n in a), sum(n for _, n in d)
        mine += chance * here
        theirs += chance * there
        if here and there:
            still += chance
        elif here:
            won += chance
        elif there:
            lost += chance
        else:
            nobody += chance
    return AfterRound(number, won, lost, nobody, still, mine, theirs)
