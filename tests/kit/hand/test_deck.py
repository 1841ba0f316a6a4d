"""A deck: every order is equally likely, nothing is lost, and nothing is revealed."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codec import Codec
from engine.dice import DiceNeeded, Scripted, Seeded
from engine.refusals import InvalidAction
from kit.hand.deck import Deck, EmptyDeck, NoSuchCard, Why, deck_of
from tests.found import some

WHY = Why("draw", "7", "red")
CARDS = st.lists(st.sampled_from("abcd"), max_size=8)


def chances(deed: Callable[[Scripted], Any]) -> dict[Any, Fraction]:
    """Return the possible results of an operation over all its dice, with exact chances."""
    found: Counter[Any] = Counter()

    def on(faces: list[int], chance: Fraction) -> None:
        try:
            found[deed(Scripted(list(faces)))] += chance
        except DiceNeeded as needed:
            throw = needed.throws[0]
            for face in range(throw.low, throw.low + throw.sides):
                on([*faces, face], chance / throw.sides)

    on([], Fraction(1))
    return dict(found)


def whole(deck: Deck) -> Callable[[Scripted], tuple[str, ...]]:
    return lambda dice: deck.draw_many(len(deck), dice, WHY)[0]


# --- chances ---


def test_every_order_of_different_cards_is_equally_likely() -> None:
    found = chances(whole(deck_of("abcd")))
    assert found == dict.fromkeys(permutations("abcd"), Fraction(1, 24))


def test_cards_that_are_alike_are_as_likely_as_there_are_many() -> None:
    """Cards with the same name are drawn with the chances of cards that could be told apart."""
    marked = Counter(tuple(c[0] for c in order) for order in permutations(("a1", "a2", "a3", "b1", "b2")))
    found = chances(whole(deck_of("aaabb")))
    assert found == {order: Fraction(n, 120) for order, n in marked.items()} and len(found) == 10


def test_peeking_at_a_deck_does_not_change_its_chances() -> None:
    def after_a_look(dice: Scripted) -> tuple[str, ...]:
        seen, deck = deck_of("abcd").peek(2, dice, WHY)
        drawn, _ = deck.draw_many(4, dice, WHY)
        assert drawn[:2] == seen
        return drawn

    assert chances(after_a_look) == chances(whole(deck_of("abcd")))


def test_the_first_matching_card_is_uniformly_random() -> None:
    found = chances(lambda dice: deck_of("aabbcd").draw_such(dice, WHY, lambda card: card in "abc")[0])
    assert found == {"a": Fraction(2, 5), "b": Fraction(2, 5), "c": Fraction(1, 5)}


def test_shuffled_back_a_card_is_as_likely_as_any() -> None:
    def again(dice: Scripted) -> str:
        card, deck = deck_of("abc").draw(dice, WHY)
        return deck.shuffle(card).draw(dice, WHY)[0]

    assert chances(again) == dict.fromkeys("abc", Fraction(1, 3))


def test_cards_under_the_deck_are_drawn_last_in_order() -> None:
    for order in some(chances(whole(deck_of("ab").put_under("x", "y")))):
        assert set(order[:2]) == {"a", "b"} and order[2:] == ("x", "y")


def test_cards_on_top_are_drawn_first_without_dice() -> None:
    dice = Scripted([])
    drawn, deck = deck_of("ab").put_on_top("x", "y").draw_many(2, dice, WHY)
    assert (drawn, deck, dice.rolls) == (("x", "y"), deck_of("ab"), [])


def test_a_draw_is_one_secret_throw_among_what_is_left() -> None:
    dice = Seeded(b"seed", "game", 1)
    deck_of("aabc").draw_many(4, dice, WHY)
    assert [(r.throw.sides, r.throw.low, r.throw.secret) for r in dice.rolls] == [
        (left, 0, True) for left in (4, 3, 2, 1)
    ]
    assert {(r.throw.purpose, r.throw.rule, r.throw.seat) for r in dice.rolls} == {WHY}


# --- contents ---


@dataclass(frozen=True)
class Drawing:
    """An operation on a deck, and the cards outside it afterwards."""

    deck: Deck
    outside: tuple[str, ...]


def deeds(deck: Deck, names: list[str]) -> Iterator[Drawing]:
    """Carry out operations on a deck, such as "draw" and "shuffle". After each, yield the deck and the cards
    outside it.
    """
    dice, outside = Seeded(b"seed", "deeds", 0), list[str]()
    for name in names:
        match name:
            case "draw" if deck:
                card, deck = deck.draw(dice, WHY)
                outside.append(card)
            case "peek" if deck:
                before = deck.cards
                _, deck = deck.peek(min(2, len(deck)), dice, WHY)
                assert deck.cards == before
            case "top" if outside:
                deck = deck.put_on_top(outside.pop())
            case "under" if outside:
                deck = deck.put_under(outside.pop())
            case "shuffle":
                deck, outside = deck.shuffle(*outside), []
            case "take" if deck:
                outside.append(deck.cards[0])
                deck = deck.take(deck.cards[0])
        yield Drawing(deck, tuple(outside))


NAMES = st.lists(st.sampled_from(["draw", "peek", "top", "under", "shuffle", "take"]), min_size=1)


@given(CARDS, NAMES)
def test_no_card_is_lost_and_none_comes_about(cards: list[str], names: list[str]) -> None:
    for done in some(deeds(deck_of(cards), names)):
        assert sorted((*done.deck.cards, *done.outside)) == sorted(cards)
        assert len(done.deck) == len(cards) - len(done.outside)


@given(CARDS, NAMES)
def test_it_is_written_and_read_again(cards: list[str], names: list[str]) -> None:
    codec = Codec(1)
    for done in some(deeds(deck_of(cards), names)):
        assert codec.decode(Deck, codec.encode(done.deck)) == done.deck


@given(st.permutations(list("aabcd")))
def test_a_shuffled_deck_tells_nothing_of_how_it_came_to_be(cards: list[str]) -> None:
    assert (
        deck_of(cards) == deck_of("aabcd") == Deck(tuple(cards)).shuffle() == Deck((), tuple(cards)).shuffle()
    )
    assert repr(deck_of(cards)) == repr(deck_of("dcbaa"))


def test_a_deck_that_was_searched_is_shuffled() -> None:
    assert deck_of("abc").put_on_top("x").put_under("y").take("b") == deck_of("acxy")


# --- impossible operations ---


def test_from_an_empty_deck_nothing_is_drawn() -> None:
    for deed in (lambda deck, dice: deck.draw(dice, WHY), lambda deck, dice: deck.peek(1, dice, WHY)):
        with pytest.raises(EmptyDeck, match="1 cards are asked for, 0 are there"):
            deed(Deck(), Scripted([]))


def test_more_than_there_is_is_refused_before_the_first_die() -> None:
    dice = Seeded(b"seed", "game", 1)
    with pytest.raises(EmptyDeck) as refused:
        deck_of("abc").put_under("d").draw_many(5, dice, WHY)
    assert (refused.value.wanted, refused.value.there, dice.rolls) == (5, 4, [])


def test_a_card_that_is_not_there_is_named() -> None:
    with pytest.raises(NoSuchCard, match="b, z"):
        deck_of("ab").take("b", "b", "z")
    with pytest.raises(NoSuchCard, match="draw"):
        deck_of("ab").draw_such(Scripted([]), WHY, lambda card: card == "z")


def test_what_is_no_deck_is_not_read() -> None:
    codec = Codec(1)
    for wrong in ({"shuffled": "ab"}, {"cards": ["a"]}, {"shuffled": [1], "top": [], "bottom": []}, []):
        with pytest.raises(InvalidAction):
            codec.decode(Deck, wrong)
