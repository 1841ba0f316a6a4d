"""Convert Justinian's battles to *Cataphract* and back (see campaigns.bridge.cataphract.bridge)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaigns.bridge import by_table, leadership
from campaigns.bridge.cataphract.armies import data
from campaigns.bridge.cataphract.bridge import CataphractBridge
from campaigns.bridge.composition import POOR
from campaigns.bridge.from_justinian import FromJustinian, further_leaders
from engine.game import Facts, Force, ForceUnit, OpenBattle


class JustinianCataphract(FromJustinian, CataphractBridge):
    """The bridge from Justinian to *Cataphract* (see engine.game.Bridge)."""

    fate = "lost"  # a leader survives as long as the leader's army does (8.26)

    def better_led(self, battle: OpenBattle) -> Mapping[str, int]:
        return leadership.bonus(leadership.modifiers(battle))

    def leaders(self, force: Force, scenario: Facts) -> Mapping[str, str]:
        """Return the names of a side's leaders by id. The commander comes first, followed by the leaders of
        further armies, the strongest first.
        """
        commander = force.facts.get("commander")
        led = [*([commander] if commander else []), *(str(unit.leader) for unit in further_leaders(force))]
        return {leader: by_table.leader(leader, scenario) for leader in led}

    def troops(self, unit: ForceUnit) -> Mapping[str, int]:
        found: Mapping[str, int] = data()["power"][unit.power]["poor" if unit.kind in POOR else "mix"]
        return found


BRIDGE: Final = JustinianCataphract()
