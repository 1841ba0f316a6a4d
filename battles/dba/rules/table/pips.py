"""The price of a tactical move in PIPs, with the reasons for it."""

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
    """Return the reasons why the active side's move costs more than one PIP. Each reason costs an extra PIP.
    In a side's first bound there are none.

    ``far``: whether every element starts more than 1200 paces from the general, or more than 600 and hidden
    from the general.
    """
    if state.own_bound() == 1:
        return ()
    reasons = []
    if dismount:
        reasons.append("dismounting")  # section "pips", case (a)
    elif any(battle.base(e, state).type in HARD_TO_MOVE for e in elements):
        reasons.append("hard_to_move")  # section "pips", case (a)
    general = state.elements[battle.general(state.active)]
    if general.where == "lost":
        reasons.append("general_lost")  # section "pips", case (b)
    elif far:
        reasons.append("far_from_general")  # section "pips", case (b)
    if general.where in ("camp", "enemy_camp", "bua") or (
        general.where == "table" and state.general_in.get(state.active)
    ):
        reasons.append("general_hindered")  # section "pips", case (c)
    return tuple(reasons)


def distance_matters(battle: Battle, state: TableState) -> bool:
    """Return whether the distance from the general can raise a move's price. It cannot in a side's first
    bound, or once the general is lost.
    """
    return state.own_bound() > 1 and state.elements[battle.general(state.active)].where != "lost"


def cost(reasons: tuple[str, ...]) -> int:
    """Return the price of a tactical move in PIPs: one, plus one for each reason."""
    return 1 + len(reasons)
