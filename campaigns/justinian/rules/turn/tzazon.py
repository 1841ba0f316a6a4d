"""Tzazon, who arrives in Sardinia with Vandal troops and fleets from anywhere (4.22)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.justinian.rules.state.events import LeaderArrived
from campaigns.justinian.rules.state.handler import not_now, without_zeros
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, Army, State
from campaigns.justinian.rules.state.units import shift
from campaigns.justinian.rules.state.values import ArmySP, Detached, FleetKey, Ships, Unit
from engine.frames import Ask, Frame
from engine.game import Choice, Field, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class Tzazon(Frame):
    """The arrival of Tzazon in Sardinia, with the choice of the SP and fleets that come along (4.22)."""

    leader: str


@dataclass(frozen=True)
class BringTroops(Action):
    """Bring SP and fleets, given by unit, to Sardinia with Tzazon (4.22)."""

    land: Mapping[Unit, int]
    fleets: Mapping[Unit, int]


FLEET_CAPACITY = 10


@handler(Tzazon)
class TzazonHandler(FrameHandler):
    """Asks which SP Tzazon brings to Sardinia. At least 5 SP must come. They can come from anywhere, but
    those outside Sardinia need fleets.
    """

    def advance(self, play: Play, frame: Tzazon) -> bool:
        if play.scn.leaders[frame.leader].power in play.state.gone:
            play.pop()
            return True
        return False

    def sources(self, pos: Position, leader: str) -> dict[Unit, int]:
        power = pos.scn.leaders[leader].power
        armies = (a for a in pos.state.armies.values() if a.power == power and a.sp)
        units: dict[Unit, int] = {ArmySP(a.id): a.sp for a in armies}
        for province, groups in pos.state.detached.items():
            if groups.get(power):
                units[Detached(province, power)] = groups[power]
        return units

    def fleets(self, pos: Position, leader: str) -> dict[Unit, int]:
        power = pos.scn.leaders[leader].power
        return {Ships(k): f.sp for k, f in pos.state.fleets.items() if f.power == power}

    def least(self, pos: Position, leader: str) -> int:
        want = pos.scn.leaders[leader].arrives_with_min_sp or 0
        return min(want, pos.power_sp(pos.scn.leaders[leader].power))

    def default(self, pos: Position, leader: str) -> BringTroops:
        there = pos.scn.leaders[leader].arrives_in
        units = self.sources(pos, leader)
        order = sorted(
            units, key=lambda u: (place_of(pos.state, u) != there, isinstance(u, ArmySP), -units[u], u)
        )
        need, land = self.least(pos, leader), {}
        for unit in order:
            take = min(need, units[unit])
            if take:
                land[unit] = take
            need -= take
        fleets = self.fleets(pos, leader)
        moved = sum(n for u, n in land.items() if place_of(pos.state, u) != there)
        if not moved or not fleets:
            return BringTroops(land, {})
        biggest = max(sorted(fleets), key=lambda f: fleets[f])
        return BringTroops(land, {biggest: 1})

    def ask(self, pos: Position, frame: Tzazon) -> Ask:
        default = self.default(pos, frame.leader)
        return Ask(BARBARIAN, "new_leader", default, "4.22", {"leader": frame.leader})

    def choices(self, pos: Position, frame: Tzazon) -> tuple[Choice, ...]:
        """Return one choice per number of ships. Each ship carries 10 SP, and SP already in Sardinia need
        none.
        """
        leader = pos.scn.leaders[frame.leader]
        units, fleets = (
            self.sources(pos, frame.leader),
            self.fleets(pos, frame.leader),
        )
        land = tuple(
            Option(u, cost=int(place_of(pos.state, u) != leader.arrives_in), high=n) for u, n in units.items()
        )
        ships = tuple(Option(u, high=n) for u, n in fleets.items())
        least, there = self.least(pos, frame.leader), sum(units.values())
        abroad = sum(n for u, n in units.items() if place_of(pos.state, u) != leader.arrives_in)
        most = sum(fleets.values())
        choices = []
        for number in range(min(most, ships_for(abroad)) + 1):
            carried = number * FLEET_CAPACITY
            if least <= there - abroad + min(abroad, carried):
                fields: tuple[Field, ...] = (
                    Share("land", land, least, there, carried),
                    Share("fleets", ships, number, most),
                )
                facts = {"leader": frame.leader, "ships": number}
                choices.append(Choice("bring_troops", fields=fields, rule="4.22", facts=facts))
        if ships_for(least) > most:  # with too few ships, only the minimum number of SP goes
            fields = (Share("land", land, least, least), Share("fleets", ships, most, most))
            facts = {"leader": frame.leader, "ships": most}
            choices.append(Choice("bring_troops", fields=fields, rule="4.22", facts=facts))
        return tuple(choices)

    def answer(self, play: Play, frame: Tzazon, action: Action) -> None:
        if not isinstance(action, BringTroops):
            not_now(action)
            return
        pos, leader = play.pos, play.scn.leaders[frame.leader]
        units, fleets = self.sources(pos, frame.leader), self.fleets(pos, frame.leader)
        land, ships = without_zeros(action.land), without_zeros(action.fleets)
        for given, there in ((land, units), (ships, fleets)):
            for unit, sp in given.items():
                if sp > there.get(unit, 0):
                    refuse("4.22", "more_than_there_is", unit=unit, sp=there.get(unit, 0))
        goal = leader.arrives_in or "sardinia"
        least = self.least(pos, frame.leader)
        total = sum(land.values())
        if total < least:
            refuse("4.22", "too_few_sp", low=least)
        moved = sum(n for u, n in land.items() if place_of(pos.state, u) != goal)
        needed = ships_for(moved)
        ashore = Ships(FleetKey(leader.power, goal))
        there_already = sum(n for u, n in ships.items() if u == ashore)
        if sum(ships.values()) < min(needed, sum(fleets.values())):
            refuse("4.22", "too_few_fleets", needed=needed)
        if sum(fleets.values()) < needed and total > least:
            refuse("4.22", "no_more_than_five", sp=least)
        play.pop()
        play.put(Army(frame.leader, leader.power, frame.leader, goal, 0))
        play.tell(LeaderArrived(frame.leader, goal))
        for unit, sp in land.items():
            shift(play, unit, ArmySP(frame.leader), sp, "arrival")
        if there_already < sum(ships.values()):
            for unit, sp in ships.items():
                if unit != ashore:
                    shift(play, unit, ashore, sp, "arrival")


def ships_for(sp: int) -> int:
    """Return the fleet SP needed to carry the troops."""
    return -(-sp // FLEET_CAPACITY)


def place_of(state: State, unit: Unit) -> str:
    """Return the place of a Vandal army or of detached Vandal SP."""
    return unit.province if isinstance(unit, Detached) else state.armies[unit.army].at
