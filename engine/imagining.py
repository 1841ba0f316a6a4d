"""Imagined states for bots, so that they cannot peek at hidden facts."""

from __future__ import annotations

from typing import TypeVar

from engine.canonical_order import sort_keys
from engine.dice import Dice
from engine.game import Rules

S = TypeVar("S")


def imagine_state(rules: Rules[S], state: S, seat: str, dice: Dice) -> S:
    """Return a state that the seat cannot tell from the real one, with its mappings sorted as rules expect.
    Raises Unimaginable if no such state can be imagined.
    """
    found = rules.imagine(state, seat, dice)
    return found if found is state else sort_keys(found)
