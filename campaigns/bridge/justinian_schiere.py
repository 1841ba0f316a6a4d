"""Convert Justinian's battles to *Schiere* and back (see campaigns.bridge.schiere_bridge)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.schiere.rules.board.troops import CHIEFS, WINGS
from campaigns.bridge.from_campaign import read
from campaigns.bridge.from_justinian import FromJustinian, further_leaders, troops
from campaigns.bridge.schiere_bridge import Leading, SchiereBridge, wings_of
from engine.game import Force, ForceUnit

MOUNTED: Final = ("horse", "riders", "elephants")


class JustinianSchiere(FromJustinian, SchiereBridge):
    """The bridge from Justinian to *Schiere* (see engine.game.Bridge)."""

    def leading(self, force: Force) -> Leading:
        """Return the commanders of a side. The commander's rating decides the kind of commander in chief.
        The leaders of further armies become wing commanders, the strongest first.
        """
        commander, chiefs = force.facts.get("commander"), _data()["chiefs"]
        rating = str(force.facts.get("battle", 0)) if commander else "none"
        named = {str(unit.leader): _wings(unit) for unit in further_leaders(force)}
        return Leading(chiefs[rating], commander, wings_of(list(named.items())))


def _wings(unit: ForceUnit) -> tuple[str, ...]:
    """Return the kinds of wing commander that suit the leader of a unit, according to its troops."""
    mix = troops()[unit.power]["mix"]
    mounted = sum(share for sort, share in mix.items() if sort in MOUNTED)
    return tuple(_data()["wings"]["horse" if 2 * mounted > sum(mix.values()) else "foot"])


def _data() -> Mapping[str, Any]:
    """Read the data file. Raises ValueError if it names unknown kinds of commander."""
    found = read("justinian_schiere")
    kinds = {*found["chiefs"].values(), *(kind for row in found["wings"].values() for kind in row)}
    if kinds - {*CHIEFS, *WINGS}:
        raise ValueError(f"justinian_schiere.toml: unknown commanders {sorted(kinds - {*CHIEFS, *WINGS})}")
    return found


BRIDGE: Final = JustinianSchiere()
