"""Retreat after a lost battle aboard a fleet of the same power (8.21)."""

from __future__ import annotations

from campaigns.justinian.rules.ground.control import friendly, note
from campaigns.justinian.rules.ground.frames import Sail, Withdraw
from campaigns.justinian.rules.ground.geography import sea_paths
from campaigns.justinian.rules.ground.play import Play, Table
from campaigns.justinian.rules.ground.state import State, fleet_key, force_sp
from campaigns.justinian.rules.sea.fleets import cast_off, hostile
from campaigns.justinian.rules.sea.naval_battle import capacity

AREAS = 2  # the sea before the port is the first of them


def ways(table: Table, state: State, frame: Withdraw) -> dict[str, tuple[str, ...]]:
    """Friendly ports within two sea areas, with the seas on the way."""
    if frame.unit.startswith("detached:") or frame.province not in table.scn.provinces:
        return {}
    army = state.armies[frame.unit]
    fleet = state.fleets.get(fleet_key(army.power, frame.province))
    if fleet is None or capacity(fleet.sp) < force_sp(state, frame.unit):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for sea, path in sea_paths(table.scn, table.scn.provinces[frame.province].seas, AREAS - 1).items():
        for port in table.scn.seas[sea].coasts:
            if port == frame.province or hostile(state, port, army.power):
                continue
            if (port not in found or len(path) < len(found[port])) and friendly(state, port, frame.seat):
                found[port] = path
    return found


def refuges(table: Table, state: State, frame: Withdraw) -> tuple[str, ...]:
    return tuple(sorted(ways(table, state, frame)))


def watched(state: State, power: str, route: tuple[str, ...]) -> int:
    """Patrols on the way, each of which may intercept."""
    return sum(len(hostile(state, sea, power)) for sea in route)


def begin(play: Play, frame: Withdraw, to: str) -> None:
    """The whole fleet takes them; patrols on the way may intercept, and it may not slip back (7.36)."""
    route = ways(play.table, play.state, frame)[to]
    power = play.state.armies[frame.unit].power
    key = fleet_key(power, frame.province)
    note(play, frame.province)
    cast_off(play, key, play.state.fleets[key].sp)
    play.push(
        Sail(
            power,
            frame.seat,
            0,
            frame.province,
            army=frame.unit,
            port=to,
            retreating=True,
            route=route,
        )
    )
