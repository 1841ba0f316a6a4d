"""Policies that lay a player's cards in a duel: the optimal mixture for an aim, any card, or a fixed order. A
policy never sees the other side's face-down cards.

A die selects a card from the mixture, so stored battles depend on every mixture to the last bit. It is
computed with Python floats, in a fixed order, by adding, subtracting, multiplying and dividing two numbers at
a time, which gives the same result on every machine. No library function rounds, and longer sums use
integers. Any other solver must produce the same mixtures (``tests/battles/schiere/test_mixtures.py``) or
raise the version of the rules. Verification finds entries whose die does not have today's number of sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from battles.schiere.rules.cards import Card
from battles.schiere.rules.melee.duel import Fighter
from battles.schiere.rules.melee.solution import AIMS, Aim, Best, Duel, Hand, Solution

ANY: Final = "any"
IN_ORDER: Final = "in_order"
POLICIES: Final = (*AIMS, ANY)
FINE: Final = 1000  # mixtures are rounded to this many parts for drawing
THE_OTHERS: Final[Mapping[str, Aim]] = {"net": "net", "eliminate": "survive", "survive": "eliminate"}


@lru_cache(maxsize=1 << 12)
def mixture(
    a: Fighter, d: Fighter, left: Hand, right: Hand, policy: str, index: int, *, commanders: bool = False
) -> Mapping[Card, int]:
    """Return the frequency with which a policy plays each card.

    As attacker (``index`` 0) it plays from ``left``, as defender from ``right``; each side tries to prevent
    the other's aim. Equal calls share a read-only result.
    """
    if policy == ANY:
        return dict.fromkeys(left if index == 0 else right, 1)
    aim = next(one for one in AIMS if one == policy)
    best = solve_duel(a, d, left, right, aim if index == 0 else THE_OTHERS[aim], commanders=commanders)
    found = best.a if index == 0 else best.d
    return {card: round(FINE * often) for card, often in found.items() if round(FINE * often) > 0}


@lru_cache(maxsize=1 << 12)
def solve_duel(
    a: Fighter, d: Fighter, left: Hand, right: Hand, aim: Aim, *, commanders: bool = False
) -> Best:
    """Solve a duel for both sides at once. The solution also serves every later duel between
    equal fighters.
    """
    return Solution(Duel(a, d, commanders=commanders), aim).best(None, left, right)


def card_at(weights: Mapping[Card, int], face: int) -> Card:
    """Return the card that a die selects from a mixture; the die has one side for each part.

    >>> card_at({"sword1": 2, "feint": 1}, 2), card_at({"sword1": 2, "feint": 1}, 3)
    ('sword1', 'feint')
    """
    for card, weight in weights.items():
        face -= weight
        if face <= 0:
            return card
    raise ValueError("a face beyond all parts")


def first_left(wanted: Sequence[str], left: Hand) -> str:
    """Return the first card in a player's preferred order that is still available, or any card if none is."""
    return next((card for card in wanted if card in left), left[0])
