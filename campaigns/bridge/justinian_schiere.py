"""Justinian to *Schiere* and back: see campaigns.bridge.schiere_bridge. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.schiere.rules.board.troops import CHIEFS, WINGS
from campaigns.bridge import by_table
from campaigns.bridge.composition import POOR
from campaigns.bridge.schiere_armies import read
from campaigns.bridge.schiere_bridge import Leading, SchiereBridge, wings_of
from engine.game import Facts, Force, ForceUnit, OpenBattle, OwnChances

ROMAN: Final = "byzantium"  # the seat that plays with the Roman counters
MOUNTED: Final = ("horse", "riders", "elephants")


class JustinianSchiere(SchiereBridge):
    """The bridge: see engine.game.Bridge."""

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
        row = _data()["power"][unit.power]
        found: Mapping[str, int] = row["poor" if unit.kind in POOR else "mix"]
        return found

    def leading(self, force: Force) -> Leading:
        """The commander by their rating; the leaders of further armies, the strongest first."""
        commander, chiefs = force.facts.get("commander"), _data()["chiefs"]
        rating = str(force.facts.get("battle", 0)) if commander else "none"
        others = sorted(
            (unit for unit in force.units if unit.leader and unit.leader != commander),
            key=lambda unit: (-unit.sp, unit.id),
        )
        named = {str(unit.leader): _wings(unit) for unit in others}
        return Leading(chiefs[rating], commander, wings_of(list(named.items())))

    def place(self, battle: OpenBattle) -> tuple[str, str]:
        ground = battle.ground
        held = (ground.get("city") or ground.get("fort")) and ground.get("defender_controls")
        for kind, here in (("strait", "strait"), ("shore", "landing")):
            if ground.get(here):
                return str(ground["province"]), kind
        return str(ground["province"]), "walls" if held else "open"


def _wings(unit: ForceUnit) -> tuple[str, ...]:
    """The kinds of wing commander that a leader of such troops can be."""
    mix = _data()["power"][unit.power]["mix"]
    mounted = sum(share for sort, share in mix.items() if sort in MOUNTED)
    return tuple(_data()["wings"]["horse" if 2 * mounted > sum(mix.values()) else "foot"])


def _data() -> Mapping[str, Any]:
    """Read the data file. Raises ValueError for unknown kinds of commanders."""
    found = read("justinian_schiere")
    kinds = {*found["chiefs"].values(), *(kind for row in found["wings"].values() for kind in row)}
    if kinds - {*CHIEFS, *WINGS}:
        raise ValueError(f"justinian_schiere.toml: unknown commanders {sorted(kinds - {*CHIEFS, *WINGS})}")
    return found


BRIDGE: Final = JustinianSchiere()
