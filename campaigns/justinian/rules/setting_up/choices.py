"""What may be placed by hand at the set-up (3.2, 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from campaigns.justinian.rules.ground.play import Table
from campaigns.justinian.rules.ground.state import BARBARIAN, BYZANTIUM, State, fleet_key
from campaigns.justinian.rules.setting_up.limits import (
    fleet_provinces,
    frontier_provinces,
    home,
    port,
    remaining,
    section,
    start_armies,
)
from engine.game import Choice, Field, Number, Option, Pick

T = TypeVar("T")


def byzantine_choices(table: Table, state: State) -> list[Choice]:
    left = remaining(table, state, BYZANTIUM)
    choices: list[Choice | None] = []
    for army in start_armies(table):
        info = table.scn.armies[army]
        has = state.armies[army].sp if army in state.armies else 0
        low = info.min_start_sp or 1
        high = min(table.scn.counters.army_sp_limit, left["land"] + has)
        if high >= low:
            fields: tuple[Field, ...] = (_places(sorted(info.setup)), Number("sp", low, high, has or low))
            choices.append(Choice("place_army", {"army": army}, fields, "3.21"))
    for place, has in _by_strength(frontier_provinces(table), partial(_garrison, state)):
        choices.append(_group(BYZANTIUM, place, has, 0, left["land"] + has, "3.22"))
    fixed = table.scn.setup.byzantium.fleets_fixed
    for place, (has, low) in _by_strength(
        fleet_provinces(table), lambda p: (_ships(state, BYZANTIUM, p), fixed.get(p, 0))
    ):
        choices.append(_fleet(BYZANTIUM, place, has, low, left["fleets"] + has, "3.23"))
    return [choice for choice in choices if choice is not None]


def barbarian_choices(table: Table, state: State) -> list[Choice]:
    left = remaining(table, state, BARBARIAN)
    choices: list[Choice | None] = []
    for side in table.scn.setup.barbarians.values():
        rule, where = section(side.power), _places(home(table, side.power))
        has = state.armies[side.leader].sp if side.leader in state.armies else 0
        fields: tuple[Field, ...] = (where, Number("sp", 0, left[side.power]["land"] + has, has))
        choices.append(Choice("place_army", {"army": side.leader}, fields, rule))
        for place, there in _by_strength(home(table, side.power), partial(_detached, state, side.power)):
            choices.append(_group(side.power, place, there, 0, left[side.power]["land"] + there, rule))
        if side.fleet_at is None:
            ports = [p for p in home(table, side.power) if port(table, p)]
            for place, there in _by_strength(ports, partial(_ships, state, side.power)):
                choices.append(_fleet(side.power, place, there, 0, left[side.power]["fleets"] + there, rule))
    return [choice for choice in choices if choice is not None]


def _by_strength(provinces: Iterable[str], there: Callable[[str], T]) -> list[tuple[Pick, T]]:
    """Provinces in which as many stand already: how many may be placed depends on it."""
    groups: dict[T, list[str]] = {}
    for province in provinces:
        groups.setdefault(there(province), []).append(province)
    return [(_places(places), strength) for strength, places in groups.items()]


def _group(power: str, where: Pick, has: int, low: int, high: int, rule: str) -> Choice | None:
    return _force("place_group", power, (where, Number("sp", low, high, has)), has, rule)


def _fleet(power: str, where: Pick, has: int, low: int, high: int, rule: str) -> Choice | None:
    return _force("place_fleet", power, (where, Number("sp", low, high, max(has, low))), has, rule)


def _force(kind: str, power: str, fields: tuple[Pick, Number], has: int, rule: str) -> Choice | None:
    """The choice; None where there is nothing to be placed nor taken away."""
    if fields[1].low == fields[1].high == has:
        return None
    return Choice(kind, {"power": power}, fields, rule, facts={"there": has} if has else {})


def _garrison(state: State, province: str) -> int:
    return state.frontier[province].sp if province in state.frontier else 0


def _detached(state: State, power: str, province: str) -> int:
    return state.detached.get(province, {}).get(power, 0)


def _ships(state: State, power: str, province: str) -> int:
    fleet = state.fleets.get(fleet_key(power, province))
    return fleet.sp if fleet else 0


def _places(provinces: Iterable[str]) -> Pick:
    return Pick("province", tuple(Option(p) for p in provinces))
