"""The bot on the board: it plans its moves (see ``plan``), shoots where that hurts most, and fights its best
combats first, so that later ones see their results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from battles.dba.bot import plan, table
from battles.dba.rules.board import offers, stances, telling
from battles.dba.rules.board.actions import FightOnBoard, MoveOnBoard, ShootOnBoard
from battles.dba.rules.board.standing import position_of
from battles.dba.rules.odds import odds
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import engagement
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from engine.dice import Dice

Pair = tuple[str, str]
FATAL = ("destroyed", "surrender")


def action(battle: Battle, state: TableState, dice: Dice) -> Any:
    """Choose a legal action of the active side."""
    if state.phase == "moves":
        return _move(battle, state)
    if state.phase == "shooting":
        return _shoot(battle, state)
    if state.phase == "combat":
        return _fight(battle, state)
    return table.action(battle, state, dice)


def _move(battle: Battle, state: TableState) -> Any:
    found = plan.best(battle, state) if state.pips else None
    return MoveOnBoard(str(found.move)) if found else act.EndMoves()


def _shoot(battle: Battle, state: TableState) -> Any:
    position = position_of(battle, state)
    must = telling.must_shoot(battle, state)
    pairs = must or list(offers.shots(battle, state, position))

    def shot_of(pair: Pair) -> act.Shoot:
        return telling.complete_shot(battle, state, position, ShootOnBoard(pair[:1], pair[1]))

    best = _best(battle, state, ((pair, shot_of(pair)) for pair in pairs))
    if best is None or not (must or _gain(battle, state, shot_of(best)) >= 0):
        return act.EndShooting()
    return ShootOnBoard(best[:1], best[1])


def _fight(battle: Battle, state: TableState) -> Any:
    position = position_of(battle, state)

    def fight_of(pair: Pair) -> act.Fight:
        one, two = pair
        seen = (stances.stance(position, one, two), stances.stance(position, two, one))
        return act.Fight(one, two, *seen)

    best = _best(battle, state, ((pair, fight_of(pair)) for pair in telling.must_fight(battle, state)))
    return FightOnBoard(*best) if best else act.EndCombat()


def _best(
    battle: Battle, state: TableState, told: Iterable[tuple[Pair, act.Fight | act.Shoot]]
) -> Pair | None:
    found = ((_gain(battle, state, action), pair) for pair, action in told)
    return max(found, default=(0, None), key=lambda one: (one[0], one[1] or ("", "")))[1]


def _gain(battle: Battle, state: TableState, told: act.Fight | act.Shoot) -> int:
    """Chance to kill less chance to die, in 36ths."""
    chances = odds(engagement.engage(battle, state, told).situation)
    killed, lost = (sum(side.get(fate, 0) for fate in FATAL) for side in (chances.b, chances.a))
    return killed - lost
