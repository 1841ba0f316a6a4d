"""Activating a fleet, with or without an army aboard (7.21, 7.24)."""

from __future__ import annotations

from campaigns.justinian.rules.march.march import desertion
from campaigns.justinian.rules.state.fleets import capacity, cast_off, fleets_of
from campaigns.justinian.rules.state.geography import can_embark
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail
from campaigns.justinian.rules.state.state import BYZANTIUM, Army
from campaigns.justinian.rules.state.values import FleetKey
from engine.game import Choice, Number
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class ActivateFleet(Action):
    """Activate fleet SP in a province or on patrol in a sea area (``place``). The force of ``army`` goes
    aboard.
    """

    power: str
    place: str
    sp: int
    army: str | None = None


AREAS = 2  # sea areas per activation (7.21)


def passengers(pos: Position, power: str, place: str, seat: str) -> tuple[Army, ...]:
    """Return the armies that a fleet can take aboard, always as whole forces (7.24). They need a leader, and
    must be in a City port or on an island. They must be of the fleet's power, or on the Byzantine side
    for a Byzantine fleet.
    """
    if place not in pos.scn.provinces or not can_embark(pos.scn, place):
        return ()
    return tuple(
        a
        for a in pos.heads_at(place, seat)
        if a.leader and (a.power == power or (power == BYZANTIUM and seat == BYZANTIUM))
    )


def activation_choices(pos: Position, power: str, seat: str) -> list[Choice]:
    """Return the choices to activate a power's fleets. Each fleet can sail alone with any of its SP, or with
    an army that it can carry.
    """
    found = []
    for key in fleets_of(pos.state, power):
        fleet = pos.state.fleets[key]
        fixed = {"power": power, "place": fleet.at}
        found.append(
            Choice("activate_fleet", {**fixed, "army": None}, (Number("sp", 1, fleet.sp, fleet.sp),), "7.21")
        )
        for army in passengers(pos, power, fleet.at, seat):
            needed = -(-pos.force_sp(army.id) // capacity(1))
            if needed <= fleet.sp:
                fields = (Number("sp", needed, fleet.sp, needed),)
                facts = {"sp": pos.force_sp(army.id)}
                aboard = {**fixed, "army": army.id}
                found.append(Choice("activate_fleet", aboard, fields, "7.24", facts=facts))
    return found


def activate(play: Play, action: ActivateFleet, seat: str) -> None:
    """Activate a fleet. The chosen SP leave their port or patrol, with or without an army."""
    key = FleetKey(action.power, action.place)
    fleet = play.state.fleets.get(key)
    if fleet is None or key.under_way or play.state.seat_of(action.power) != seat:
        refuse("7.21", "no_such_fleet", power=action.power, place=action.place)
    if not 1 <= action.sp <= fleet.sp:
        refuse("7.21", "sp_out_of_range", low=1, high=fleet.sp)
    if action.army is not None:
        aboard = [a.id for a in passengers(play.pos, action.power, action.place, seat)]
        if action.army not in aboard:
            refuse("7.24", "cannot_embark", army=action.army, place=action.place)
        load = play.state.force_sp(action.army)
        if load > capacity(action.sp):
            refuse("7.24", "fleet_too_small", army=load, capacity=capacity(action.sp))
    cast_off(play, key, action.sp)
    sea = action.place if action.place in play.scn.seas else ""
    play.push(Sail(action.power, seat, AREAS, action.place, sea=sea, army=action.army or ""))
    carried = play.state.armies.get(action.army or "")
    if carried and carried.power == "vandals" and "vandals" in play.state.recruited:
        desertion(play)  # Vandals who recruited this turn desert (6.27)
