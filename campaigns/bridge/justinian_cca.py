"""Convert Justinian's battles to Commands & Colors: Ancients and back (see campaigns.bridge.cca_bridge)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaigns.bridge import by_table, leadership
from campaigns.bridge.cca_bridge import CcaBridge
from campaigns.bridge.from_justinian import FromJustinian, further_leaders
from engine.game import Facts, Force, OpenBattle


class JustinianCca(FromJustinian, CcaBridge):
    """The bridge from Justinian to Commands & Colors: Ancients (see engine.game.Bridge)."""

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


BRIDGE: Final = JustinianCca()
