"""Activating a fleet, alone or with an army aboard (7.21, 7.24)."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.justinian.rules.ground.fleets import capacity, cast_off, of_power, under_way
from campaigns.justinian.rules.ground.geography import can_embark
from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.progress import Sail
from campaigns.justinian.rules.ground.registry import Action
from campaigns.justinian.rules.ground.state import (
    BYZANTIUM,
    Army,
    State,
    fleet_key,
    force_sp,
    heads_at,
    seat_of,
)
from campaigns.justinian.rules.march.march import desertion
from engine.game import Choice, Number


@dataclass(frozen=True)
class ActivateFleet(Action):
    """``place`` is a province or a sea area; ``army`` is taken aboard."""

    power: str
    place: str
    sp: int
    army: str | None = None


AREAS = 2  # sea areas per activation (7.21)


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


def activate(play: Play, action: ActivateFleet, seat: str) -> None:
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
