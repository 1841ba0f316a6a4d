"""Hands of cards from one deck, dealt here or real ones on a table.

A hand that was dealt here is the names of its cards. Of real cards only their number is known: each is
``COVERED``, and the deck holds every card that has not been seen yet, those in hands with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kit.hand.deck import Deck

Hand = tuple[str, ...]
COVERED: Final = ""


def holdable(hand: Hand, deck: Deck) -> tuple[str, ...]:
    """The kinds of cards that a hand may hold, sorted: its own, or for real cards all that nobody has seen.

    >>> holdable(("b", "a", "a"), Deck(("c",))), holdable((COVERED,), Deck(("c", "d", "d")))
    (('a', 'b'), ('c', 'd'))
    """
    return tuple(sorted(set(deck.cards if COVERED in hand else hand)))


def lay(hand: Hand, deck: Deck, card: str) -> tuple[Hand, Deck]:
    """The hand without that card, and the deck, which a real card leaves only when it is seen.

    >>> lay(("a", "b"), Deck(("c",)), "a")
    (('b',), Deck(shuffled=('c',), top=(), bottom=()))
    >>> lay((COVERED, COVERED), Deck(("a", "c")), "a")
    (('',), Deck(shuffled=('c',), top=(), bottom=()))
    """
    left = list(hand)
    if COVERED in hand:
        left.remove(COVERED)
        return tuple(left), deck.take(card)
    left.remove(card)
    return tuple(left), deck


def to_draw(deck: Deck, hands: Iterable[Hand]) -> int:
    """The number of cards that are left to draw.

    >>> to_draw(Deck(("a", "b", "c")), [(COVERED, COVERED), ()]), to_draw(Deck(("a",)), [("b", "c")])
    (1, 1)
    """
    return len(deck) - sum(hand.count(COVERED) for hand in hands)
