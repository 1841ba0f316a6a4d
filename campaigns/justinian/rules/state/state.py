"""The state of a *Justinian* game: the map, and the decision in progress. It is frozen, and changed by
copying.
The scenario is not part of the state. Places are ids: a province, an off-map box (``<power>_box``) or a
sea area. Sides are seats: "byzantium" and "barbarian"; powers are "byzantium" and the sixteen barbarian
ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeVar

from campaigns.justinian.rules.state.values import FleetKey
from engine.frames import CopyOnChange, Stacked
from engine.values import dataclass

F = TypeVar("F")

BYZANTIUM = "byzantium"
BARBARIAN = "barbarian"
REVOLT = "revolt"  # the In Revolt marker
MAJORS = ("persia", "vandals", "ostrogoths")
TREASURE_POWERS = ("vandals", "ostrogoths")


@dataclass(frozen=True)
class Army(CopyOnChange):
    """A Byzantine army counter, or a barbarian leader with the SP under their command (4.34).
    ``sp``: the power's SP. ``allied``: SP of minor powers in the army (6.34, 7.17). ``head``: the army
    under which this one is combined. The head's leader commands the whole force (6.44, 6.52).
    """

    id: str
    power: str
    leader: str | None
    at: str
    sp: int
    allied: Mapping[str, int] = field(default_factory=dict)
    disorganised: bool = False
    defeated: bool = False
    unpaid: bool = False
    head: str | None = None

    @property
    def total(self) -> int:
        return self.sp + sum(self.allied.values()) if self.allied else self.sp


@dataclass(frozen=True)
class Garrison:
    """The Byzantine frontier SP of one province."""

    sp: int
    unpaid: bool = False


@dataclass(frozen=True)
class Fleet:
    """The fleet SP of one power in one port (a province) or on patrol (a sea area)."""

    power: str
    at: str
    sp: int
    unpaid: bool = False


@dataclass(frozen=True)
class State(Stacked):
    """The complete state of a game."""

    turn: int
    gold: int
    armies: Mapping[str, Army]
    frontier: Mapping[str, Garrison]
    detached: Mapping[str, Mapping[str, int]]  # province -> power -> its detached SP
    fleets: Mapping[FleetKey, Fleet]
    markers: Mapping[str, str]  # province -> power in control, or REVOLT
    forts: frozenset[str]  # provinces with forts built during the game
    treasuries: Mapping[str, str]  # power -> province of its treasury
    cup: tuple[str, ...]  # the Magistri Militum that can be drawn, sorted by id
    lone: Mapping[str, str]  # Magistri Militum without an army -> province
    alliances: Mapping[str, str] = field(default_factory=dict)  # minor -> barbarian | neutral | byzantium
    recruited: frozenset[str] = frozenset()  # leaders and powers that have recruited this turn
    gone: frozenset[str] = frozenset()  # powers eliminated from the game (8.28)
    away: frozenset[str] = frozenset()  # Persian leaders back in the box next turn (8.26)
    spent_counters: frozenset[str] = frozenset()  # Byzantine counters lost in battle this turn (8.26)
    losers: frozenset[str] = frozenset()  # leaders who lost a battle since the last phase B/3
    selects: int = 2
    randoms: int = 3
    segments: int = 0  # Byzantine segments used this turn
    next_side: str = BARBARIAN
    double: str = "no"  # whether a double segment is possible: no, may, declared or done (6.45)
    combined: bool = False  # whether a Combined Operation has been played this turn
    lost_segments: int = 0  # segments that Byzantium still loses to Religious Disputes
    nika: bool = False
    debt: int = 0  # G still owed for Justinian Builds
    epidemics: int = 0
    epidemic_revenue: bool = False
    europa_lost: bool = False  # whether Europa is lost, with its treasury (5.13)
    # controller at the start of the segment, for provinces that have changed since
    held: Mapping[str, str] = field(default_factory=dict)
    ended: str = ""  # why the game ended, as a code
    victor: str = ""

    # --- questions about the state ---

    def seat_of(self, power: str) -> str:
        """Return the seat that plays a power now. Byzantium plays the minor powers allied to it (6.34)."""
        if power == BYZANTIUM or self.alliances.get(power) == BYZANTIUM:
            return BYZANTIUM
        return BARBARIAN

    def has_map_of(self, other: State) -> bool:
        """Return whether another state has the same land map. Mappings are compared by identity, because
        states of one action share them.
        """
        return (
            self.armies is other.armies
            and self.frontier is other.frontier
            and self.detached is other.detached
            and self.markers is other.markers
            and self.alliances is other.alliances
            and self.treasuries is other.treasuries
        )

    def armies_at(self, place: str) -> list[Army]:
        return [army for army in self.armies.values() if army.at == place]

    def force(self, head: str) -> tuple[Army, ...]:
        """Return an army with the armies combined under it. They are one force for movement, attack and
        defence (6.52).
        """
        return tuple([a for a in self.armies.values() if a.id == head or a.head == head])

    def force_sp(self, head: str) -> int:
        return sum([a.total for a in self.force(head)])

    def heads_at(self, place: str, seat: str) -> tuple[Army, ...]:
        """Return the commanding army of each of a side's forces with SP in a place."""
        return tuple(
            [
                a
                for a in self.armies_at(place)
                if a.head is None and self.seat_of(a.power) == seat and self.force_sp(a.id) > 0
            ]
        )

    def detached_sp(self, place: str) -> int:
        return sum(self.detached.get(place, {}).values())

    def sp_at(self, place: str, seat: str) -> int:
        """Return a side's land SP in a place: armies, frontier and detached SP."""
        total = 0
        for army in self.armies.values():
            if army.at == place and self.seat_of(army.power) == seat:
                total += army.total
        if seat == BYZANTIUM:
            garrison = self.frontier.get(place)
            return total + (garrison.sp if garrison else 0)
        return total + self.detached_sp(place)

    def power_sp(self, power: str) -> int:
        """Return a power's SP on the map and in its box, without fleets."""
        total = sum([a.sp for a in self.armies.values() if a.power == power])
        total += sum([a.allied.get(power, 0) for a in self.armies.values() if a.allied])
        total += sum(here.get(power, 0) for here in self.detached.values())
        if power == BYZANTIUM:
            total += sum(g.sp for g in self.frontier.values())
        return total

    def power_sp_at(self, place: str, power: str) -> int:
        """Return one power's land SP in a place: its armies and its detached SP."""
        armies = sum(a.sp for a in self.armies.values() if a.at == place and a.power == power)
        return armies + self.detached.get(place, {}).get(power, 0)

    def strengths(self, seat: str) -> dict[str, int]:
        """Return a side's land SP by place, counted as by :meth:`sp_at`."""
        found: dict[str, int] = {}
        for army in self.armies.values():
            if army.total and self.seat_of(army.power) == seat:
                found[army.at] = found.get(army.at, 0) + army.total
        if seat == BYZANTIUM:
            for province, garrison in self.frontier.items():
                found[province] = found.get(province, 0) + garrison.sp
        else:
            for province, groups in self.detached.items():
                found[province] = found.get(province, 0) + sum(groups.values())
        return found

    def byzantine_sp(self) -> int:
        """Return the SP that count towards the limit of 150: armies with their allies (6.34), and frontier
        SP.
        """
        field_sp = sum([a.total for a in self.armies.values() if a.power == BYZANTIUM])
        return field_sp + sum(g.sp for g in self.frontier.values())


def enemy(seat: str) -> str:
    return BARBARIAN if seat == BYZANTIUM else BYZANTIUM


def minor_army(state: State, power: str) -> Army:
    """Return the army of a minor power's only leader."""
    return next(a for a in state.armies.values() if a.power == power)
