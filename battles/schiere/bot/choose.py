"""What the program does: the usual thing until the battle begins, then whatever its worth speaks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.schiere.rules.board.state import State
from engine.dice import Dice

if TYPE_CHECKING:
    from battles.schiere.rules.opened import SchiereRules


def choose(rules: SchiereRules, state: State, seat: str, dice: Dice) -> Any:
    """A legal action for a seat that owes a decision, in a state that it imagines."""
    return next(d for d in rules.pending(state) if d.seat == seat).default
