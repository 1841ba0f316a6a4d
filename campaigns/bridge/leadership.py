"""The better led side: the campaign's modifiers that no element, bank or wall can represent become PIPs, and
losses that break an army sooner. This is our own design.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.game import OpenBattle

# Modifiers of the campaign's battle table that nothing else on the DBA table represents, or not fully: a
# river or a landing alone costs an attacker much less than the campaign's -2 for a crossing (bench/bridge).
# Of the others, strength_differential is the number of elements; city and fort are a built-up area; weak
# troops, also in the open, are poorer elements.
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
MUCH: Final = 3  # an advantage worth a second PIP
STEP: Final = 2  # the disadvantage that breaks an army one element sooner


def modifiers(battle: OpenBattle) -> dict[str, dict[str, int]]:
    """Return the modifiers of the attacker and of the defender, by the campaign's own codes."""
    return {
        side: {
            code: value for code, value in battle.ground.get(f"{side}_drms", {}).items() if code in COUNTED
        }
        for side in ("attacker", "defender")
    }


def bonus(counted: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return the PIPs added to each roll: 1 for the side whose sum is greater, 2 if it is greater by three or
    more.

    >>> bonus({"attacker": {"leader": 2, "byzantine_attack": 1}, "defender": {}})
    {'attacker': 2, 'defender': 0}
    >>> bonus({"attacker": {}, "defender": {"leader": 1}})
    {'attacker': 0, 'defender': 1}
    """
    better = _better(counted)
    worth = 2 if abs(better) >= MUCH else 1
    return {"attacker": worth if better > 0 else 0, "defender": worth if better < 0 else 0}


def steadiness(battle: OpenBattle, counted: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Return the reasons why a side breaks sooner, with the number of elements: worse leadership, the sea or
    a strait at its back, or garrisons and stragglers caught without walls. The table underrates these
    (bench/bridge).
    """
    better = _better(counted)
    found: dict[str, dict[str, int]] = {"attacker": {}, "defender": {}}
    if abs(better) >= STEP:
        found["defender" if better > 0 else "attacker"]["worse_led"] = -(abs(better) // STEP)
    if "crossing" in battle.ground.get("attacker_drms", {}):
        found["attacker"]["water_behind"] = -1
    if "in_the_open" in battle.ground.get("defender_drms", {}):
        found["defender"]["in_the_open"] = -1
    return found


def _better(counted: Mapping[str, Mapping[str, int]]) -> int:
    """Return the attacker's advantage in leadership; negative if the defender is better led."""
    return sum(counted["attacker"].values()) - sum(counted["defender"].values())
