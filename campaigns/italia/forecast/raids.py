"""Exact odds of a raid: its success, which takes one hit, and the raiders' losses (10.7)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from campaigns.italia.forecast.combat import after_rounds
from campaigns.italia.rules.combat.situation import ATTACKER, KNIGHT, Situation, to_hit, usual_aims

FACES = 10


class Raid(NamedTuple):
    """The odds of a raid. ``succeeds``: the chance of at least one hit. ``lost``: the chance of each number
    of raiders lost. Hurt knights count as lost, because they cannot leave (14.2).
    """

    succeeds: Fraction
    lost: tuple[Fraction, ...]

    @property
    def survivors(self) -> Fraction:
        """The average number of raiders that survive."""
        most = len(self.lost) - 1
        return sum((chance * (most - number) for number, chance in enumerate(self.lost)), Fraction(0))


def raid(s: Situation) -> Raid:
    """Return the odds of a raid, which is one round in which raiders hurt nobody. Raiders are assumed to find
    a way out.
    """
    misses = Fraction(1)
    for kind, targets in usual_aims(s, ATTACKER).items():
        for target, number in targets.items():
            misses *= Fraction(to_hit(s, ATTACKER, kind, target) - 1, FACES) ** number
    lost = [Fraction(0)] * (s.attacker.total + 1)
    for (units, hurt, _foes, _wounds), chance in after_rounds(s, 1).items():
        left = sum(number for _kind, number in units) - dict(hurt).get(KNIGHT, 0)
        lost[s.attacker.total - left] += chance
    return Raid(1 - misses, tuple(lost))
