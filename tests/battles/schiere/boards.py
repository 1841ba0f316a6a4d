"""Positions for tests, written in a few words.

>>> from tests.battles.schiere.boards import battle, done
>>> done(battle("r1 legionaries c4n", "r2 chief:solid a1n", "c2 chief:solid a16s")).piece("r1").at
'c4'
"""

from __future__ import annotations

from typing import Any

from battles.schiere.answers.boards import PLAIN, battle, setting
from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.rules import SchiereRules
from engine.dice import Dice, Scripted, Seeded

__all__ = ["PLAIN", "at_work", "battle", "done", "setting"]


def at_work(pos: Position, *faces: int) -> Play:
    """Return a working copy of a position, with these dice."""
    dice: Dice = Scripted(list(faces)) if faces else Seeded(b"schiere", "test", 0)
    return Play(pos, dice)


def done(pos: Position, *actions: Any, seat: str = "rome") -> Position:
    """Return the position after these actions of one side."""
    rules, state = SchiereRules(pos.setting), pos.state
    for action in actions:
        state = rules.apply(state, seat, action, Seeded(b"", "move", state.serial)).state
    return pos._replace(state=state)
