"""The price of a tactical move, with its reasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState

RULE: Final = "pips"
HARD_TO_MOVE: Final = frozenset({"El", "Hd", "WWg", "Art"})


def surcharges(
    battle: Battle, state: TableState, elements: Iterable[str], *, far: bool = False, dismount: bool = False
) -> tuple[str, ...]:
    """The reasons why the active side's move costs more than one PIP: one reason per extra PIP, none in its
    first bound. ``far`` is seen on the table by the players: all elements start more than 1200 paces from the
    general, or more than 600 and hidden from him.
    """
    if state.own_bound() == 1:
        return ()
    reasons = []
    if dismount:
        reasons.append("dismounting")  # (a)
    elif any(battle.base(e, state).type in HARD_TO_MOVE for e in elements):
        reasons.append("hard_to_move")  # (a)
    general = state.elements[battle.general(state.active)]
    if general.where == "lost":
        reasons.append("general_lost")  # (b)
    elif far:
        reasons.append("far_from_general")  # (b)
    if general.where in ("camp", "enemy_camp", "bua") or (
        general.where == "table" and state.general_in.get(state.active)
    ):
        reasons.append("general_hindered")  # (c)
    return tuple(reasons)


def distance_matters(battle: Battle, state: TableState) -> bool:
    """Whether a move's distance from the general matters: not in a side's first bound, nor after his loss."""
    return state.own_bound() > 1 and state.elements[battle.general(state.active)].where != "lost"


def cost(reasons: tuple[str, ...]) -> int:
    """The PIPs for one tactical move: one, and one for each reason."""
    return 1 + len(reasons)
