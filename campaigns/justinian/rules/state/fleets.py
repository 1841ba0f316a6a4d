"""Fleets in port, on patrol and at sea: their positions and cargo (4.4, 7.21, 7.24)."""

from __future__ import annotations

from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.progress import Sail
from campaigns.justinian.rules.state.state import State, enemy
from campaigns.justinian.rules.state.tables import SP_PER_FLEET
from campaigns.justinian.rules.state.values import MOVING, FleetKey


def fleets_of(state: State, power: str) -> tuple[FleetKey, ...]:
    """Return the keys of a power's fleets, in port or on patrol."""
    return tuple(k for k, f in state.fleets.items() if f.power == power and not k.under_way)


def fleets_at(state: State, place: str, seat: str) -> tuple[FleetKey, ...]:
    """Return the keys of a side's fleets in this port or on patrol in this sea."""
    return tuple(
        k
        for k, f in state.fleets.items()
        if f.at == place and not k.under_way and state.seat_of(f.power) == seat
    )


def cast_off(play: Play, key: FleetKey, sp: int) -> None:
    """Put part or all of a fleet under way."""
    fleet = play.state.fleets[key]
    play.set_fleet_sp(key, fleet.sp - sp)
    play.set_fleet(fleet.power, MOVING, sp, fleet.at, fleet.unpaid)


def dock(play: Play, power: str, place: str) -> None:
    """Stop the moving fleet in a port or on patrol, and join it to any fleet of its power in that place
    (G12).
    """
    moving = play.state.fleets[FleetKey(power, MOVING)]
    there = play.state.fleets.get(FleetKey(power, place))
    play.set_fleet(power, MOVING, 0)
    sp = moving.sp + (there.sp if there else 0)
    play.set_fleet(power, place, sp, place, moving.unpaid or (there is not None and there.unpaid))


def enemy_fleets_at(state: State, place: str, power: str) -> tuple[FleetKey, ...]:
    """Return the keys of the power's enemies' fleets in a port, or on patrol in a sea."""
    return fleets_at(state, place, enemy(state.seat_of(power)))


def cargo(state: State, key: FleetKey) -> str:
    """Return the army that a moving fleet carries, or ""."""
    for frame in reversed(state.stack):
        if isinstance(frame, Sail) and FleetKey(frame.power, MOVING) == key:
            return frame.army
    return ""


def owner(state: State, key: FleetKey) -> str:
    return state.seat_of(key.power)


def capacity(fleet_sp: int) -> int:
    """Return how many land SP a fleet can carry (7.24)."""
    return fleet_sp * SP_PER_FLEET


def transport_loss(army_sp: int, fleet_sp_left: int) -> int:
    """Return the SP aboard that are lost because the remaining ships cannot carry them (8.34)."""
    return max(0, army_sp - capacity(fleet_sp_left))
