"""The page's summary of a set-up by hand: the forces already placed and those left (3.2, 3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.justinian.rules.state.values import Detached, Frontier, Place, Ships
from campaigns.justinian.wording.names import Names
from engine.game import Facts


@dataclass(frozen=True)
class DeploymentCount:
    """The progress of a power's deployment, with the units placed and the SP and leaders left."""

    name: str
    units: tuple[tuple[str, int], ...]
    land: int
    fleets: int
    leaders: tuple[str, ...]
    begun: bool  # whether land units are already placed

    @property
    def complete(self) -> bool:
        return not self.land and not self.fleets and not self.leaders


def deployment(facts: Mapping[str, Any], view: Facts, names: Names) -> tuple[DeploymentCount, ...]:
    """Return the deployment progress of each of the seat's powers, taken from the decision's ``facts``."""
    if "land" in facts:
        missing = tuple(names.army(a) for a in facts["armies"])
        return (_placement_of("byzantium", facts["land"], facts["fleets"], missing, view, names),)
    return tuple(
        _placement_of(
            power,
            left["land"],
            left["fleets"],
            (names.leader(left["leader"]),) if left["leader"] else (),
            view,
            names,
        )
        for power, left in facts.items()
    )


def _placement_of(
    power: str, land: int, fleets: int, leaders: tuple[str, ...], view: Facts, names: Names
) -> DeploymentCount:
    units = [
        (f"{names.army(a['id'])}, {names.place(a['at'])}", a["total"])
        for a in view["armies"]
        if a["power"] == power and not Place(a["at"]).is_box
    ]
    if power == "byzantium":
        units += [(names.unit(Frontier(p)), g["sp"]) for p, g in view["frontier"].items()]
    units += [
        (names.unit(Detached(p, power)), here[power])
        for p, here in view["detached"].items()
        if here.get(power)
    ]
    begun = bool(units)
    units += [(names.unit(Ships(f["id"])), f["sp"]) for f in view["fleets"] if f["power"] == power]
    return DeploymentCount(names.power(power), tuple(units), land, fleets, leaders, begun)
