"""The locations of all units and leaders. They are cached, because most steps move few pieces."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.rules.state.state import LeaderPiece, Units

Placed = Mapping[str, Mapping[str, Units]]  # place -> nation -> units
Leaders = Mapping[str, LeaderPiece]

REMEMBERED = 256  # positions to cache: a step needs a few, and a bot that looks ahead needs more


class Standing:
    """The pieces on the map, with queries that are computed on first use."""

    def __init__(self, scn: Scenario, units: Placed, leaders: Leaders) -> None:
        self.scn, self.units, self.leaders = scn, units, leaders
        self._led: dict[str, dict[str, tuple[str, ...]]] = {}  # place -> nation -> leaders
        for name, piece in leaders.items():
            here = self._led.setdefault(piece.at, {})
            here[piece.nation] = (*here.get(piece.nation, ()), name)
        self._nations_at: dict[str, tuple[str, ...]] = {}
        self._areas_of: dict[str, tuple[str, ...]] = {}
        self._places_of: dict[str, tuple[str, ...]] = {}
        self._units_of: dict[str, dict[str, int]] = {}

    def leaders_at(self, place: str, nation: str) -> tuple[str, ...]:
        here = self._led.get(place)
        return here.get(nation, ()) if here else ()

    def nations_at(self, place: str) -> tuple[str, ...]:
        """Return the nations with a piece in a place, in order of play."""
        found = self._nations_at.get(place)
        if found is None:
            here = {*self.units.get(place, ()), *self._led.get(place, ())}
            if len(here) > 1:
                found = tuple(nation for nation in self.scn.nations if nation in here)
            else:
                found = tuple(here)
            self._nations_at[place] = found
        return found

    def areas_of(self, nation: str) -> tuple[str, ...]:
        """Return the land areas with a piece of a nation, in board order."""
        found = self._areas_of.get(nation)
        if found is None:
            held = self._held_places(nation)
            found = tuple(area for area in self.scn.board.areas if area in held) if held else ()
            self._areas_of[nation] = found
        return found

    def places_of(self, nation: str) -> tuple[str, ...]:
        """Return the areas where a nation has a piece, followed by the seas where it has one."""
        found = self._places_of.get(nation)
        if found is None:
            held = self._held_places(nation)
            seas = tuple(sea for sea in self.scn.board.seas if sea in held)
            found = self._places_of[nation] = (*self.areas_of(nation), *seas)
        return found

    def _held_places(self, nation: str) -> set[str]:
        held = {place for place, here in self.units.items() if nation in here}
        return held | {place for place, here in self._led.items() if nation in here}

    def alive(self, nation: str) -> bool:
        for here in self.units.values():
            if nation in here:
                return True
        return any(nation in here for here in self._led.values())

    def units_of(self, nation: str) -> Mapping[str, int]:
        """Return the number of units of each type that a nation has on the map."""
        found = self._units_of.get(nation)
        if found is None:
            found = self._units_of[nation] = {}
            for here in self.units.values():
                for unit, number in here.get(nation, {}).items():
                    found[unit] = found.get(unit, 0) + number
        return found


_KNOWN: dict[tuple[int, int], Standing] = {}


def locations_of(scn: Scenario, units: Placed, leaders: Leaders) -> Standing:
    """Return the locations of these pieces from a cache. The cache compares mappings by id, not by content,
    and keeps each of them alive so that its id stays unique.
    """
    key = (id(units), id(leaders))
    found = _KNOWN.get(key)
    if found is not None and found.units is units and found.leaders is leaders and found.scn is scn:
        return found
    if len(_KNOWN) >= REMEMBERED:
        _KNOWN.clear()
    found = _KNOWN[key] = Standing(scn, units, leaders)
    return found
