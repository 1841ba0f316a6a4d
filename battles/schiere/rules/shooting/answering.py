"""Answering fire: a unit that is shot at can shoot back, drawing from the shooters' set of cards (L280).

The higher card hits the other side, equal cards miss, and a feint or shield has no swords (ruling S38). A hit
has its usual effect.
"""

from __future__ import annotations

from battles.schiere.rules.cards import Card, swords
from battles.schiere.rules.melee.situation import Unit, fighter
from battles.schiere.rules.shooting.shot import Shot
from engine.values import dataclass


@dataclass(frozen=True)
class Exchange:
    """The result of a shot and its answer: the swords on both cards, and the damage that each side takes."""

    attack: int
    answer: int
    damage_shooter: int
    damage_target: int


def exchange(shot: Shot, target_factor: int, nearest: Unit, attack: Card, answer: Card) -> Exchange:
    """Return the result of a shot and its answer, with two cards from the same set. The ``nearest`` shooter
    takes the damage of the answer, to which ``target_factor`` is added.
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
    return whole.residual + whole.commander_bonus[1]
