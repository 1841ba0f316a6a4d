"""Hands of cards from one deck, dealt by the program or held as real cards at a table.

A hand dealt by the program holds the names of its cards. Of real cards only the number is known: each is
``COVERED``, and the deck contains every card that nobody has seen yet, including those in hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kit.hand.deck import Deck

Hand = tuple[str, ...]
COVERED: Final = ""


def holdable(hand: Hand, deck: Deck) -> tuple[str, ...]:
    """Return the kinds of cards that a hand can hold, sorted: its own, or for real cards all that nobody has
    seen.

    >>> holdable(("b", "a", "a"), Deck(("c",))), holdable((COVERED,), Deck(("c", "d", "d")))
    (('a', 'b'), ('c', 'd'))
    """
    return tuple(sorted(set(deck.cards if COVERED in hand else hand)))


def lay(hand: Hand, deck: Deck, card: str) -> tuple[Hand, Deck]:
    """Play a card: return the hand without it, and the deck. Real cards stay in the deck until they are seen.

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
    """Return the number of cards left to draw.

    >>> to_draw(Deck(("a", "b", "c")), [(COVERED, COVERED), ()]), to_draw(Deck(("a",)), [("b", "c")])
    (1, 1)
    """
    return len(deck) - sum(hand.count(COVERED) for hand in hands)
