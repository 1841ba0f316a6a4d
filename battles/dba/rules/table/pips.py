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
    """Return the reasons why the active side's move costs more than one PIP: one for each extra PIP, and none
    in its first bound.

    ``far`` is what the players see on the table: all elements start more than 1200 paces from the general, or
    more than 600 and hidden from him.
    """
    if state.own_bound() == 1:
        return ()
    reasons = []
    if dismount:
        reasons.append("dismounting")  # case (a) of the rule
    elif any(battle.base(e, state).type in HARD_TO_MOVE for e in elements):
        reasons.append("hard_to_move")  # case (a) of the rule
    general = state.elements[battle.general(state.active)]
    if general.where == "lost":
        reasons.append("general_lost")  # case (b) of the rule
    elif far:
        reasons.append("far_from_general")  # case (b) of the rule
    if general.where in ("camp", "enemy_camp", "bua") or (
        general.where == "table" and state.general_in.get(state.active)
    ):
        reasons.append("general_hindered")  # case (c) of the rule
    return tuple(reasons)


def distance_matters(battle: Battle, state: TableState) -> bool:
    """Return whether a move's distance from the general matters. It does not in a side's first bound, or once
    the general is lost.
    """
    return state.own_bound() > 1 and state.elements[battle.general(state.active)].where != "lost"


def cost(reasons: tuple[str, ...]) -> int:
    """Return the PIPs for one tactical move: one, plus one for each reason."""
    return 1 + len(reasons)
