"""Italia's half of every bridge: the facts about its combats from which armies are raised (see
campaigns.bridge.from_campaign).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.bridge import italia_combat
from campaigns.bridge.from_campaign import BOXES, SIDES, FromCampaign, read
from engine.game import Facts, Force, ForceUnit, OpenBattle, OwnChances


class FromItalia(FromCampaign):
    """Italia's half of a bridge (see engine.game.Bridge)."""

    campaign = "italia"

    def size(self, battle: OpenBattle) -> int:
        return italia_combat.size(battle)

    def chances(self, battle: OpenBattle) -> OwnChances:
        return italia_combat.campaign_chances(battle)

    def title(self, battle: OpenBattle, scenario: Facts) -> str:
        return italia_combat.title(battle, scenario)

    def power(self, unit: ForceUnit, scenario: Facts) -> str:
        return italia_combat.power(unit.power, scenario)

    def boxes(self, battle: OpenBattle) -> Mapping[str, str]:
        """Assign each side half of a boxed game's pieces. The attacker gets the half that fits their nation.
        If both halves fit, the attacker gets the one that the defender does not need.
        """
        wanted = {side: _box_half(getattr(battle, side)) for side in SIDES}
        first = wanted["attacker"] or next((b for b in BOXES if b != wanted["defender"]), BOXES[0])
        return {"attacker": first, "defender": next(box for box in BOXES if box != first)}

    def mix(self, unit: ForceUnit, battle: OpenBattle) -> Mapping[str, int]:
        found: Mapping[str, int] = (
            troops()["units"].get(unit.kind) or troops()["nations"][unit.power]["infantry"]
        )
        return found

    def place(self, battle: OpenBattle) -> tuple[str, str]:
        ground = battle.ground
        wet = sum(ground["seaborne"].values())
        if ground["city"]:
            return str(ground["area"]), "walls"
        if ground["ground"] in ("highland", "marsh"):
            return str(ground["area"]), str(ground["ground"])
        return str(ground["area"]), "shore" if 2 * wet >= battle.attacker.sp else "open"

    def adjust_losses(self, battle: OpenBattle, winner: str | None, losses: dict[str, int]) -> dict[str, int]:
        return italia_combat.leave_one_alive(battle, winner, losses)


def troops() -> Mapping[str, Any]:
    """Return the soldiers represented by each type of counter and by each nation's infantry, and the half of
    a boxed game's pieces that each nation uses.
    """
    return read("italia_troops")


def _box_half(force: Force) -> str:
    """Return the half of a boxed game's pieces that fits a nation, or "" if both fit."""
    nation, boxes = force.units[0].power, troops()["box"]
    return next((box for box in BOXES if nation in boxes[box]), "")
