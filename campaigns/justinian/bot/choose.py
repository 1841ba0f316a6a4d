"""Choose between the two bots, according to the option ``bot``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from campaigns.justinian.bot import better, first, reasons
from campaigns.justinian.rules.state.state import State
from engine.dice import Dice
from engine.game import Facts
from engine.minds import Mind

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


def choose(rules: JustinianRules, state: State, seat: str, dice: Dice) -> Any:
    """Return a legal action for the pending decision."""
    bot = first if rules.setting.options.bot == "first" else better
    return bot.choose(rules, state, seat, dice)


class JustinianMind(Mind["JustinianRules", State]):
    """The bot for Justinian; see engine.minds."""

    def act(self, rules: JustinianRules, state: State, seat: str, dice: Dice) -> Any:
        return choose(rules, state, seat, dice)

    def why(self, rules: JustinianRules, state: State, action: Any) -> Facts | None:
        return reasons.why(rules, state, action)


MIND: Final = JustinianMind()
