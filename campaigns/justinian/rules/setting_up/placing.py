"""Placing armies, garrisons and fleets by hand during set-up, within the available forces and limits (3.2,
3.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from campaigns.justinian.rules.setting_up.limits import (
    fleet_provinces,
    forces_to_place,
    frontier_provinces,
    home_provinces,
    is_city_port,
    section,
    start_armies,
)
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, Army, State
from campaigns.justinian.rules.state.values import ArmySP, Detached, FleetKey, Frontier, Ships, Unit
from engine.game import Choice, Field, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class PlaceArmy(Action):
    """Place a Byzantine army or barbarian leader with SP in a province. This replaces an earlier
    placement.
    """

    army: str
    province: str
    sp: int


@dataclass(frozen=True)
class PlaceGroup(Action):
    """Place frontier SP (Byzantium) or a power's detached SP in a province. ``sp``: their number, or 0 to
    remove them.
    """

    power: str
    province: str
    sp: int


@dataclass(frozen=True)
class PlaceFleet(Action):
    power: str
    province: str
    sp: int


@dataclass(frozen=True)
class ForcePlaced(Event):
    unit: Unit
    province: str
    sp: int


T = TypeVar("T")


def place_army(play: Play, seat: str, action: PlaceArmy) -> None:
    setting, state = play.setting, play.state
    left = forces_to_place(Position(setting, state), seat)
    before = state.armies.get(action.army)
    if seat == BYZANTIUM:
        info = setting.scn.armies.get(action.army)
        if info is None or not info.start:
            refuse("3.21", "no_such_army", army=action.army)
        if action.province not in info.setup:
            refuse("3.21", "not_a_setup_province", army=action.army, province=action.province)
        low, limit = info.min_start_sp or 1, setting.scn.counters.army_sp_limit
        power, room = BYZANTIUM, left["land"] + (before.sp if before else 0)
        leader = None
    else:
        side = next((s for s in setting.scn.setup.barbarians.values() if s.leader == action.army), None)
        if side is None:
            refuse("3.3", "no_such_army", army=action.army)
        if action.province not in home_provinces(setting, side.power):
            refuse(section(side.power), "not_a_setup_province", army=action.army, province=action.province)
        low, limit, power, leader = 0, side.land_sp, side.power, side.leader
        room = left[power]["land"] + (before.sp if before else 0)
    if not low <= action.sp <= min(limit, room):
        refuse(section(power), "sp_out_of_range", low=low, high=min(limit, room))
    play.put(Army(action.army, power, leader, action.province, action.sp))
    play.tell(ForcePlaced(ArmySP(action.army), action.province, action.sp))


def place_group(play: Play, seat: str, action: PlaceGroup) -> None:
    setting, state = play.setting, play.state
    left = forces_to_place(Position(setting, state), seat)
    if seat == BYZANTIUM:
        if action.power != BYZANTIUM or action.province not in frontier_provinces(setting):
            refuse("3.22", "not_a_setup_province", province=action.province)
        has = state.frontier[action.province].sp if action.province in state.frontier else 0
        room = left["land"] + has
    else:
        if action.power not in setting.scn.setup.barbarians or action.province not in home_provinces(
            setting, action.power
        ):
            refuse(section(action.power), "not_a_setup_province", province=action.province)
        room = left[action.power]["land"] + state.detached.get(action.province, {}).get(action.power, 0)
    if not 0 <= action.sp <= room:
        refuse(section(action.power), "sp_out_of_range", low=0, high=room)
    if seat == BYZANTIUM:
        play.set_frontier(action.province, action.sp)
        unit: Unit = Frontier(action.province)
    else:
        play.set_detached(action.province, action.power, action.sp)
        unit = Detached(action.province, action.power)
    play.tell(ForcePlaced(unit, action.province, action.sp))


def place_fleet(play: Play, seat: str, action: PlaceFleet) -> None:
    setting, state = play.setting, play.state
    fixed = 0
    if seat == BYZANTIUM:
        if action.power != BYZANTIUM or action.province not in fleet_provinces(setting):
            refuse("3.23", "not_a_setup_province", province=action.province)
        fixed = setting.scn.setup.byzantium.fleets_fixed.get(action.province, 0)
        total = setting.scn.setup.byzantium.fleet_sp
    else:
        side = setting.scn.setup.barbarians.get(action.power)
        if (
            side is None
            or side.fleet_at is not None
            or action.province not in home_provinces(setting, action.power)
        ):
            refuse(section(action.power), "not_a_setup_province", province=action.province)
        if not is_city_port(setting, action.province):
            refuse(section(action.power), "not_a_city_port", province=action.province)
        total = side.fleet_sp
    key = FleetKey(action.power, action.province)
    has = state.fleets[key].sp if key in state.fleets else 0
    high = total - sum(f.sp for f in state.fleets.values() if f.power == action.power) + has
    if not fixed <= action.sp <= high:
        rule = "3.23" if seat == BYZANTIUM else section(action.power)
        refuse(rule, "sp_out_of_range", low=fixed, high=high)
    play.set_fleet(action.power, action.province, action.sp)
    play.tell(ForcePlaced(Ships(key), action.province, action.sp))


def byzantine_choices(pos: Position) -> list[Choice]:
    left = forces_to_place(pos, BYZANTIUM)
    choices: list[Choice | None] = []
    for army in start_armies(pos.setting):
        info = pos.scn.armies[army]
        has = pos.state.armies[army].sp if army in pos.state.armies else 0
        low = info.min_start_sp or 1
        high = min(pos.scn.counters.army_sp_limit, left["land"] + has)
        if high >= low:
            fields: tuple[Field, ...] = (_places(sorted(info.setup)), Number("sp", low, high, has or low))
            choices.append(Choice("place_army", {"army": army}, fields, "3.21"))
    for place, has in _by_strength(frontier_provinces(pos.setting), partial(_garrison, pos.state)):
        choices.append(_group(BYZANTIUM, place, has, 0, left["land"] + has, "3.22"))
    fixed = pos.scn.setup.byzantium.fleets_fixed
    for place, (has, low) in _by_strength(
        fleet_provinces(pos.setting), lambda p: (_ships(pos.state, BYZANTIUM, p), fixed.get(p, 0))
    ):
        choices.append(_fleet(BYZANTIUM, place, has, low, left["fleets"] + has, "3.23"))
    return [choice for choice in choices if choice is not None]


def barbarian_choices(pos: Position) -> list[Choice]:
    left = forces_to_place(pos, BARBARIAN)
    choices: list[Choice | None] = []
    for side in pos.scn.setup.barbarians.values():
        rule, where = section(side.power), _places(home_provinces(pos.setting, side.power))
        has = pos.state.armies[side.leader].sp if side.leader in pos.state.armies else 0
        fields: tuple[Field, ...] = (where, Number("sp", 0, left[side.power]["land"] + has, has))
        choices.append(Choice("place_army", {"army": side.leader}, fields, rule))
        for place, there in _by_strength(
            home_provinces(pos.setting, side.power), partial(_detached_sp, pos.state, side.power)
        ):
            choices.append(_group(side.power, place, there, 0, left[side.power]["land"] + there, rule))
        if side.fleet_at is None:
            ports = [p for p in home_provinces(pos.setting, side.power) if is_city_port(pos.setting, p)]
            for place, there in _by_strength(ports, partial(_ships, pos.state, side.power)):
                choices.append(_fleet(side.power, place, there, 0, left[side.power]["fleets"] + there, rule))
    return [choice for choice in choices if choice is not None]


def _by_strength(provinces: Iterable[str], there: Callable[[str], T]) -> list[tuple[Pick, T]]:
    groups: dict[T, list[str]] = {}
    for province in provinces:
        groups.setdefault(there(province), []).append(province)
    return [(_places(places), strength) for strength, places in groups.items()]


def _group(power: str, where: Pick, has: int, low: int, high: int, rule: str) -> Choice | None:
    return _force("place_group", power, (where, Number("sp", low, high, has)), has, rule)


def _fleet(power: str, where: Pick, has: int, low: int, high: int, rule: str) -> Choice | None:
    return _force("place_fleet", power, (where, Number("sp", low, high, max(has, low))), has, rule)


def _force(kind: str, power: str, fields: tuple[Pick, Number], has: int, rule: str) -> Choice | None:
    if fields[1].low == fields[1].high == has:
        return None
    return Choice(kind, {"power": power}, fields, rule, facts={"there": has} if has else {})


def _garrison(state: State, province: str) -> int:
    return state.frontier[province].sp if province in state.frontier else 0


def _detached_sp(state: State, power: str, province: str) -> int:
    return state.detached.get(province, {}).get(power, 0)


def _ships(state: State, power: str, province: str) -> int:
    fleet = state.fleets.get(FleetKey(power, province))
    return fleet.sp if fleet else 0


def _places(provinces: Iterable[str]) -> Pick:
    return Pick("province", tuple(Option(p) for p in provinces))
