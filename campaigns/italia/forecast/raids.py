"""Exact chances of a raid: whether one hit is scored, and the raiders' losses (10.7)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from campaigns.italia.forecast.combat import after_rounds
from campaigns.italia.rules.combat.situation import ATTACKER, KNIGHT, Situation, to_hit, usual_aims

FACES = 10


class Raid(NamedTuple):
    """The chances of a raid. ``succeeds``: one hit is enough. ``lost``: number of raiders -> the chance of
    losing that many; hurt knights cannot leave and are among them (14.2).
    """

    succeeds: Fraction
    lost: tuple[Fraction, ...]

    @property
    def survivors(self) -> Fraction:
        """Return the average number of raiders that survive."""
        most = len(self.lost) - 1
        return sum((chance * (most - number) for number, chance in enumerate(self.lost)), Fraction(0))


def raid(s: Situation) -> Raid:
    """Return the chances of a raid: one round in which raiders hurt nobody. They then leave, if there is a
    way.
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
