"""Fleets in port and on patrol: who is where, and activating them (4.4, 7.21, 7.24)."""

from __future__ import annotations

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules.ground.frames import Sail
from campaigns.justinian.rules.ground.geography import can_embark
from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.state import (
    BYZANTIUM,
    MOVING,
    Army,
    State,
    enemy,
    fleet_key,
    force_sp,
    heads_at,
    seat_of,
)
from campaigns.justinian.rules.march.march import desertion
from campaigns.justinian.rules.sea.naval_battle import capacity
from engine.game import Choice, Number

AREAS = 2  # sea areas per activation (7.21)


def under_way(key: str) -> bool:
    return key.endswith(f"@{MOVING}")


def of_power(state: State, power: str) -> tuple[str, ...]:
    """Fleet keys of a power, in port or on patrol."""
    return tuple(k for k, f in state.fleets.items() if f.power == power and not under_way(k))


def at(state: State, place: str, seat: str) -> tuple[str, ...]:
    """Fleets of a side in that port or patrolling that sea."""
    return tuple(
        k
        for k, f in state.fleets.items()
        if f.at == place and not under_way(k) and seat_of(state, f.power) == seat
    )


def passengers(table: Table, state: State, power: str, place: str, seat: str) -> tuple[Army, ...]:
    """Armies the fleet may carry: led, of the fleet's power (or allied to Byzantium), in a City port or on an
    island, whole forces only (7.24)."""
    if place not in table.scn.provinces or not can_embark(table.scn, place):
        return ()
    return tuple(
        a
        for a in heads_at(state, place, seat)
        if a.leader and (a.power == power or (power == BYZANTIUM and seat == BYZANTIUM))
    )


def activation_choices(table: Table, state: State, power: str, seat: str) -> list[Choice]:
    """Each fleet alone with any of its SP, and each army it can carry with enough of them."""
    found = []
    for key in of_power(state, power):
        fleet = state.fleets[key]
        fixed = {"power": power, "place": fleet.at}
        found.append(
            Choice("activate_fleet", {**fixed, "army": None}, (Number("sp", 1, fleet.sp, fleet.sp),), "7.21")
        )
        for army in passengers(table, state, power, fleet.at, seat):
            needed = -(-force_sp(state, army.id) // capacity(1))
            if needed <= fleet.sp:
                fields = (Number("sp", needed, fleet.sp, needed),)
                facts = {"sp": force_sp(state, army.id)}
                aboard = {**fixed, "army": army.id}
                found.append(Choice("activate_fleet", aboard, fields, "7.24", facts=facts))
    return found


def activate(play: Play, action: act.ActivateFleet, seat: str) -> None:
    """The chosen SP leave port, or their patrol, with or without an army."""
    key = fleet_key(action.power, action.place)
    fleet = play.state.fleets.get(key)
    if fleet is None or under_way(key) or seat_of(play.state, action.power) != seat:
        refuse("7.21", "no_such_fleet", power=action.power, place=action.place)
    if not 1 <= action.sp <= fleet.sp:
        refuse("7.21", "sp_out_of_range", low=1, high=fleet.sp)
    if action.army is not None:
        aboard = [a.id for a in passengers(play.table, play.state, action.power, action.place, seat)]
        if action.army not in aboard:
            refuse("7.24", "cannot_embark", army=action.army, place=action.place)
        load = force_sp(play.state, action.army)
        if load > capacity(action.sp):
            refuse("7.24", "fleet_too_small", army=load, capacity=capacity(action.sp))
    cast_off(play, key, action.sp)
    sea = action.place if action.place in play.scn.seas else ""
    play.push(Sail(action.power, seat, AREAS, action.place, sea=sea, army=action.army or ""))
    carried = play.state.armies.get(action.army or "")
    if carried and carried.power == "vandals" and "vandals" in play.state.recruited:
        desertion(play)  # 6.27


def cast_off(play: Play, key: str, sp: int) -> None:
    """Part or all of a fleet is under way."""
    fleet = play.state.fleets[key]
    left = fleet.sp - sp
    place = key.partition("@")[2]
    play.set_fleet(fleet.power, place, left, fleet.at, fleet.unpaid)
    play.set_fleet(fleet.power, MOVING, sp, fleet.at, fleet.unpaid)


def dock(play: Play, power: str, place: str) -> None:
    """The fleet under way stops in a port or on patrol, joining what is there (G12)."""
    moving = play.state.fleets[fleet_key(power, MOVING)]
    there = play.state.fleets.get(fleet_key(power, place))
    play.set_fleet(power, MOVING, 0)
    sp = moving.sp + (there.sp if there else 0)
    play.set_fleet(power, place, sp, place, moving.unpaid or (there is not None and there.unpaid))


def cargo(state: State, key: str) -> str:
    """The army that a fleet under way carries."""
    for frame in reversed(state.stack):
        if isinstance(frame, Sail) and fleet_key(frame.power, MOVING) == key:
            return frame.army
    return ""


def hostile(state: State, place: str, power: str) -> tuple[str, ...]:
    """Enemy fleets in a port or on patrol in a sea."""
    return at(state, place, enemy(seat_of(state, power)))
