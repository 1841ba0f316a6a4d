"""Policies that choose a player's cards in a duel: the optimal mixture for an aim, any card, or a fixed
sequence. A policy never sees the other side's face-down cards.

A die picks a card from the mixture, so replaying a stored battle needs exactly the same mixture. Mixtures are
therefore computed with Python floats, in a fixed order and with basic arithmetic on two numbers at a time.
This gives the same result on every machine. No library function rounds, and longer sums use integers. A new
solver must produce the same mixtures (``tests/battles/schiere/test_mixtures.py``), or the version of the
rules must be raised. Verification reports a stored entry if its die no longer has the number of sides that
the mixture needs.
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
FINE: Final = 1000  # approximate sum of a mixture's card weights, and so the number of sides of its die
THE_OTHERS: Final[Mapping[str, Aim]] = {"net": "net", "eliminate": "survive", "survive": "eliminate"}


@lru_cache(maxsize=1 << 12)
def mixture(
    a: Fighter, d: Fighter, left: Hand, right: Hand, policy: str, index: int, *, commanders: bool = False
) -> Mapping[Card, int]:
    """Return the integer weight of each card that a policy plays. Cards of weight 0 are left out.

    ``left`` and ``right``: the cards of the attacker and of the defender. ``index``: the policy's side, 0 for
    the attacker and 1 for the defender. If the policy has an aim, the enemy is assumed to play against that
    aim. ``commanders``: whether commanders without a unit are tested. Equal calls share a read-only result.
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
    """Return the value of a duel and the optimal mixture of cards (the share of each card) for both sides.
    ``aim`` is the attacker's aim. Equal calls return the same object, so treat it as read-only.
    """
    return Solution(Duel(a, d, commanders=commanders), aim).best(None, left, right)


def card_at(weights: Mapping[Card, int], face: int) -> Card:
    """Return the card that a die roll picks from a mixture of weighted cards. The die has one side per unit
    of weight.

    >>> card_at({"sword1": 2, "feint": 1}, 2), card_at({"sword1": 2, "feint": 1}, 3)
    ('sword1', 'feint')
    """
    for card, weight in weights.items():
        face -= weight
        if face <= 0:
            return card
    raise ValueError("a face beyond all parts")


def first_left(wanted: Sequence[str], left: Hand) -> str:
    """Return the first card of a player's preferred sequence that is still available, or the first available
    card if none is.
    """
    return next((card for card in wanted if card in left), left[0])
