"""What the program does for a seat: its best answer to the first decision that the seat owes. It uses no dice
and sees nothing that is not open to all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.italia.bot import answers
from campaigns.italia.bot.movement import move
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.registry import FRAMES, written
from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.orders import roomiest
from engine.choices import permits
from engine.dice import Dice
from engine.game import Choices

if TYPE_CHECKING:
    from campaigns.italia.rules.ground.state import State
    from campaigns.italia.rules.opened import ItaliaRules


def choose(rules: ItaliaRules, state: State, seat: str, dice: Dice) -> Any:
    """A sensible action; where there is no idea, what happens without an answer."""
    owed = next(d for d in rules.pending(state) if d.seat == seat)
    asking = FRAMES.asking(state)
    assert asking
    pos = rules.position(state)
    if isinstance(asking[1], Movement):  # offers much, and asks itself whether a step is permitted
        return move(pos, asking[1])
    choices = tuple(c for c in rules.choices(state, seat) if c.kind != "name_capital")
    action = _answer(pos, asking[1], owed.kind, owed.power, choices)
    return action if action and permits(choices, written(action)) else owed.default


def _answer(pos: Position, frame: Any, kind: str, nation: str, choices: Choices) -> Any:
    match kind:
        case "levy":
            return answers.buy(pos, frame, choices)
        case "reinforcements":
            return answers.place(pos, nation, choices)
        case "retreat":
            return answers.retreat(pos, frame, choices)
        case "combat":
            return answers.combat(pos, frame, choices)
        case "announce":
            return answers.announce(pos, frame)
        case "react":
            return answers.react(pos, frame, nation, choices)
        case "revolt":
            return answers.revolt(pos, frame)
        case "rebuild":
            return answers.rebuild(pos, nation, choices)
        case "flight":
            return roomiest(choices)
        case "sack":
            return answers.sack(pos, frame, choices)
        case "naval_calls":
            return answers.call(pos, frame, choices)
        case "campaign":
            return answers.campaign(pos, frame)
    return None
