"""The ports and seas that a fleet can reach, before it sails or at sea (7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.justinian.rules.sea.fleets import AREAS
from campaigns.justinian.rules.sea.sail import enter_sea, harbours, next_seas
from campaigns.justinian.rules.state.fleets import enemy_fleets_at
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail
from engine.values import dataclass


@dataclass(frozen=True)
class Voyage:
    """A fleet's voyage to ``goal``, which is a port or a sea to patrol. It lists the seas on the way and
    counts the enemy patrols that can intercept.
    """

    goal: str
    seas: tuple[str, ...]
    patrols: int

    @property
    def links(self) -> tuple[str, ...]:
        """Return the places along the voyage: its seas, and its goal if that is a port."""
        return self.seas if self.goal in self.seas else (*self.seas, self.goal)


def voyage_after_activation(pos: Position, activation: Mapping[str, Any]) -> Sail:
    """Return the voyage that would be in progress after an activation. ``activation``: the fixed fields of
    the choice.
    """
    place, power = str(activation["place"]), str(activation["power"])
    sea = place if place in pos.scn.seas else ""
    return Sail(power, pos.seat_of(power), AREAS, place, sea=sea, army=str(activation.get("army") or ""))


def voyages(pos: Position, sail: Sail) -> dict[str, Voyage]:
    """Return the best voyage to every port in reach and, for a fleet without cargo, to every sea it can
    patrol. The best has the fewest seas, then the fewest patrols. The fleet's current place is omitted.
    """
    here = sail.sea or sail.start
    found: dict[str, Voyage] = {}
    edge: dict[str, tuple[Sail, Voyage]] = {here: (sail, Voyage(here, (), 0))}
    seen = {here}
    while edge:
        for at, (frame, way) in edge.items():
            if at in pos.scn.seas:
                _record_ends(pos, frame, way, found)
        edge = _enter_next_seas(pos, edge, seen)
        seen |= set(edge)
    return {goal: one for goal, one in found.items() if goal != here}


def _record_ends(pos: Position, frame: Sail, way: Voyage, found: dict[str, Voyage]) -> None:
    for port in harbours(pos, frame):
        if port not in found or _rank(way) < _rank(found[port]):
            found[port] = Voyage(port, way.seas, way.patrols)
    if not frame.army:
        found.setdefault(frame.sea, Voyage(frame.sea, way.seas, way.patrols))


def _enter_next_seas(
    pos: Position, edge: Mapping[str, tuple[Sail, Voyage]], seen: set[str]
) -> dict[str, tuple[Sail, Voyage]]:
    """Return the seas that can be entered next, each with the voyage that meets the fewest patrols."""
    found: dict[str, tuple[Sail, Voyage]] = {}
    for frame, way in edge.values():
        for sea in next_seas(pos.setting, frame):
            patrols = way.patrols + len(enemy_fleets_at(pos.state, sea, frame.power))
            further = Voyage(sea, (*way.seas, sea), patrols)
            if sea not in seen and (sea not in found or _rank(further) < _rank(found[sea][1])):
                found[sea] = enter_sea(frame, sea), further
    return found


def _rank(way: Voyage) -> tuple[int, int, tuple[str, ...]]:
    return len(way.seas), way.patrols, way.seas
