"""The choice of targets in the enemy's bound, by a player or by an absent player's standing order (L320).
The active side shoots first, because it must resolve all mutual shots. Then the other side chooses the
targets of its own shooters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from battles.dba.rules.board import table_terms
from battles.dba.rules.board.actions import ShootOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.odds import odds
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import engagement
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import SHOOTING_DONE, TableState
from engine.game import Facts, IllegalAction, Option, OrderKind, Pick

ASKED: Final = "dba_targets"  # kind of the passive side's decision and of its standing order
BEST, NEAREST, HOLD = "best", "nearest", "hold"
FATAL: Final = ("destroyed", "surrender")
ORDERS: Final = (OrderKind(ASKED, (Pick("aim", (Option(BEST), Option(NEAREST), Option(HOLD))),), "shooting"),)

Volley = tuple[tuple[str, ...], str]  # the shooters, and their target


def passive_side_shoots(state: TableState) -> bool:
    """Return whether the active side has ended its shooting, so that the passive side chooses targets."""
    return state.phase == "shooting" and SHOOTING_DONE in state.shot


def shooting_side(state: TableState) -> str:
    """Return the side that now chooses targets."""
    return state.passive if passive_side_shoots(state) else state.active


def aim(battle: Battle, state: TableState, volleys: Iterable[Volley], how: str = BEST) -> Any:
    """Return the action for the chosen volley, or the action that ends the shooting if there is no volley.
    BEST takes the volley with the best odds, or ends the shooting if even the best odds are bad. NEAREST
    takes the volley with the nearest target. Ties go to the volley with more shooters. HOLD always ends the
    shooting.
    """
    found = list(volleys) if how != HOLD else []
    if how == NEAREST and found:
        nearest = min(found, key=lambda one: (_distance(battle, state, one), -len(one[0]), one))
        return ShootOnBoard(*nearest)
    rated = ((_gain(battle, state, one), len(one[0]), one) for one in found)
    gain, _number, best = max(rated, default=(-1, 0, ((), "")))
    return ShootOnBoard(*best) if gain >= 0 else act.EndShooting()


def _gain(battle: Battle, state: TableState, volley: Volley) -> int:
    """Return the chance to kill minus the chance to die, in 36ths, or -1 if the rules forbid the volley."""
    position = position_of(battle, state)
    shot = table_terms.complete_shot(battle, state, position, ShootOnBoard(*volley))
    try:
        chances = odds(engagement.engage(battle, state, shot).situation)
    except IllegalAction:
        return -1
    killed, lost = (sum(side.get(fate, 0) for fate in FATAL) for side in (chances.b, chances.a))
    return killed - lost


def _distance(battle: Battle, state: TableState, volley: Volley) -> int:
    position = position_of(battle, state)
    (first, *_helpers), target = volley
    if target not in position.elements:  # the target is "denizens"
        return 0
    (x, y), (a, b) = (position.base(name).middle for name in (first, target))
    return (x - a) ** 2 + (y - b) ** 2


def order_of(orders: Facts) -> str:
    """Return how a standing order chooses targets, or "" if there is no order."""
    return str((orders.get(ASKED) or {}).get("aim", ""))
