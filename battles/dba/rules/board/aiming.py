"""Targets in the enemy's bound: whose shooters shoot now, and a standing order that aims for a player who is
away (L320).

The side whose bound it is shoots first, because it must resolve all mutual shots. Then the other side chooses
the targets of its own shooters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from battles.dba.rules.board import telling
from battles.dba.rules.board.actions import ShootOnBoard
from battles.dba.rules.board.standing import position_of
from battles.dba.rules.odds import odds
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import engagement
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import SHOOTING_DONE, TableState
from engine.game import Facts, IllegalAction, Option, OrderKind, Pick

ASKED: Final = "dba_targets"  # the kind of the other side's decision, and of the standing order
BEST, NEAREST, HOLD = "best", "nearest", "hold"
FATAL: Final = ("destroyed", "surrender")
ORDERS: Final = (OrderKind(ASKED, (Pick("aim", (Option(BEST), Option(NEAREST), Option(HOLD))),), "shooting"),)

Volley = tuple[tuple[str, ...], str]  # the shooters, and their target


def is_answered(state: TableState) -> bool:
    """Return whether the side whose bound it is has ended its shooting, so that the other one aims."""
    return state.phase == "shooting" and SHOOTING_DONE in state.shot


def shooting_side(state: TableState) -> str:
    """Return the side that chooses targets now."""
    return state.passive if is_answered(state) else state.active


def aim(battle: Battle, state: TableState, volleys: Iterable[Volley], how: str = BEST) -> Any:
    """Choose one of these shots: the best by its odds unless they are bad, or the nearest; of equal ones that
    with more shooters. End the shooting if there is none, or to ``hold``.
    """
    found = list(volleys) if how != HOLD else []
    if how == NEAREST and found:
        nearest = min(found, key=lambda one: (_distance(battle, state, one), -len(one[0]), one))
        return ShootOnBoard(*nearest)
    rated = ((_gain(battle, state, one), len(one[0]), one) for one in found)
    gain, _number, best = max(rated, default=(-1, 0, ((), "")))
    return ShootOnBoard(*best) if gain >= 0 else act.EndShooting()


def _gain(battle: Battle, state: TableState, volley: Volley) -> int:
    """Return the chance to kill less the chance to die, in 36ths."""
    position = position_of(battle, state)
    shot = telling.complete_shot(battle, state, position, ShootOnBoard(*volley))
    try:
        chances = odds(engagement.engage(battle, state, shot).situation)
    except IllegalAction:
        return -1
    killed, lost = (sum(side.get(fate, 0) for fate in FATAL) for side in (chances.b, chances.a))
    return killed - lost


def _distance(battle: Battle, state: TableState, volley: Volley) -> int:
    position = position_of(battle, state)
    (first, *_helpers), target = volley
    if target not in position.elements:  # denizens
        return 0
    (x, y), (a, b) = (position.base(name).middle for name in (first, target))
    return (x - a) ** 2 + (y - b) ** 2


def order_of(orders: Facts) -> str:
    """Return how a standing order aims; "" without one."""
    return str((orders.get(ASKED) or {}).get("aim", ""))
