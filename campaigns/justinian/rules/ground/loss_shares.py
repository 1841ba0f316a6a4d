"""How losses are shared out where nobody says it, or only a standing order does (8.21, 9.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaigns.justinian.rules.ground.state import State
from campaigns.justinian.rules.ground.units import LEVY, sp_of

# Sorts of units in the order in which they lose. The Lazi go home after the battle anyway (3.41).
GARRISONS_FIRST = {LEVY: 0, "ally": 1, "detached": 2, "frontier": 2, "army": 3, "fleet": 4}
ARMIES_FIRST = {LEVY: 0, "army": 1, "ally": 2, "detached": 3, "frontier": 3, "fleet": 4}
SPREAD = {LEVY: 0, "army": 1, "ally": 1, "detached": 1, "frontier": 1, "fleet": 1}


def shares(state: State, units: Iterable[str], sp: int, order: Mapping[str, int]) -> dict[str, int]:
    """One SP after the other, from the first sort in the order and there from whoever is strongest now. The
    last SP of an army, with which counter and leader go, is lost only when nobody else has any left."""
    left = {unit: sp_of(state, unit) for unit in units}
    armies = {unit: army_of(unit) for unit in left}
    rest = {army: state.armies[army].total for army in armies.values() if army in state.armies}
    taken: dict[str, int] = {}

    def rank(unit: str) -> tuple[bool, int, int, str]:
        return rest.get(armies[unit], 0) == 1, order[unit.partition(":")[0]], -left[unit], unit

    for _ in range(min(sp, sum(left.values()))):
        unit = min((u for u in left if left[u]), key=rank)
        left[unit] -= 1
        taken[unit] = taken.get(unit, 0) + 1
        if armies[unit] in rest:
            rest[armies[unit]] -= 1
    return taken


def army_of(unit: str) -> str:
    """The army that the unit marches in; "" for none."""
    kind, _, name = unit.partition(":")
    return name.partition(":")[0] if kind in ("army", "ally") else ""
