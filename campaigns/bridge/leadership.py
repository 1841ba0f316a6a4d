"""The effects of better leadership in DBA. Some modifiers of the campaign's battle table have no counterpart
on a DBA table. Instead, they add PIPs or make an army break after fewer losses. This is our own design.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.game import OpenBattle

# Modifiers of the campaign's battle table that the DBA table does not represent, or not fully. A river or a
# landing alone costs an attacker much less than the campaign's -2 for a crossing (bench/bridge). The other
# modifiers are represented: strength_differential by the number of elements, city and fort by a built-up
# area, and weak troops, in the open or not, by poorer elements.
COUNTED: Final = frozenset(
    {
        "leader",
        "byzantine_attack",
        "ostrogoth_attack",
        "vandal_attack",
        "crossing",
        "coastal",
        "disorganised",
        "defeated",
    }
)
MUCH: Final = 3  # the lead in modifiers that earns a second PIP
STEP: Final = 2  # each lead of this size makes the other army break one element sooner


def modifiers(battle: OpenBattle) -> dict[str, dict[str, int]]:
    """Return the modifiers that each side has in the campaign's battle, by code. Only those in COUNTED are
    included.
    """
    return {
        side: {
            code: value for code, value in battle.ground.get(f"{side}_drms", {}).items() if code in COUNTED
        }
        for side in ("attacker", "defender")
    }


def bonus(counted: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return the PIPs that each side adds to its rolls. The side with the greater sum adds 1, or 2 if its
    lead is three or more.
    >>> bonus({"attacker": {"leader": 2, "byzantine_attack": 1}, "defender": {}})
    {'attacker': 2, 'defender': 0}
    >>> bonus({"attacker": {}, "defender": {"leader": 1}})
    {'attacker': 0, 'defender': 1}
    """
    better = _attacker_advantage(counted)
    worth = 2 if abs(better) >= MUCH else 1
    return {"attacker": worth if better > 0 else 0, "defender": worth if better < 0 else 0}


def steadiness(battle: OpenBattle, counted: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Return the reasons why each side breaks sooner, each with a negative number of elements. The reasons
    are worse leadership, water at its back, and garrisons or stragglers caught outside walls. The DBA
    table underrates these (bench/bridge).
    """
    better = _attacker_advantage(counted)
    found: dict[str, dict[str, int]] = {"attacker": {}, "defender": {}}
    if abs(better) >= STEP:
        found["defender" if better > 0 else "attacker"]["worse_led"] = -(abs(better) // STEP)
    if "crossing" in battle.ground.get("attacker_drms", {}):
        found["attacker"]["water_behind"] = -1
    if "in_the_open" in battle.ground.get("defender_drms", {}):
        found["defender"]["in_the_open"] = -1
    return found


def _attacker_advantage(counted: Mapping[str, Mapping[str, int]]) -> int:
    """Return the attacker's advantage in leadership, which is negative if the defender is better led."""
    return sum(counted["attacker"].values()) - sum(counted["defender"].values())
