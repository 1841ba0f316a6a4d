"""Who is better led: the campaign's modifiers that no element, bank or wall can show, as PIPs. Design."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.game import OpenBattle

# Modifiers of the campaign's battle table that nothing else on the DBA table stands for, or not enough: a
# river or a landing alone costs an attacker much less than the campaign's -2 for a crossing (bench/bridge).
# Of the others strength_differential is the number of elements; city and fort are a built-up area; weak
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
MUCH: Final = 3  # so much better is worth a second PIP


def modifiers(battle: OpenBattle) -> dict[str, dict[str, int]]:
    """What counts for the attacker and for the defender, by the campaign's own codes."""
    return {
        side: {
            code: value for code, value in battle.ground.get(f"{side}_drms", {}).items() if code in COUNTED
        }
        for side in ("attacker", "defender")
    }


def bonus(counted: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """PIPs added to each roll: 1 for the side whose sum is greater, 2 when it is greater by three or more.

    >>> bonus({"attacker": {"leader": 2, "byzantine_attack": 1}, "defender": {}})
    {'attacker': 2, 'defender': 0}
    >>> bonus({"attacker": {}, "defender": {"leader": 1}})
    {'attacker': 0, 'defender': 1}
    """
    sums = {side: sum(values.values()) for side, values in counted.items()}
    better = sums["attacker"] - sums["defender"]
    worth = 2 if abs(better) >= MUCH else 1
    return {"attacker": worth if better > 0 else 0, "defender": worth if better < 0 else 0}
