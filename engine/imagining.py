"""State that may be handed to a bot thinking in a seat's place."""

from __future__ import annotations

from typing import TypeVar

from engine.dice import Dice
from engine.game import Rules
from engine.order import in_order

S = TypeVar("S")


def imagined(rules: Rules[S], state: S, seat: str, dice: Dice) -> S:
    """A state that the seat cannot tell from the real one, in the order that rules are given states in.
    Raises Unimaginable."""
    found = rules.imagine(state, seat, dice)
    return found if found is state else in_order(found)
