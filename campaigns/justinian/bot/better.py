"""The better bot, which plays to win. Each module covers one subject; every other decision gets its
default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import (
    alliance,
    answers,
    barbarian,
    byzantium,
    deployment,
    marching,
    money,
    reasons,
)
from campaigns.justinian.bot.registry import ANSWERS
from campaigns.justinian.bot.sea import seaborne
from campaigns.justinian.rules.state.state import State
from engine.dice import Dice

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules

SUBJECTS = (alliance, answers, barbarian, byzantium, deployment, marching, money, reasons, seaborne)


def choose(rules: JustinianRules, state: State, seat: str, dice: Dice) -> Any:
    """Return a legal action for the pending decision. The bot rolls no dice, so the same state always gives
    the same action.
    """
    decision = rules.decision(state)
    assert decision is not None
    frame = state.stack[-1]
    answer = ANSWERS.get(type(frame))
    return answer(rules, state, frame, decision) if answer is not None else decision.default
