"""The bot on the board. It deploys (see ``deploy``), plans its moves (see ``plan``), and shoots where a hit
hurts the enemy most. It fights its best combats first, so that later combats can use the results.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from battles.dba.bot import deploy, plan, table
from battles.dba.bot.worth import Judge
from battles.dba.rules.board import landing, offers, stances, table_terms
from battles.dba.rules.board.actions import FightOnBoard, LandOnBoard, MoveOnBoard, ShootOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.odds import odds
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import engagement
from battles.dba.rules.table import moves as table_moves
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from engine.dice import Dice

Pair = tuple[str, str]
FATAL = ("destroyed", "surrender")
STRONG, WEAK = "strong", "weak"


def action(battle: Battle, state: TableState, dice: Dice, strength: str = STRONG) -> Any:
    """Choose a legal action for the active side."""
    if state.phase == "moves":
        return _move(battle, state, strength)
    if state.phase == "shooting":
        return _shoot(battle, state)
    if state.phase == "combat":
        return _fight(battle, state)
    if state.phase == "deployment" and strength == STRONG:
        return deploy.deploy(battle, state)
    return table.action(battle, state, dice)


def _move(battle: Battle, state: TableState, strength: str) -> Any:
    """Choose the next action of the move phase: incite a revolt, land, make the best move, or end the
    moves.
    """
    if table_moves.may_revolt(battle, state):
        return act.InciteRevolt()
    if state.pips and (land := _land(battle, state)):
        return land
    if not state.pips:
        return act.EndMoves()
    if strength == WEAK:
        ahead = plan.march(battle, state)
        return MoveOnBoard(str(ahead)) if ahead else act.EndMoves()
    found = plan.best(battle, state, strength == STRONG)
    return found.action if found else act.EndMoves()


def _land(battle: Battle, state: TableState) -> Any:
    """Choose the landing that leaves the best position. Return None if the reserve cannot land."""
    position = position_of(battle, state)
    found = offers.landings(battle, state, position)
    if not found:
        return None
    judge, aboard = Judge(battle, state, state.active), table_terms.aboard(battle, state)

    def worth(one: LandOnBoard) -> int:
        return judge.worth(landing.place_group(position, state.active, aboard, one))

    return max(found, key=worth)


def _shoot(battle: Battle, state: TableState) -> Any:
    position = position_of(battle, state)
    must = table_terms.must_shoot(battle, state)
    shots = [ShootOnBoard(group, target) for group, target in offers.volleys(battle, state, position)]
    gains = {
        shot: _gain(battle, state, table_terms.complete_shot(battle, state, position, shot)) for shot in shots
    }
    best = max(shots, key=lambda shot: (gains[shot], len(shot.shooters)), default=None)
    return best if best is not None and (must or gains[best] >= 0) else act.EndShooting()


def _fight(battle: Battle, state: TableState) -> Any:
    position = position_of(battle, state)

    def fight_of(pair: Pair) -> act.Fight:
        one, two = pair
        seen = (stances.stance(position, one, two), stances.stance(position, two, one))
        return act.Fight(one, two, *seen)

    best = _best(battle, state, ((pair, fight_of(pair)) for pair in table_terms.must_fight(battle, state)))
    return FightOnBoard(*best) if best else act.EndCombat()


def _best(
    battle: Battle, state: TableState, told: Iterable[tuple[Pair, act.Fight | act.Shoot]]
) -> Pair | None:
    found = ((_gain(battle, state, action), pair) for pair, action in told)
    return max(found, default=(0, None), key=lambda one: (one[0], one[1] or ("", "")))[1]


def _gain(battle: Battle, state: TableState, told: act.Fight | act.Shoot) -> int:
    """Return the chance to kill minus the chance to die, in 36ths."""
    chances = odds(engagement.engage(battle, state, told).situation)
    killed, lost = (sum(side.get(fate, 0) for fate in FATAL) for side in (chances.b, chances.a))
    return killed - lost
