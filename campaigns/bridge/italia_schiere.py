"""Convert Italia's battles to *Schiere* and back (see campaigns.bridge.schiere_bridge)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battles.schiere.rules.board.troops import CHIEFS
from campaigns.bridge.from_campaign import read
from campaigns.bridge.from_italia import FromItalia
from campaigns.bridge.schiere_bridge import Leading, SchiereBridge, wings_of
from engine.game import Force, OpenBattle


class ItaliaSchiere(FromItalia, SchiereBridge):
    """The bridge from Italia to *Schiere* (see engine.game.Bridge)."""

    def leading(self, force: Force) -> Leading:
        commander, data = force.facts["commander"], read("italia_schiere")
        named = {leader: kind for kind, leaders in data["chiefs"].items() for leader in leaders}
        kinds = tuple(data["wings"]["order"])
        others = [(leader, kinds) for leader in force.facts["leaders"] if leader != commander]
        return Leading(named.get(commander, CHIEFS[0]), commander, wings_of(others))

    def fates(self, battle: OpenBattle, fallen: Mapping[str, bool]) -> tuple[tuple[str, str], ...]:
        """Return pairs (leader, fate) for the commanders in chief who fell. A commander whose army was beaten
        badly is "killed" in the campaign too. Any other was carried off the field and is "lost". ``fallen``
        maps each side whose commander fell to whether it was beaten badly.
        """
        leaders = ((getattr(battle, side).facts["commander"], badly) for side, badly in fallen.items())
        return tuple((leader, "killed" if badly else "lost") for leader, badly in leaders if leader)


BRIDGE: Final = ItaliaSchiere()
