"""The bot's choices and the reasons for them. Before the battle the bot takes defaults; in battle it tries
out actions in imagined states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from battles.schiere.bot import answers, reasons
from battles.schiere.bot.act import call_units
from battles.schiere.bot.move import best_move
from battles.schiere.rules.board.state import State
from battles.schiere.rules.turn.acting import Acting
from battles.schiere.rules.turn.going import Going
from engine.dice import Dice
from engine.game import Facts
from engine.minds import Mind

if TYPE_CHECKING:
    from battles.schiere.rules.rules import SchiereRules


def choose(rules: SchiereRules, state: State, seat: str, dice: Dice) -> Any:
    """Return a legal action for a seat that must decide. ``state``: an imagined state that agrees with what
    the seat knows.
    """
    frame = state.stack[-1]
    if isinstance(frame, Acting):
        return call_units(rules, state, frame, dice).action
    if isinstance(frame, Going):
        return best_move(rules, state, seat, dice).move
    return _answer(rules, state, seat, dice).action


def advise(rules: SchiereRules, state: State, seat: str, dice: Dice) -> tuple[Any, Facts | None]:
    """Return an action and the reason for it. The reason is None for a default that was not compared with
    other answers.
    """
    frame, pos = state.stack[-1], rules.position(state)
    if isinstance(frame, Acting):
        found = call_units(rules, state, frame, dice)
        return found.action, reasons.of_call(pos, found)
    if isinstance(frame, Going):
        weighed = best_move(rules, state, seat, dice)
        return weighed.move, reasons.of_move(pos, frame, weighed)
    replied = _answer(rules, state, seat, dice)
    return replied.action, reasons.of_answer(pos, seat, replied)


def _answer(rules: SchiereRules, state: State, seat: str, dice: Dice) -> answers.ReasonedAnswer:
    decision = next(d for d in rules.pending(state) if d.seat == seat)
    return answers.answer(rules, state, decision, dice)


class SchiereMind(Mind["SchiereRules", State]):
    """The bot of *Schiere* as engine.minds expects it."""

    def act(self, rules: SchiereRules, state: State, seat: str, dice: Dice) -> Any:
        return choose(rules, state, seat, dice)

    def advise(self, rules: SchiereRules, state: State, seat: str, dice: Dice) -> tuple[Any, Facts | None]:
        return advise(rules, state, seat, dice)


MIND: Final = SchiereMind()
