"""The facts of Italia's combats for a bridge (campaigns.bridge.from_campaign). Pure code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.bridge import italia_combat
from campaigns.bridge.from_campaign import BOXES, SIDES, FromCampaign, read
from engine.game import Facts, Force, ForceUnit, OpenBattle, OwnChances


class FromItalia(FromCampaign):
    """Italia's half of a bridge; see engine.game.Bridge."""

    campaign = "italia"

    def size(self, battle: OpenBattle) -> int:
        return italia_combat.size(battle)

    def chances(self, battle: OpenBattle) -> OwnChances:
        return italia_combat.own_chances(battle)

    def title(self, battle: OpenBattle, scenario: Facts) -> str:
        return italia_combat.title(battle, scenario)

    def power(self, unit: ForceUnit, scenario: Facts) -> str:
        return italia_combat.power(unit.power, scenario)

    def boxes(self, battle: OpenBattle) -> Mapping[str, str]:
        """Give the attacker the half that fits them, unless it fits only the defender."""
        wanted = {side: _box(getattr(battle, side)) for side in SIDES}
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
        return italia_combat.some_left(battle, winner, losses)


def troops() -> Mapping[str, Any]:
    """Return the soldiers of each type of counter and each nation, and the half of a box that fits a
    nation.
    """
    return read("italia_troops")


def _box(force: Force) -> str:
    """Return the half of the box that fits a nation; "" if both do."""
    nation, boxes = force.units[0].power, troops()["box"]
    return next((box for box in BOXES if nation in boxes[box]), "")
