"""The bot of a battle at a table, under the name the plugin uses."""

from __future__ import annotations

from typing import Any, Final

from battles.dba.bot import board
from battles.dba.bot.table import action
from battles.dba.rules.board.play import BoardRules
from battles.dba.rules.table.rules import TableRules
from battles.dba.rules.table.state import TableState
from engine.dice import Dice
from engine.minds import Mind


class DbaMind(Mind[TableRules, TableState]):
    """The bot of a table battle; see engine.minds."""

    def act(self, rules: TableRules, state: TableState, seat: str, dice: Dice) -> Any:
        if isinstance(rules, BoardRules):
            return board.action(rules.battle, state, dice)
        return action(rules.battle, state, dice)


MIND: Final = DbaMind()
