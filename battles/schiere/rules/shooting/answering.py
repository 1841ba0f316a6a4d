"""Shooters who are shot at may answer with the same cards (L280).

Both then shoot: the higher card hits the other, equal cards miss, and a feint or a shield is not a sword
(ruling S38). The effect of a hit is calculated as usual.
"""

from __future__ import annotations

from dataclasses import dataclass

from battles.schiere.rules.cards import Card, swords
from battles.schiere.rules.melee.situation import Unit, fighter
from battles.schiere.rules.shooting.shot import Shot


@dataclass(frozen=True)
class Exchange:
    """The swords of both cards, and the damage that each side takes."""

    attack: int
    answer: int
    damage_shooter: int
    damage_target: int


def exchange(shot: Shot, target_factor: int, nearest: Unit, attack: Card, answer: Card) -> Exchange:
    """The result of two cards of the same set for a shot and its answer. The ``nearest`` shooter takes the
    answer's damage; ``target_factor`` is the target's modifier to its hit.
    """
    a, d = swords(attack), swords(answer)
    on_target = on_shooter = 0
    if a > d:
        on_target = max(0, a + sum(one.factor for one in shot.shooters) - _stops(shot.target))
    elif d > a:
        on_shooter = max(0, d + target_factor - _stops(nearest))
    return Exchange(a, d, on_shooter, on_target)


def _stops(unit: Unit) -> int:
    whole = fighter(unit)
    return whole.residual + whole.lent[1]
