"""Forecast a combat after each of its first rounds: what a retreat saves, and what fighting on gains. The
code that resolves combat gives exact chances.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campaigns.italia.forecast.combat import after_rounds
from campaigns.italia.forecast.ladders import Key
from campaigns.italia.rules.combat.situation import Situation

DECIDED = 3e-5  # the forecast ends once the chance that the fight continues is this small


class AfterRound(NamedTuple):
    """The chances that the attacker has won, the defender has won, nobody is left, or both are left, and each
    side's average number of units over all cases.
    """

    round: int
    won: float
    lost: float
    nobody: float
    open: float
    attackers_left: float
    defenders_left: float


def by_round(s: Situation, rounds: int) -> tuple[AfterRound, ...]:
    """Forecast the first rounds without retreats, ending when one side is gone."""
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
