"""The bot's answers to decisions other than moves. It solves duels, tries out retreats, and bids for the
initiative by a rule of thumb.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from battles.schiere.bot.approach import Approach
from battles.schiere.bot.trial import worths
from battles.schiere.rules.board.state import State
from battles.schiere.rules.chapters import CODEC
from battles.schiere.rules.melee.clash import LeaveTo
from battles.schiere.rules.turn.bidding import LayOrder
from engine.choices import sample_action
from engine.dice import Dice
from engine.game import Decision
from kit.bot.trial import luck

if TYPE_CHECKING:
    from battles.schiere.rules.rules import SchiereRules

TRIED = ("aftermath", "receive", "test_nerve", "reply")
SAMPLES = 5
TRIALS = 2


@dataclass(frozen=True)
class ReasonedAnswer:
    """An answer with its reason, a code of battles.schiere.bot.reasons. The reason is "" for a default that
    was not compared with other answers. ``tried``: the number of answers compared. ``gain``: the answer's
    advantage over the default.
    """

    action: Any
    ground: str = ""
    tried: int = 0
    gain: float = 0.0


def answer(rules: SchiereRules, state: State, decision: Decision, dice: Dice) -> ReasonedAnswer:
    """Answer a decision that is not a move."""
    if decision.kind == "blow":
        return ReasonedAnswer(LeaveTo("net", whole=True), "duel_solved")
    if decision.kind == "lay_order":
        action = _bid(rules, state, decision.seat)
        return ReasonedAnswer(action, "bids_swords" if action.order else "bids_nothing")
    if decision.kind in TRIED:
        return _try_answers(rules, state, decision, dice)
    return ReasonedAnswer(decision.default)


def _bid(rules: SchiereRules, state: State, seat: str) -> LayOrder:
    """Return the bid for the initiative: an order of two or three swords if the chief holds more orders than
    a third of the turns left, otherwise none.
    """
    held = rules.position(state).orders(seat, "chief")
    swords = sorted(order.card for order in held.values() if order.card in ("sword2", "sword3"))
    left = rules.setting.turns - state.turn
    return LayOrder(swords[-1]) if swords and len(held) > left // 3 else LayOrder()


def _try_answers(rules: SchiereRules, state: State, decision: Decision, dice: Dice) -> ReasonedAnswer:
    """Try the default and a few other answers, and return the best one."""
    actions, seen = [decision.default], {str(decision.default)}
    for choice in rules.choices(state, decision.seat):
        for _ in range(SAMPLES if choice.fields else 1):
            action = CODEC.read(sample_action(choice, dice))
            if str(action) not in seen:
                seen.add(str(action))
                actions.append(action)
    approach = Approach(rules.position(state), decision.seat)
    found = worths(rules, state, decision.seat, actions, luck(dice, TRIALS), approach)
    best = max(range(len(actions)), key=lambda number: (found[number], -number))
    ground = "answer_better" if best else "answer_usual"
    return ReasonedAnswer(actions[best], ground, len(actions), found[best] - found[0])
