"""Convert Italia's battles to Commands & Colors: Ancients and back (see campaigns.bridge.cca_bridge)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaigns.bridge import italia_combat
from campaigns.bridge.cca_bridge import KILLED, CcaBridge
from campaigns.bridge.from_italia import FromItalia
from engine.game import Facts, Force, OpenBattle


class ItaliaCca(FromItalia, CcaBridge):
    """The bridge from Italia to Commands & Colors: Ancients (see engine.game.Bridge)."""

    fate = KILLED

    def better_led(self, battle: OpenBattle) -> Mapping[str, int]:
        """Return, for each side, how many more leaders it has than the other side. This is 0 for the side
        with fewer leaders.
        """
        more = len(battle.attacker.facts["leaders"]) - len(battle.defender.facts["leaders"])
        return {"attacker": max(0, more), "defender": max(0, -more)}

    def leaders(self, force: Force, scenario: Facts) -> Mapping[str, str]:
        commander = force.facts["commander"]
        others = [leader for leader in force.facts["leaders"] if leader != commander]
        led = [*([commander] if commander else []), *others]
        return {leader: italia_combat.leader(leader, scenario) for leader in led}


BRIDGE: Final = ItaliaCca()
