"""Choose the bot that answers, by the option ``bot``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import better, first
from campaigns.justinian.rules.ground.state import State
from engine.dice import Dice

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


def choose(rules: JustinianRules, state: State, seat: str, dice: Dice) -> Any:
    """A legal action for the pending decision."""
    bot = first if rules.setting.options.bot == "first" else better
    return bot.choose(rules, state, seat, dice)
