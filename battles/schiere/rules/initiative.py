"""The initiative: which side acts first, and its number of actions (L178-182)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battles.schiere.rules.cards import Card, swords

ENTERPRISING: Final = 2


@dataclass(frozen=True)
class Bid:
    """A side's part in the draw: its chief, and the order laid before the cards were revealed."""

    enterprising: bool = False
    order: Card | None = None


def score(own: Bid, drawn: int, other: Bid) -> int:
    """A side's score, which is also its number of actions: swords of its card and of its order, less one for
    a shield of the other side's; the other side's feint cancels the order. Never below zero."""
    ordered = 0 if other.order == "feint" else swords(own.order)
    # a feint takes a shield's point as well: "the score of the order played by the enemy" (ruling S3)
    shield = other.order == "shield" and own.order != "feint"
    return max(0, drawn + ordered - shield + ENTERPRISING * own.enterprising)
