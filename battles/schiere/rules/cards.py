"""The battle cards: one to three swords, a shield and a feint. Each can be played once in a duel (L134)."""

from __future__ import annotations

from typing import Final, Literal, get_args

from battles.schiere.rules.tables import load

Card = Literal["sword1", "sword2", "sword3", "shield", "feint"]
CARDS: Final[tuple[Card, ...]] = get_args(Card)
SWORDS: Final[dict[str, int]] = {"sword1": 1, "sword2": 2, "sword3": 3, "shield": 0, "feint": 0}
HAND: Final = frozenset(CARDS)

DRAW: Final[list[Card]] = load("cards")["draw"]  # cards for the initiative and choice of edges (L142, L180)
ATTACK_SETS: Final[dict[str, list[Card]]] = load("cards")["attack"]
DEFENCE_SETS: Final[dict[str, list[Card]]] = load("cards")["defence"]


def swords(card: str | None) -> int:
    """Return the number of swords on a card. A shield, a feint and no card (None) have none."""
    return 0 if card is None else SWORDS[card]
