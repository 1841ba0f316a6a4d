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
from battles.dba.rules.table.state import TableState
from engine.game import Facts, IllegalAction, Option, OrderKind, Pick

DONE: Final = "/"  # among the elements that have shot: the side whose bound it is has shot as it wished
ASKED: Final = "dba_targets"  # the kind of the other side's decision, and of the standing order
BEST, NEAREST, HOLD = "best", "nearest", "hold"
FATAL: Final = ("destroyed", "surrender")
ORDERS: Final = (OrderKind(ASKED, (Pick("aim", (Option(BEST), Option(NEAREST), Option(HOLD))),), "shooting"),)

Pair = tuple[str, str]


def is_answered(state: TableState) -> bool:
    """Return whether the side whose bound it is has ended its shooting, so that the other one aims."""
    return state.phase == "shooting" and DONE in state.shot


def shooting_side(state: TableState) -> str:
    """Return the side that chooses targets now."""
    return state.passive if is_answered(state) else state.active


def aim(battle: Battle, state: TableState, pairs: Iterable[Pair], how: str = BEST) -> Any:
    """Choose one of these shots: the best by its odds unless they are bad, or the nearest. End the shooting
    if there is none, or to ``hold``.
    """
    found = list(pairs) if how != HOLD else []
    if how == NEAREST and found:
        shooter, target = min(found, key=lambda pair: (_distance(battle, state, pair), pair))
        return ShootOnBoard((shooter,), target)
    gain, best = max(((_gain(battle, state, pair), pair) for pair in found), default=(-1, ("", "")))
    return ShootOnBoard(best[:1], best[1]) if gain >= 0 else act.EndShooting()


def _gain(battle: Battle, state: TableState, pair: Pair) -> int:
    """Return the chance to kill less the chance to die, in 36ths."""
    position = position_of(battle, state)
    shot = telling.complete_shot(battle, state, position, ShootOnBoard(pair[:1], pair[1]))
    try:
        chances = odds(engagement.engage(battle, state, shot).situation)
    except IllegalAction:
        return -1
    killed, lost = (sum(side.get(fate, 0) for fate in FATAL) for side in (chances.b, chances.a))
    return killed - lost


def _distance(battle: Battle, state: TableState, pair: Pair) -> int:
    position = position_of(battle, state)
    if pair[1] not in position.elements:  # denizens
        return 0
    (x, y), (a, b) = (position.base(name).middle for name in pair)
    return (x - a) ** 2 + (y - b) ** 2


def order_of(orders: Facts) -> str:
    """Return how a standing order aims; "" without one."""
    return str((orders.get(ASKED) or {}).get("aim", ""))
