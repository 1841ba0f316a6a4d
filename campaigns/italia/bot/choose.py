"""Choose the bot's answer to a seat's first pending decision, and give the reason. The bot rolls no dice and
sees only public facts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from campaigns.italia.bot import campaigns, cities, combats, losses, purchases, seas
from campaigns.italia.bot.movement import move
from campaigns.italia.forecast.prospects import chance
from campaigns.italia.rules.combat.situation import Situation
from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.state.play import FRAMES
from campaigns.italia.rules.state.position import Position
from engine.choices import permits
from engine.dice import Dice
from engine.game import Choices, Decision
from kit.bot.answer import AdvisingMind, Answer
from kit.rules.decisions import action_json

if TYPE_CHECKING:
    from campaigns.italia.rules.rules import ItaliaRules
    from campaigns.italia.rules.state.state import State


def _choose_action(rules: ItaliaRules, state: State, seat: str) -> Answer | None:
    """Return a sensible action with its reason, or None if only the default is left."""
    owed = next(d for d in rules.pending(state) if d.seat == seat)
    asking = FRAMES.asking(state)
    assert asking
    pos = rules.position(state)
    if isinstance(asking[1], Movement):  # there are many moves, and each step is checked on its own
        return move(pos, asking[1])
    choices = rules.choices(state, seat)
    offered = tuple(c for c in choices if c.kind != "name_capital")
    answer = _answer(pos, asking[1], owed, offered)
    return answer if answer and permits(choices, action_json(answer.action)) else None


def _answer(pos: Position, frame: Any, owed: Decision, choices: Choices) -> Answer | None:
    match owed.kind:
        case "levy":
            return purchases.buy(pos, frame, choices)
        case "tribute":
            return purchases.tribute(pos, frame, choices)
        case "reinforcements":
            return purchases.place(pos, owed.power, choices)
        case "aim":
            return combats.aim(pos, frame)
        case "convert":
            return combats.convert(pos, frame, choices, owed.power)
        case "retreat":
            return combats.retreat(pos, frame, choices)
        case "combat":
            return combats.combat(pos, frame, choices)
        case "sack":
            return cities.sack(pos, frame, choices)
        case "rebuild":
            return cities.rebuild(pos, owed.power, choices)
        case "trim":
            return losses.trim(pos, frame, owed.default)
        case "flight":
            return losses.flight(frame, choices, owed.default)
        case "send_home":
            return losses.send_home(pos, frame, choices)
        case "naval_loss" | "cargo_loss":
            return losses.sinking(pos, owed.default)
        case "naval_calls":
            return seas.call(pos, frame, choices)
        case "naval_retreat":
            return seas.stay_or_leave(pos, frame, choices)
        case "announce":
            return campaigns.announce(pos, frame)
        case "campaign":
            return campaigns.campaign(pos, frame)
        case "react":
            return campaigns.react(pos, frame, owed.power, choices)
        case "revolt":
            return campaigns.revolt(pos, frame)
        case "crown":
            return campaigns.crown(pos, frame)
    return None


class ItaliaMind(AdvisingMind["ItaliaRules", "State"]):
    """The bot of Italia, which takes the default if it has no better idea (see engine.minds)."""

    def advise(self, rules: ItaliaRules, state: State, seat: str, dice: Dice) -> Answer:
        owed = next(d for d in rules.pending(state) if d.seat == seat)
        return _choose_action(rules, state, seat) or Answer(owed.default, None)

    def chance(self, s: Situation) -> float:
        return chance(s)


MIND: Final = ItaliaMind()
