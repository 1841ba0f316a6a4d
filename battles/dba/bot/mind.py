"""The DBA bot that the plugin registers, for battles at a table and on the board."""

from __future__ import annotations

from typing import Any, Final

from battles.dba.bot import board, plan
from battles.dba.bot.table import action
from battles.dba.rules.board.actions import (
    BreakOffOnBoard,
    DeployOnBoard,
    FightOnBoard,
    LandOnBoard,
    MoveOnBoard,
    ShootOnBoard,
)
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.play import BoardRules
from battles.dba.rules.table import actions as act
from battles.dba.rules.table.rules import TableRules
from battles.dba.rules.table.state import TableState
from engine.dice import Dice
from engine.game import Facts
from engine.minds import Mind

WHY: Final[dict[type, str]] = {
    FightOnBoard: "best_combat",
    ShootOnBoard: "best_shot",
    act.EndMoves: "reserve",
    DeployOnBoard: "close_line",
    LandOnBoard: "landing",
    act.InciteRevolt: "revolt",
    act.EndShooting: "no_shot",
    act.EndCombat: "all_fought",
}


class DbaMind(Mind[TableRules, TableState]):
    """The bot of DBA; see engine.minds."""

    def act(self, rules: TableRules, state: TableState, seat: str, dice: Dice) -> Any:
        if isinstance(rules, BoardRules):
            return board.action(rules.battle, state, dice, rules.strength)
        return action(rules.battle, state, dice)

    def why(self, rules: TableRules, state: TableState, action: Any) -> Facts | None:
        """Return the reason for an action on the board. Return None for an action that needs no reason, and
        for a battle at a table, where the bot cannot see enough to advise.
        """
        if not isinstance(rules, BoardRules):
            return None
        if isinstance(action, MoveOnBoard):
            code, gain = plan.reason(rules.battle, state, Move.parse(action.order))
            return {"code": code, "gain": gain}
        if isinstance(action, BreakOffOnBoard):
            return {"code": "break_off", "gain": plan.gain_of_break(rules.battle, state, action)}
        return {"code": WHY[type(action)]} if type(action) in WHY else None


MIND: Final = DbaMind()
