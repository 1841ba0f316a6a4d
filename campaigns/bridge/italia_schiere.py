"""Italia to *Schiere* and back: see campaigns.bridge.schiere_bridge. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.schiere.rules.board.troops import CHIEFS
from campaigns.bridge import italia_combat
from campaigns.bridge.schiere_armies import BOXES, read
from campaigns.bridge.schiere_bridge import Leading, SchiereBridge, wings_of
from engine.game import Facts, Force, ForceUnit, OpenBattle, OwnChances


class ItaliaSchiere(SchiereBridge):
    """The bridge: see engine.game.Bridge."""

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
        """The sides of the box: the attacker takes the fitting one, unless it fits the defender alone."""
        wanted = {side: _box(getattr(battle, side)) for side in ("attacker", "defender")}
        first = wanted["attacker"] or next((b for b in BOXES if b != wanted["defender"]), BOXES[0])
        return {"attacker": first, "defender": next(box for box in BOXES if box != first)}

    def mix(self, unit: ForceUnit, battle: OpenBattle) -> Mapping[str, int]:
        found: Mapping[str, int] = (
            _data()["units"].get(unit.kind) or _data()["nations"][unit.power]["infantry"]
        )
        return found

    def leading(self, force: Force) -> Leading:
        commander = force.facts["commander"]
        named = {leader: kind for kind, leaders in _data()["chiefs"].items() for leader in leaders}
        kinds = tuple(_data()["wings"]["order"])
        others = [(leader, kinds) for leader in force.facts["leaders"] if leader != commander]
        return Leading(named.get(commander, CHIEFS[0]), commander, wings_of(others))

    def place(self, battle: OpenBattle) -> tuple[str, str]:
        ground = battle.ground
        wet = sum(ground["seaborne"].values())
        if ground["city"]:
            return str(ground["area"]), "walls"
        if ground["ground"] in ("highland", "marsh"):
            return str(ground["area"]), str(ground["ground"])
        return str(ground["area"]), "shore" if 2 * wet >= battle.attacker.sp else "open"

    def fates(self, battle: OpenBattle, fallen: Mapping[str, bool]) -> tuple[tuple[str, str], ...]:
        """Decide the fate of commanders in chief who fell: they die in the campaign too if their army was
        beaten badly; otherwise they are carried off the field."""
        leaders = ((getattr(battle, side).facts["commander"], badly) for side, badly in fallen.items())
        return tuple((leader, "killed" if badly else "lost") for leader, badly in leaders if leader)

    def kept(self, battle: OpenBattle, winner: str | None, losses: dict[str, int]) -> dict[str, int]:
        return italia_combat.some_left(battle, winner, losses)


def _box(force: Force) -> str:
    """The side of the box that fits a nation; "" if both do."""
    nation, boxes = force.units[0].power, _data()["box"]
    return next((box for box in BOXES if nation in boxes[box]), "")


def _data() -> Mapping[str, Any]:
    return read("italia_schiere")


BRIDGE: Final = ItaliaSchiere()
