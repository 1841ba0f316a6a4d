"""What the program does: the usual thing before the battle, then what trials in imagined worlds speak for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.schiere.bot import answers
from battles.schiere.bot.act import who_acts
from battles.schiere.bot.move import best_move
from battles.schiere.rules.board.state import State
from battles.schiere.rules.turn.acting import Acting
from battles.schiere.rules.turn.going import Going
from engine.dice import Dice

if TYPE_CHECKING:
    from battles.schiere.rules.opened import SchiereRules


def choose(rules: SchiereRules, state: State, seat: str, dice: Dice) -> Any:
    """A legal action for a seat that owes a decision, in a state that it imagines."""
    frame = state.stack[-1]
    if isinstance(frame, Acting):
        return who_acts(rules, state, frame, dice)
    if isinstance(frame, Going):
        return best_move(rules, state, seat, dice)[0]
    decision = next(d for d in rules.pending(state) if d.seat == seat)
    return answers.answer(rules, state, decision, dice)
