"""A simple commander on the board: it attacks where the exact odds are good, and otherwise marches at the
nearest enemy. It plans no further than its next move.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from battles.dba.bot import table
from battles.dba.rules.board import clash, moves, offers, orders, telling
from battles.dba.rules.board.actions import FightOnBoard, MoveOnBoard, ShootOnBoard
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.standing import position_of
from battles.dba.rules.field import touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.odds import PAIRS, odds
from battles.dba.rules.table import actions as act
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from engine.dice import Dice

GOOD_ENOUGH: Final = Fraction(
    -1, 12
)  # the least chance to kill, less the chance to die, for each combat of a contact
KILLED: Final = ("destroyed", "surrender", "off_table")
SMALLEST: Final = 20 * PER_PACE  # a shorter march is not worth a PIP


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
    position = position_of(battle, state)
    if not state.pips:
        return act.EndMoves()
    groups = offers.movers(battle, state, position)
    best = max(
        ((gain(position, move), str(move)) for who in groups for move in offers.contacts(position, who)),
        default=None,
    )
    if best is not None and best[0] >= GOOD_ENOUGH:
        return MoveOnBoard(best[1])
    for who in groups:
        march = _march(position, who)
        if march is not None:
            return MoveOnBoard(str(march))
    return act.EndMoves()


def gain(position: Position, move: Move) -> Fraction:
    """Return the mean chance to kill, less the chance to die, over the combats that a move brings about."""
    after = moves.carry_out(position, move).position
    seat = position.elements[move.who[0]].seat
    found = []
    for one, two in touch.contacts(after):
        if one not in after.elements or two not in after.elements or not {one, two} & set(move.who):
            continue
        mine, foe = (one, two) if after.elements[one].seat == seat else (two, one)
        chances = odds(clash.close_combat(after, mine, foe, charged=True).situation)
        killed, lost = (sum(side.get(fate, 0) for fate in KILLED) for side in (chances.b, chances.a))
        found.append(Fraction(killed - lost, PAIRS))
    return sum(found, Fraction(0)) / len(found) if found else Fraction(-1)


def _march(position: Position, who: tuple[str, ...]) -> Move | None:
    """Return a march straight at the enemy, or a turn towards an enemy that is not ahead."""
    turn = next(offers.turns(position, who), None)
    if turn is not None or not offers.nearest(position, who[0]):
        return turn
    found = next(offers.marches(position, who), None)
    legs = found.legs if found else ()
    worth = any(isinstance(leg, orders.Ahead) and leg.units >= SMALLEST for leg in legs)
    return found if worth else None


def _shoot(battle: Battle, state: TableState) -> Any:
    position = position_of(battle, state)
    for shooter, target in telling.must_shoot(battle, state):
        return ShootOnBoard((shooter,), target)
    for shooter, target in offers.shots(battle, state, position):
        return ShootOnBoard((shooter,), target)
    return act.EndShooting()


def _fight(battle: Battle, state: TableState) -> Any:
    for attacker, defender in telling.must_fight(battle, state):
        return FightOnBoard(attacker, defender)
    return act.EndCombat()
