"""Imagine a state that a seat cannot distinguish from the real one: random cards replace the opponent's hand.

The discards are public, so the unseen cards are those in the deck and in the opponent's hand.
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.play.state import SEATS, State
from engine.dice import Dice
from kit.hand.deck import Why, deck_of

WHY: Final = Why("imagined card", "L166")


def imagine(state: State, seat: str, dice: Dice) -> State:
    """Return a random state that agrees with the seat's knowledge. For a seat that is not a player's, such
    as the game master's, both hands are unknown.
    """
    others = tuple(one for one in SEATS if one != seat)
    unknown = deck_of((*state.deck.cards, *(card for one in others for card in state.armies[one].hand)))
    armies = dict(state.armies)
    for other in others:
        hand, unknown = unknown.draw_many(len(armies[other].hand), dice, WHY)
        armies[other] = armies[other].but(hand=tuple(sorted(hand)))
    return state.but(armies=armies, deck=unknown)
