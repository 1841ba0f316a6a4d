"""Hands of cards from one deck, dealt by the site or held as real cards at a table.

A hand dealt by the site holds the names of its cards. Of real cards only the number is known, so each is
stored as ``COVERED``. The deck then contains every card that nobody has seen yet, including those in
hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kit.hand.deck import Deck

Hand = tuple[str, ...]
COVERED: Final = ""


def holdable_kinds(hand: Hand, deck: Deck) -> tuple[str, ...]:
    """Return the kinds of cards that may be in a hand, sorted.

    A hand dealt by the site contains only the cards stored in it. A hand of real cards may contain any card
    that nobody has seen.

    >>> holdable_kinds(("b", "a", "a"), Deck(("c",))), holdable_kinds((COVERED,), Deck(("c", "d", "d")))
    (('a', 'b'), ('c', 'd'))
    """
    return tuple(sorted(set(deck.cards if COVERED in hand else hand)))


def play_card(hand: Hand, deck: Deck, card: str) -> tuple[Hand, Deck]:
    """Play a card: return the hand without it, and the deck. A real card leaves the deck only when it is
    played.

    >>> play_card(("a", "b"), Deck(("c",)), "a")
    (('b',), Deck(shuffled=('c',), top=(), bottom=()))
    >>> play_card((COVERED, COVERED), Deck(("a", "c")), "a")
    (('',), Deck(shuffled=('c',), top=(), bottom=()))
    """
    left = list(hand)
    if COVERED in hand:
        left.remove(COVERED)
        return tuple(left), deck.take(card)
    left.remove(card)
    return tuple(left), deck


def count_drawable(deck: Deck, hands: Iterable[Hand]) -> int:
    """Return the number of cards that can still be drawn. Real cards in hands are not counted.

    >>> count_drawable(Deck(("a", "b", "c")), [(COVERED, COVERED), ()])
    1
    >>> count_drawable(Deck(("a",)), [("b", "c")])
    1
    """
    return len(deck) - sum(hand.count(COVERED) for hand in hands)
