"""Placing armies, groups and fleets by hand at the set-up, with every limit checked (3.2, 3.3)."""

from __future__ import annotations

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules import events as ev
from campaigns.justinian.rules.ground.play import Play, refuse
from campaigns.justinian.rules.ground.state import BYZANTIUM, Army
from campaigns.justinian.rules.setting_up.limits import (
    fleet_provinces,
    frontier_provinces,
    home,
    port,
    remaining,
    section,
)


def place_army(play: Play, seat: str, action: act.PlaceArmy) -> None:
    table, state = play.table, play.state
    left = remaining(table, state, seat)
    before = state.armies.get(action.army)
    if seat == BYZANTIUM:
        info = table.scn.armies.get(action.army)
        if info is None or not info.start:
            refuse("3.21", "no_such_army", army=action.army)
        if action.province not in info.setup:
            refuse("3.21", "not_a_setup_province", army=action.army, province=action.province)
        low, limit = info.min_start_sp or 1, table.scn.counters.army_sp_limit
        power, room = BYZANTIUM, left["land"] + (before.sp if before else 0)
        leader = None
    else:
        side = next((s for s in table.scn.setup.barbarians.values() if s.leader == action.army), None)
        if side is None:
            refuse("3.3", "no_such_army", army=action.army)
        if action.province not in home(table, side.power):
            refuse(section(side.power), "not_a_setup_province", army=action.army, province=action.province)
        low, limit, power, leader = 0, side.land_sp, side.power, side.leader
        room = left[power]["land"] + (before.sp if before else 0)
    if not low <= action.sp <= min(limit, room):
        refuse(section(power), "sp_out_of_range", low=low, high=min(limit, room))
    play.put(Army(action.army, power, leader, action.province, action.sp))
    play.tell(ev.ForcePlaced(f"army:{action.army}", action.province, action.sp))


def place_group(play: Play, seat: str, action: act.PlaceGroup) -> None:
    table, state = play.table, play.state
    left = remaining(table, state, seat)
    if seat == BYZANTIUM:
        if action.power != BYZANTIUM or action.province not in frontier_provinces(table):
            refuse("3.22", "not_a_setup_province", province=action.province)
        has = state.frontier[action.province].sp if action.province in state.frontier else 0
        room = left["land"] + has
    else:
        if action.power not in table.scn.setup.barbarians or action.province not in home(table, action.power):
            refuse(section(action.power), "not_a_setup_province", province=action.province)
        room = left[action.power]["land"] + state.detached.get(action.province, {}).get(action.power, 0)
    if not 0 <= action.sp <= room:
        refuse(section(action.power), "sp_out_of_range", low=0, high=room)
    if seat == BYZANTIUM:
        play.set_frontier(action.province, action.sp)
        unit = f"frontier:{action.province}"
    else:
        play.set_detached(action.province, action.power, action.sp)
        unit = f"detached:{action.province}:{action.power}"
    play.tell(ev.ForcePlaced(unit, action.province, action.sp))


def place_fleet(play: Play, seat: str, action: act.PlaceFleet) -> None:
    table, state = play.table, play.state
    fixed = 0
    if seat == BYZANTIUM:
        if action.power != BYZANTIUM or action.province not in fleet_provinces(table):
            refuse("3.23", "not_a_setup_province", province=action.province)
        fixed = table.scn.setup.byzantium.fleets_fixed.get(action.province, 0)
        total = table.scn.setup.byzantium.fleet_sp
    else:
        side = table.scn.setup.barbarians.get(action.power)
        if side is None or side.fleet_at is not None or action.province not in home(table, action.power):
            refuse(section(action.power), "not_a_setup_province", province=action.province)
        if not port(table, action.province):
            refuse(section(action.power), "not_a_city_port", province=action.province)
        total = side.fleet_sp
    key = f"{action.power}@{action.province}"
    has = state.fleets[key].sp if key in state.fleets else 0
    high = total - sum(f.sp for f in state.fleets.values() if f.power == action.power) + has
    if not fixed <= action.sp <= high:
        rule = "3.23" if seat == BYZANTIUM else section(action.power)
        refuse(rule, "sp_out_of_range", low=fixed, high=high)
    play.set_fleet(action.power, action.province, action.sp)
    play.tell(ev.ForcePlaced(f"fleet:{key}", action.province, action.sp))
