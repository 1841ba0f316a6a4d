"""Policies that lay a player's cards in a duel: the optimal mixture for an aim, any card, or a fixed order.
They never see the other side's face-down cards.

A mixture decides which card a die means, so stored battles depend on it to the last bit. It is calculated in
Python's own floats, by sums, differences, products and quotients of two numbers in a fixed order, which are
the same on every machine; no library rounds in it, and longer sums are of whole numbers alone. Another way to
solve duels must arrive at the same mixtures (``tests/battles/schiere/test_mixtures.py``), or raise the
version of the rules. Verifying a battle finds entries whose die has another number of sides than today's
mixture.
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
FINE: Final = 1000  # the number of parts a mixture is divided into for drawing
THE_OTHERS: Final[Mapping[str, Aim]] = {"net": "net", "eliminate": "survive", "survive": "eliminate"}


@lru_cache(maxsize=1 << 12)
def mixture(
    a: Fighter, d: Fighter, left: Hand, right: Hand, policy: str, index: int, *, commanders: bool = False
) -> Mapping[Card, int]:
    """The frequency with which a policy plays each card: for the attacker, with ``left`` to play (``index``
    0), or the defender with ``right``. Each side tries to prevent the other's aim. Read-only: equal calls
    share the result.
    """
    if policy == ANY:
        return dict.fromkeys(left if index == 0 else right, 1)
    aim = next(one for one in AIMS if one == policy)
    best = solved(a, d, left, right, aim if index == 0 else THE_OTHERS[aim], commanders=commanders)
    found = best.a if index == 0 else best.d
    return {card: round(FINE * often) for card, often in found.items() if round(FINE * often) > 0}


@lru_cache(maxsize=1 << 12)
def solved(a: Fighter, d: Fighter, left: Hand, right: Hand, aim: Aim, *, commanders: bool = False) -> Best:
    """The best mixtures of both sides. One solution serves both, and every later duel between equal
    fighters.
    """
    return Solution(Duel(a, d, commanders=commanders), aim).best(None, left, right)


def at(weights: Mapping[Card, int], face: int) -> Card:
    """The card chosen by a die with one side per part.

    >>> at({"sword1": 2, "feint": 1}, 2), at({"sword1": 2, "feint": 1}, 3)
    ('sword1', 'feint')
    """
    for card, weight in weights.items():
        face -= weight
        if face <= 0:
            return card
    raise ValueError("a face beyond all parts")


def first_left(wanted: Sequence[str], left: Hand) -> str:
    """The first available card in a player's order; any other if it names none."""
    return next((card for card in wanted if card in left), left[0])
