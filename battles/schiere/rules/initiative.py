"""The initiative: which side acts first, and how many actions each side has (L178-182)."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.cards import Card, swords
from engine.values import dataclass

ENTERPRISING: Final = 2


@dataclass(frozen=True)
class Bid:
    """A side's part in the draw for the initiative: whether its chief is enterprising, and the order that it
    plays, if any.
    """

    enterprising: bool = False
    order: Card | None = None


def score(own: Bid, drawn: int, other: Bid) -> int:
    """Return a side's score in the draw, which is also its number of actions.

    ``drawn`` is the swords on the side's card. The swords on its order are added, and an enemy shield
    subtracts one. The enemy's feint cancels the order, and an enterprising chief adds a bonus. The score is
    never below zero.
    """
    ordered = 0 if other.order == "feint" else swords(own.order)
    # a feint also cancels the shield's point: "the score of the order played by the enemy" (ruling S3)
    shield = other.order == "shield" and own.order != "feint"
    return max(0, drawn + ordered - shield + ENTERPRISING * own.enterprising)
