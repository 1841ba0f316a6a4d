"""A deck of cards. The order of its cards is undecided until somebody looks.

A shuffled deck is the multiset of its cards. No order is stored that anyone could peek at, and shuffling
rolls no die. Drawing decides the next card by one secret throw, so that every order of the deck is equally
likely. Only known cards have a fixed place. ``top``: the cards that somebody looked at or put on top, the
next one first. ``bottom``: the cards put under the deck, the last one last.

A deck is immutable: each operation returns a new one. Cards are strings, and equal strings are equal cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.dice import Dice, Throw
from engine.values import dataclass, replace


class EmptyDeck(LookupError):
    """Raised when more cards are requested than remain."""

    def __init__(self, wanted: int, there: int) -> None:
        self.wanted, self.there = wanted, there
        super().__init__(f"{wanted} cards are asked for, {there} are there")


class NoSuchCard(LookupError):
    """Raised when the deck does not contain the requested card."""


class Why(NamedTuple):
    """The details recorded with the throw that decides a draw: purpose, section and seat."""

    purpose: str
    rule: str = ""
    seat: str = ""


@dataclass(frozen=True)
class Deck:
    """A deck of cards. ``shuffled``: the cards in unknown order, stored sorted. ``top``: the known cards
    above them. ``bottom``: the known cards below them.
    """

    shuffled: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "shuffled", tuple(sorted(self.shuffled)))

    def __len__(self) -> int:
        return len(self.top) + len(self.shuffled) + len(self.bottom)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every remaining card, sorted. A player who counts cards knows this list."""
        return tuple(sorted((*self.top, *self.shuffled, *self.bottom)))

    # --- drawing ---

    def draw(self, dice: Dice, why: Why) -> tuple[str, Deck]:
        """Draw the next card and return it with the rest of the deck. Raises EmptyDeck if no card is left."""
        if not self:
            raise EmptyDeck(1, 0)
        return self.draw_such(dice, why, lambda card: True)

    def draw_such(self, dice: Dice, why: Why, fits: Callable[[str], bool]) -> tuple[str, Deck]:
        """Draw the first card that fits, leaving the others in place. Return it with the rest of the deck.
        Raises NoSuchCard if no card fits.

        One throw decides among the cards in unknown order.
        """
        for card in self.top:
            if fits(card):
                return card, replace(self, top=_remove_card(self.top, card))
        fitting = [card for card in self.shuffled if fits(card)]
        if fitting:
            card = fitting[dice.roll(Throw(len(fitting), *why, low=0, secret=True))]
            return card, replace(self, shuffled=_remove_card(self.shuffled, card))
        for card in self.bottom:
            if fits(card):
                return card, replace(self, bottom=_remove_card(self.bottom, card))
        raise NoSuchCard(why.purpose)

    def draw_many(self, count: int, dice: Dice, why: Why) -> tuple[tuple[str, ...], Deck]:
        """Draw the next cards in order, and return them with the rest of the deck. Raises EmptyDeck, without
        drawing any card, if too few are left.
        """
        if count > len(self):
            raise EmptyDeck(count, len(self))
        drawn, deck = [], self
        for _ in range(count):
            card, deck = deck.draw(dice, why)
            drawn.append(card)
        return tuple(drawn), deck

    def peek(self, count: int, dice: Dice, why: Why) -> tuple[tuple[str, ...], Deck]:
        """Look at the next cards and leave them on top in that order. Return them with the deck. Raises
        EmptyDeck if too few are left.

        A player who looks then knows the places of these cards.
        """
        seen, deck = self.draw_many(count, dice, why)
        return seen, deck.put_on_top(*seen)

    # --- putting back and taking out ---

    def put_on_top(self, *cards: str) -> Deck:
        """Return the deck with these cards on top, the first one to be drawn next."""
        return replace(self, top=(*cards, *self.top))

    def put_under(self, *cards: str) -> Deck:
        """Return the deck with these cards at the bottom, the last one lowest."""
        return replace(self, bottom=(*self.bottom, *cards))

    def shuffle(self, *cards: str) -> Deck:
        """Return the deck with these cards shuffled into it, so that no place is known any longer."""
        return Deck((*self.cards, *cards))

    def take(self, *cards: str) -> Deck:
        """Return the deck without these cards, shuffled, since somebody has searched it. Raises NoSuchCard if
        one of them is not in the deck.
        """
        missing = Counter(cards) - Counter(self.cards)
        if missing:
            raise NoSuchCard(", ".join(sorted(missing.elements())))
        return Deck(tuple((Counter(self.cards) - Counter(cards)).elements()))


def deck_of(cards: Iterable[str]) -> Deck:
    """Return a shuffled deck of these cards."""
    return Deck(tuple(cards))


def _remove_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
