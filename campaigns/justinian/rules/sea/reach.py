"""A fleet's reach and routes, before it sails or at sea (7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.justinian.rules.sea.fleets import AREAS
from campaigns.justinian.rules.sea.sail import enter_sea, harbours, next_seas
from campaigns.justinian.rules.state.fleets import hostile
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail
from engine.values import dataclass


@dataclass(frozen=True)
class Voyage:
    """A voyage of a fleet to ``goal``, a port or the sea that it will patrol: the seas on the way, and the
    number of enemy patrols that can intercept.
    """

    goal: str
    seas: tuple[str, ...]
    patrols: int

    @property
    def links(self) -> tuple[str, ...]:
        """Return every stretch of water on the way."""
        return self.seas if self.goal in self.seas else (*self.seas, self.goal)


def fleet_before(pos: Position, activation: Mapping[str, Any]) -> Sail:
    """Return the fleet as it would be under way after an activation (``fixed`` of the choice)."""
    place, power = str(activation["place"]), str(activation["power"])
    sea = place if place in pos.scn.seas else ""
    return Sail(power, pos.seat_of(power), AREAS, place, sea=sea, army=str(activation.get("army") or ""))


def voyages(pos: Position, sail: Sail) -> dict[str, Voyage]:
    """Return every port that the fleet can reach and, without cargo, every sea it can patrol, by the fewest
    seas and then the fewest patrols. Its current place is omitted.
    """
    here = sail.sea or sail.start
    found: dict[str, Voyage] = {}
    edge: dict[str, tuple[Sail, Voyage]] = {here: (sail, Voyage(here, (), 0))}
    seen = {here}
    while edge:
        for at, (frame, way) in edge.items():
            if at in pos.scn.seas:
                _end_there(pos, frame, way, found)
        edge = _onward(pos, edge, seen)
        seen |= set(edge)
    return {goal: one for goal, one in found.items() if goal != here}


def _end_there(pos: Position, frame: Sail, way: Voyage, found: dict[str, Voyage]) -> None:
    for port in harbours(pos, frame):
        if port not in found or _rank(way) < _rank(found[port]):
            found[port] = Voyage(port, way.seas, way.patrols)
    if not frame.army:
        found.setdefault(frame.sea, Voyage(frame.sea, way.seas, way.patrols))


def _onward(
    pos: Position, edge: Mapping[str, tuple[Sail, Voyage]], seen: set[str]
) -> dict[str, tuple[Sail, Voyage]]:
    """Return the seas entered next, each by the way with fewest patrols."""
    found: dict[str, tuple[Sail, Voyage]] = {}
    for frame, way in edge.values():
        for sea in next_seas(pos.setting, frame):
            patrols = way.patrols + len(hostile(pos.state, sea, frame.power))
            further = Voyage(sea, (*way.seas, sea), patrols)
            if sea not in seen and (sea not in found or _rank(further) < _rank(found[sea][1])):
                found[sea] = enter_sea(frame, sea), further
    return found


def _rank(way: Voyage) -> tuple[int, int, tuple[str, ...]]:
    return len(way.seas), way.patrols, way.seas
