"""What stands on the map of a *Justinian* game, and what is in progress. Frozen; changed by copying.

The scenario is not in here. Places are ids: a province, an off-map box (``<power>_box``) or a sea area.
Sides are seats: "byzantium" and "barbarian"; powers are "byzantium" and the sixteen barbarian ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from campaigns.justinian.rules.ground.registry import Frame

F = TypeVar("F")

BYZANTIUM = "byzantium"
BARBARIAN = "barbarian"
REVOLT = "revolt"  # the In Revolt marker
MAJORS = ("persia", "vandals", "ostrogoths")
TREASURE_POWERS = ("vandals", "ostrogoths")
MOVING = "moving"  # key suffix of a fleet under way


@dataclass(frozen=True)
class Army:
    """A Byzantine army counter, or a barbarian leader with the SP under him (4.34).

    ``sp`` are the power's own, ``allied`` those of minor powers in it (6.34, 7.17). ``head`` is the army
    it is combined under; that army's leader commands all of them (6.44, 6.52).
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
    """Byzantine frontier SP of one province."""

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
class State:
    """The whole of a game. ``serial`` counts the actions; ``stack`` is what is in progress, top last."""

    turn: int
    gold: int
    armies: Mapping[str, Army]
    frontier: Mapping[str, Garrison]
    detached: Mapping[str, Mapping[str, int]]  # province -> power -> SP
    fleets: Mapping[str, Fleet]  # "power@place"
    markers: Mapping[str, str]  # province -> power or REVOLT
    forts: frozenset[str]  # built ones
    treasuries: Mapping[str, str]  # power -> province
    cup: tuple[str, ...]  # hidden: Magistri Militum that may be drawn, sorted
    lone: Mapping[str, str]  # Magistri Militum without an army -> province
    stack: tuple[Frame, ...]
    serial: int = 0
    alliances: Mapping[str, str] = field(default_factory=dict)  # minor -> barbarian | neutral | byzantium
    recruited: frozenset[str] = frozenset()  # leaders and powers that have recruited this turn
    gone: frozenset[str] = frozenset()  # powers out of the game (8.28)
    away: frozenset[str] = frozenset()  # Persian leaders back in the box next turn (8.26)
    spent_counters: frozenset[str] = frozenset()  # Byzantine counters lost in battle this turn (8.26)
    losers: frozenset[str] = frozenset()  # leaders who lost a battle since the last B/3
    selects: int = 2
    randoms: int = 3
    segments: int = 0  # Byzantine ones spent this turn
    next_side: str = BARBARIAN
    double: str = "no"  # no | may | declared | done (6.45)
    combined: bool = False  # an operation is under way this turn
    lost_segments: int = 0  # Religious Disputes still to be suffered
    nika: bool = False
    debt: int = 0  # Justinian Builds, still owed
    epidemics: int = 0
    epidemic_revenue: bool = False
    europa_lost: bool = False  # the barbarian controls Europa, and the treasury went with it (5.13)
    held: Mapping[str, str] = field(
        default_factory=dict
    )  # control at the start of the segment, where it may have changed
    ended: str = ""  # reason code of the end
    victor: str = ""


def in_progress(state: State, kind: type[F]) -> F | None:
    """The topmost frame of that kind: the battle, march or voyage that everything above it belongs to."""
    return next((f for f in reversed(state.stack) if isinstance(f, kind)), None)


def fleet_key(power: str, place: str) -> str:
    return f"{power}@{place}"


def seat_of(state: State, power: str) -> str:
    """Who plays that power now: an allied minor is played by Byzantium (6.34)."""
    if power == BYZANTIUM or state.alliances.get(power) == BYZANTIUM:
        return BYZANTIUM
    return BARBARIAN


def enemy(seat: str) -> str:
    return BARBARIAN if seat == BYZANTIUM else BYZANTIUM


def armies_at(state: State, place: str) -> Iterator[Army]:
    for army in state.armies.values():
        if army.at == place:
            yield army


def force(state: State, head: str) -> tuple[Army, ...]:
    """The army and those combined under it: one force for movement, attack and defence (6.52)."""
    return tuple(a for a in state.armies.values() if a.id == head or a.head == head)


def force_sp(state: State, head: str) -> int:
    return sum(a.total for a in force(state, head))


def heads_at(state: State, place: str, seat: str) -> tuple[Army, ...]:
    """The forces with SP of a side in a place, each by its commanding army."""
    return tuple(
        a
        for a in armies_at(state, place)
        if a.head is None and seat_of(state, a.power) == seat and force_sp(state, a.id) > 0
    )


def detached_sp(state: State, place: str) -> int:
    return sum(state.detached.get(place, {}).values())


def sp_at(state: State, place: str, seat: str) -> int:
    """Land SP of a side in a place, of every kind."""
    total = 0
    for army in state.armies.values():
        if army.at == place and seat_of(state, army.power) == seat:
            total += army.total
    if seat == BYZANTIUM:
        garrison = state.frontier.get(place)
        return total + (garrison.sp if garrison else 0)
    return total + detached_sp(state, place)


def power_sp(state: State, power: str) -> int:
    """SP of a power on the map and in its box, not counting fleets."""
    total = sum(a.allied.get(power, 0) + (a.sp if a.power == power else 0) for a in state.armies.values())
    total += sum(here.get(power, 0) for here in state.detached.values())
    if power == BYZANTIUM:
        total += sum(g.sp for g in state.frontier.values())
    return total


def power_sp_at(state: State, place: str, power: str) -> int:
    """Land SP of one power in a place: in its armies and detached."""
    armies = sum(a.sp for a in state.armies.values() if a.at == place and a.power == power)
    return armies + state.detached.get(place, {}).get(power, 0)


def strengths(state: State, seat: str) -> dict[str, int]:
    """Land SP of a side by place, where there are any: :func:`sp_at` of every place at once."""
    found: dict[str, int] = {}
    for army in state.armies.values():
        if army.total and seat_of(state, army.power) == seat:
            found[army.at] = found.get(army.at, 0) + army.total
    if seat == BYZANTIUM:
        for province, garrison in state.frontier.items():
            found[province] = found.get(province, 0) + garrison.sp
    else:
        for province, groups in state.detached.items():
            found[province] = found.get(province, 0) + sum(groups.values())
    return found


def byzantine_sp(state: State) -> int:
    """Counts for the limit of 150: field SP, allies in Byzantine armies (6.34) and frontier SP."""
    field_sp = sum(a.total for a in state.armies.values() if a.power == BYZANTIUM)
    return field_sp + sum(g.sp for g in state.frontier.values())


def minor_army(state: State, power: str) -> Army:
    """Every minor power has one leader."""
    return next(a for a in state.armies.values() if a.power == power)
