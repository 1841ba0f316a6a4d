"""A position as a value: a scenario and a state, with the queries that the rules need."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.italia.rules.scenario.types import ENTRY, FLEET, Area, Nation, Options, Scenario
from campaigns.italia.rules.state.locations import Standing, locations_of
from campaigns.italia.rules.state.state import City, Holdings, State, Units
from engine.frames import stack_lines
from engine.values import dataclass

NO_UNITS: Units = {}


@dataclass(frozen=True)
class Setting:
    """The parts of a game that never change."""

    scn: Scenario
    options: Options


class Position:
    """A game state with the queries that the rules need. The locations of pieces are cached and shared by
    states with the same pieces (:mod:`locations`).
    """

    __slots__ = ("_standing", "scn", "setting", "state")

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting, self.state = setting, state
        self.scn = setting.scn
        self._standing: Standing | None = None

    @property
    def standing(self) -> Standing:
        if self._standing is None:
            self._standing = locations_of(self.scn, self.state.units, self.state.leaders)
        return self._standing

    def nation(self, nation: str) -> Nation:
        return self.scn.nations[nation]

    def seat(self, nation: str) -> str:
        return self.scn.nations[nation].seat

    def holdings(self, nation: str) -> Holdings:
        return self.state.nations[nation]

    def area(self, place: str) -> Area:
        return self.scn.board.areas[place]

    # --- locations of pieces ---

    def units(self, place: str, nation: str) -> Units:
        here = self.state.units.get(place)
        return here.get(nation, NO_UNITS) if here else NO_UNITS

    def troops(self, place: str, nation: str) -> int:
        """Return the number of a nation's land units in a place. At sea, these are aboard its fleets."""
        return sum(number for unit, number in self.units(place, nation).items() if unit != FLEET)

    def fleets(self, place: str, nation: str) -> int:
        return self.units(place, nation).get(FLEET, 0)

    def leaders(self, place: str, nation: str) -> tuple[str, ...]:
        return self.standing.leaders_at(place, nation)

    def leader_at(self, leader: str) -> str:
        """Return a leader's place, or "" if the leader is off the map."""
        piece = self.state.leaders.get(leader)
        return piece.at if piece else ""

    def dead(self, leader: str) -> bool:
        return f"dead:{leader}" in self.state.tallies

    def nations_at(self, place: str) -> tuple[str, ...]:
        """Return the nations with a piece in a place, in order of play."""
        return self.standing.nations_at(place)

    def holds(self, nation: str, area: str) -> bool:
        """Return whether a nation controls a land area, by a unit or leader in it (6.1)."""
        return bool(self.units(area, nation) or self.leaders(area, nation))

    def areas_of(self, nation: str) -> tuple[str, ...]:
        """Return the land areas that a nation controls, in board order."""
        return self.standing.areas_of(nation)

    def places_of(self, nation: str) -> tuple[str, ...]:
        """Return the areas and seas with pieces of a nation."""
        return self.standing.places_of(nation)

    def alive(self, nation: str) -> bool:
        """Return whether a nation has any piece on the map (12.1)."""
        return self.standing.alive(nation)

    def on_board(self, nation: str, unit: str) -> int:
        """Return the number of units of a type that a nation has, including those bought but not yet
        placed.
        """
        return self.standing.units_of(nation).get(unit, 0) + self.holdings(nation).aside.count(unit)

    def counters_left(self, nation: str, unit: str) -> int:
        return max(0, self.nation(nation).counters.get(unit, 0) - self.on_board(nation, unit))

    # --- cities ---

    def city(self, area: str) -> City | None:
        return self.state.cities.get(area)

    def has_city(self, area: str) -> bool:
        found = self.state.cities.get(area)
        return found is not None and found.standing

    def cities_of(self, nation: str) -> tuple[str, ...]:
        """Return the intact cities in areas that a nation controls."""
        return tuple(area for area in self.areas_of(nation) if self.has_city(area))

    # --- relations between nations ---

    def friends(self, one: str, other: str) -> bool:
        """Return whether two nations do not fight because they are the same or one is subject to the other
        (12.5).
        """
        return one == other or self.holdings(one).overlord == other or self.holdings(other).overlord == one

    def at_peace(self, one: str, other: str, area: str) -> bool:
        """Return whether two nations do not fight in an area, because they are friends or a card says so."""
        return (
            self.friends(one, other)
            or self._has_local_peace(one, other, area)
            or self._has_local_peace(other, one, area)
        )

    def _has_local_peace(self, one: str, other: str, area: str) -> bool:
        return any(
            peace["with"] == other and peace["area"] == area
            for peace in self.nation(one).effects.get("peace", ())
        )

    def treats_as_ordinary(self, nation: str, area: str) -> bool:
        """Return whether an area is ordinary for a nation. An entry area is ordinary only if the nation's
        card opens it.
        """
        if self.area(area).kind != ENTRY:
            return True
        right = self.nation(nation).rights.get(area)
        return right is not None and right.right == "normal"

    def may_enter(self, nation: str, area: str) -> bool:
        """Return whether units of a nation can enter an area at all (9.2)."""
        return self.area(area).kind != ENTRY or area in self.nation(nation).rights

    def meets(self, one: str, other: str, area: str) -> bool:
        """Return whether units of two nations in an area meet. In an entry area they do so only if the area
        is ordinary for both nations (9.2).
        """
        return self.area(area).kind != ENTRY or (
            self.treats_as_ordinary(one, area) and self.treats_as_ordinary(other, area)
        )

    def foes(self, nation: str, area: str) -> tuple[str, ...]:
        """Return the nations in a land area that a nation must fight now. There are none in a shared entry
        area while the nation's reinforcements can still leave it (9.2).
        """
        if area in self.state.today.arrived and nation == self.state.nation:
            return ()
        return self.enemies(nation, area)

    def enemies(self, nation: str, area: str) -> tuple[str, ...]:
        """Return the nations in a land area that a nation must fight, now or in their own turn."""
        here = self.nations_at(area)
        if not here or here == (nation,):
            return ()
        return tuple(
            other
            for other in here
            if other != nation and self.meets(nation, other, area) and not self.at_peace(nation, other, area)
        )

    def foreign(self, nation: str, area: str) -> tuple[str, ...]:
        """Return the other nations, including friends, that a nation meets in a land area."""
        return tuple(o for o in self.nations_at(area) if o != nation and self.meets(nation, o, area))

    # --- limits ---

    def limit(self, nation: str, area: str) -> int:
        """Return the number of a nation's units that can stay in an area. Its capital holds one more (8.0,
        8.1).
        """
        return self.area(area).limit + (self.capital(nation) == area)

    def capital(self, nation: str) -> str:
        """Return a nation's capital, or "" for none. The card fixes it, or it is an area that the nation
        named and still controls (8.1).
        """
        fixed = self.nation(nation).effect("fixed_capital")
        if fixed:
            return str(fixed["area"])
        named = self.holdings(nation).capital
        return named if named and self.holds(nation, named) else ""

    def attack_limit(self, nation: str, area: str, *, led: bool, invasion: bool) -> int:
        """Return the number of units that can attack in an area. It is the stacking limit plus one, plus one
        with a leader, plus one in a major invasion (8.3).
        """
        return self.area(area).limit + 1 + led + invasion

    # --- a description for debugging ---

    def describe(self) -> Iterator[str]:
        state = self.state
        yield f"round {state.round}, {state.nation or 'between turns'}"
        for place, here in sorted(state.units.items()):
            said = "; ".join(
                f"{nation} " + " ".join(f"{n} {u}" for u, n in units.items())
                for nation, units in here.items()
            )
            yield f"{place}: {said}"
        for name, piece in state.leaders.items():
            yield f"{name} ({piece.nation}) in {piece.at}"
        cities = [f"{a}{'' if c.standing else ' (ruin)'}" for a, c in sorted(state.cities.items())]
        yield f"cities: {', '.join(cities)}"
        for nation, has in state.nations.items():
            if has != Holdings() or state.scores.get(nation):
                subject = f", subject to {has.overlord}" if has.overlord else ""
                yield f"{nation}: {has.gold} gold, {state.scores.get(nation, 0) / 2:g} points{subject}"
        yield from stack_lines(state.stack)

    def __str__(self) -> str:
        return "\n".join(self.describe())
