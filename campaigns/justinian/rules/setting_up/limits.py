"""The provinces where forces can be set up, and the forces still to place (3.2, 3.3)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.scenario.types import OSTROGOTHS, VANDALS
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import BYZANTIUM


def start_armies(setting: Setting) -> tuple[str, ...]:
    return tuple(a.id for a in setting.scn.armies.values() if a.start)


def frontier_provinces(setting: Setting) -> tuple[str, ...]:
    """Return the provinces where frontier SP can be set up (3.22)."""
    setup = setting.scn.setup.byzantium
    return tuple(
        p.id
        for p in setting.scn.provinces.values()
        if p.prefecture in setup.frontier_prefectures
        and p.frontier_allowed
        and p.id not in setup.frontier_exclude
    )


def fleet_provinces(setting: Setting) -> tuple[str, ...]:
    """Return the coastal provinces where Byzantine fleets can be set up (3.23)."""
    return tuple(p for p in frontier_provinces(setting) if setting.scn.provinces[p].coastal)


def section(power: str) -> str:
    """Return the rulebook section on a power's deployment. The book misprints 3.32 as 3.23 (C18)."""
    return {BYZANTIUM: "3.22", OSTROGOTHS: "3.31", VANDALS: "3.32"}.get(power, "3.3")


def home_provinces(setting: Setting, power: str) -> tuple[str, ...]:
    prefecture = setting.scn.setup.barbarians[power].prefecture
    return tuple(p.id for p in setting.scn.provinces.values() if p.prefecture == prefecture)


def forces_to_place(pos: Position, seat: str) -> dict[str, Any]:
    """Return the forces that a seat still has to place: land SP, fleet SP, and the armies or the leader. For
    the Barbarians, they are grouped by power.
    """
    if seat == BYZANTIUM:
        setup = pos.scn.setup.byzantium
        fleets = sum(f.sp for f in pos.state.fleets.values() if f.power == BYZANTIUM)
        missing = [a for a in start_armies(pos.setting) if a not in pos.state.armies]
        return {
            "land": setup.land_sp - pos.byzantine_sp(),
            "fleets": setup.fleet_sp - fleets,
            "armies": missing,
        }
    facts: dict[str, Any] = {}
    for side in pos.scn.setup.barbarians.values():
        fleets = sum(f.sp for f in pos.state.fleets.values() if f.power == side.power)
        facts[side.power] = {
            "land": side.land_sp - pos.power_sp(side.power),
            "fleets": side.fleet_sp - fleets,
            "leader": None if side.leader in pos.state.armies else side.leader,
        }
    return facts


def is_city_port(setting: Setting, province: str) -> bool:
    found = setting.scn.provinces[province]
    return found.coastal and found.is_city
