"""Whether a unit stands: a card of the defence set D, on the enemy's request (L405)."""

from __future__ import annotations

from typing import Final, Literal

from battles.schiere.rules.cards import DEFENCE_SETS, Card
from battles.schiere.rules.melee.duel import Fighter

Nerve = Literal["stands", "retreats", "routs", "surrenders"]
DRAWN_FROM: Final[list[Card]] = DEFENCE_SETS["D"]  # for every unit (ruling S6)


def may_be_asked(own: Fighter, enemy: Fighter) -> bool:
    """Whether the enemy may ask this unit to prove that it stands: one shield left against two swords, both
    as the counters show them, with an attached commander's (ruling S5)."""
    return not own.gone and own.residual == 1 and not enemy.gone and enemy.factor + enemy.lent[0] >= 2


def nerve(card: Card, moves: bool) -> Nerve:
    """What the card says of the unit; one that has to retreat and cannot move any more surrenders.

    >>> nerve("shield", True), nerve("feint", True), nerve("feint", False), nerve("sword1", True)
    ('stands', 'retreats', 'surrenders', 'routs')
    """
    if card == "shield":
        return "stands"
    if card == "feint":
        return "retreats" if moves else "surrenders"
    return "routs"
