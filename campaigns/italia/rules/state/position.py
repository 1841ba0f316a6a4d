"""A position as a value: the scenario, the state, and the queries of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.italia.rules.scenario.types import ENTRY, FLEET, Area, Nation, Options, Scenario
from campaigns.italia.rules.state.standing import Standing, standing
from campaigns.italia.rules.state.state import City, Holdings, State, Units
from engine.frames import stack_lines
from engine.values import dataclass

NO_UNITS: Units = {}


@dataclass(frozen=True)
class Setting:
    """The parts of a game that do not change."""

    scn: Scenario
    options: Options


class Position:
    """A game state with the queries that the rules need. Locations are computed once for all states with the
    same pieces (:mod:`standing`).
    """

    __slots__ = ("_standing", "scn", "setting", "state")

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting, self.state = setting, state
        self.scn = setting.scn
        self._standing: Standing | None = None

    @property
    def standing(self) -> Standing:
        if self._standing is None:
            self._standing = standing(self.scn, self.state.units, self.state.leaders)
        return self._standing

    def nation(self, nation: str) -> Nation:
        return self.scn.nations[nation]

    def seat(self, nation: str) -> str:
        return self.scn.nations[nation].seat

    def holdings(self, nation: str) -> Holdings:
        return self.state.nations[nation]

    def area(self, place: str) -> Area:
        return self.scn.board.areas[place]

    # --- who is where ---

    def units(self, place: str, nation: str) -> Units:
        here = self.state.units.get(place)
        return here.get(nation, NO_UNITS) if here else NO_UNITS

    def troops(self, place: str, nation: str) -> int:
        """Return the land units of a nation in a place; at sea, those aboard its fleets."""
        return sum(number for unit, number in self.units(place, nation).items() if unit != FLEET)

    def fleets(self, place: str, nation: str) -> int:
        return self.units(place, nation).get(FLEET, 0)

    def leaders(self, place: str, nation: str) -> tuple[str, ...]:
        return self.standing.leaders_at(place, nation)

    def leader_at(self, leader: str) -> str:
        """Return a leader's place; "" if off the map."""
        piece = self.state.leaders.get(leader)
        return piece.at if piece else ""

    def dead(self, leader: str) -> bool:
        return f"dead:{leader}" in self.state.tallies

    def nations_at(self, place: str) -> tuple[str, ...]:
        """Return every nation with a piece there, in order of play."""
        return self.standing.nations_at(place)

    def holds(self, nation: str, area: str) -> bool:
        """Return whether the nation controls a land area: with any of its units or leaders (6.1)."""
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
        """Return the number of units of a type that a nation has, including those set aside."""
        return self.standing.units_of(nation).get(unit, 0) + self.holdings(nation).aside.count(unit)

    def counters_left(self, nation: str, unit: str) -> int:
        return max(0, self.nation(nation).counters.get(unit, 0) - self.on_board(nation, unit))

    # --- cities ---

    def city(self, area: str) -> City | None:
        return self.state.cities.get(area)

    def stands(self, area: str) -> bool:
        found = self.state.cities.get(area)
        return found is not None and found.standing

    def cities_of(self, nation: str) -> tuple[str, ...]:
        """Return the intact cities in areas that a nation controls."""
        return tuple(area for area in self.areas_of(nation) if self.stands(area))

    # --- how nations stand to each other ---

    def friends(self, one: str, other: str) -> bool:
        """Return whether the two nations are the same, or one is subject to the other, so that they do not
        fight (12.5).
        """
        return one == other or self.holdings(one).overlord == other or self.holdings(other).overlord == one

    def at_peace(self, one: str, other: str, area: str) -> bool:
        """Return whether two nations do not fight there, as friends or because of a card."""
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

    def uses(self, nation: str, area: str) -> bool:
        """Return whether an area is like any other for the nation: no entry area, or one that its card
        opens.
        """
        if self.area(area).kind != ENTRY:
            return True
        right = self.nation(nation).rights.get(area)
        return right is not None and right.right == "normal"

    def may_enter(self, nation: str, area: str) -> bool:
        """Return whether a unit of the nation can enter the area at all (9.2)."""
        return self.area(area).kind != ENTRY or area in self.nation(nation).rights

    def meets(self, one: str, other: str, area: str) -> bool:
        """Return whether two nations' units in an area meet. In an entry area they do so only if it is
        ordinary for both (9.2).
        """
        return self.area(area).kind != ENTRY or (self.uses(one, area) and self.uses(other, area))

    def foes(self, nation: str, area: str) -> tuple[str, ...]:
        """Return the nations in a land area that this one would have to fight; none if its reinforcements
        have just reached a shared entry area, where they can choose (9.2).
        """
        if area in self.state.today.arrived and nation == self.state.nation:
            return ()
        return self.enemies(nation, area)

    def enemies(self, nation: str, area: str) -> tuple[str, ...]:
        """Return the nations in a land area that this one must fight, now or in their turn."""
        here = self.nations_at(area)
        if not here or here == (nation,):
            return ()
        return tuple(
            other
            for other in here
            if other != nation and self.meets(nation, other, area) and not self.at_peace(nation, other, area)
        )

    def foreign(self, nation: str, area: str) -> tuple[str, ...]:
        """Return the other nations in a land area that this one meets, including friends."""
        return tuple(o for o in self.nations_at(area) if o != nation and self.meets(nation, o, area))

    # --- limits ---

    def limit(self, nation: str, area: str) -> int:
        """Return the number of a nation's units that can stay in an area: one more in its capital (8.0,
        8.1).
        """
        return self.area(area).limit + (self.capital(nation) == area)

    def capital(self, nation: str) -> str:
        """Return the capital: fixed, or one that the nation still controls (8.1)."""
        fixed = self.nation(nation).effect("fixed_capital")
        if fixed:
            return str(fixed["area"])
        named = self.holdings(nation).capital
        return named if named and self.holds(nation, named) else ""

    def attack_limit(self, nation: str, area: str, *, led: bool, invasion: bool) -> int:
        """Return the number of units that can attack: the stacking limit plus one, plus one with a leader,
        plus one in a major invasion (8.3).
        """
        return self.area(area).limit + 1 + led + invasion

    # --- a description for debugging ---

    def lines(self) -> Iterator[str]:
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
        return "\n".join(self.lines())
