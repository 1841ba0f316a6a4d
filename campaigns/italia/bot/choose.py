"""What the program does for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.dice import Dice

if TYPE_CHECKING:
    from campaigns.italia.rules.ground.state import State
    from campaigns.italia.rules.opened import ItaliaRules


def choose(rules: ItaliaRules, state: State, seat: str, dice: Dice) -> Any:
    """The answer to the first decision that the seat owes."""
    owed = next(d for d in rules.pending(state) if d.seat == seat)
    return owed.default
