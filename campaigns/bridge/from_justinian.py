"""Justinian's half of every bridge: the facts about its battles from which armies are raised (see
campaigns.bridge.from_campaign).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from campaigns.bridge import by_table
from campaigns.bridge.composition import POOR
from campaigns.bridge.from_campaign import FromCampaign, read
from engine.game import Facts, Force, ForceUnit, OpenBattle, OwnChances

ROMAN: Final = "byzantium"  # the seat that uses the Roman pieces of a boxed game


class FromJustinian(FromCampaign):
    """Justinian's half of a bridge (see engine.game.Bridge)."""

    campaign = "justinian"

    def chances(self, battle: OpenBattle) -> OwnChances:
        return by_table.own_chances(battle)

    def title(self, battle: OpenBattle, scenario: Facts) -> str:
        return by_table.title(battle, scenario)

    def power(self, unit: ForceUnit, scenario: Facts) -> str:
        return by_table.power(unit.power, scenario)

    def boxes(self, battle: OpenBattle) -> Mapping[str, str]:
        first = "rome" if battle.attacker.seat == ROMAN else "carthage"
        return {"attacker": first, "defender": "carthage" if first == "rome" else "rome"}

    def mix(self, unit: ForceUnit, battle: OpenBattle) -> Mapping[str, int]:
        row = troops()[unit.power]
        found: Mapping[str, int] = row["poor" if unit.kind in POOR else "mix"]
        return found

    def place(self, battle: OpenBattle) -> tuple[str, str]:
        ground = battle.ground
        held = (ground.get("city") or ground.get("fort")) and ground.get("defender_controls")
        for kind, here in (("strait", "strait"), ("shore", "landing")):
            if ground.get(here):
                return str(ground["province"]), kind
        return str(ground["province"]), "walls" if held else "open"


def troops() -> Mapping[str, Any]:
    """Return the mix of soldiers in each power's good troops, and in its poor troops."""
    found: Mapping[str, Any] = read("justinian_troops")["power"]
    return found


def further_leaders(force: Force) -> list[ForceUnit]:
    """Return the strongest unit of each leader who does not command the whole side, in order of strength."""
    commander = force.facts.get("commander")
    others = sorted(
        (unit for unit in force.units if unit.leader and unit.leader != commander),
        key=lambda unit: (-unit.sp, unit.id),
    )
    named = {str(unit.leader): unit for unit in reversed(others)}
    return [unit for unit in others if named[str(unit.leader)] is unit]
