"""What may be placed by hand at the set-up (3.2, 3.3)."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.setup_limits import (
    fleet_provinces,
    frontier_provinces,
    home,
    port,
    remaining,
    section,
    start_armies,
)
from campaigns.rules.justinian.state import BARBARIAN, BYZANTIUM, State
from engine.game import Choice, Field, Number, Option, Pick


def byzantine_choices(table: Table, state: State) -> list[Choice]:
    left = remaining(table, state, BYZANTIUM)
    choices = []
    for army in start_armies(table):
        info = table.scn.armies[army]
        has = state.armies[army].sp if army in state.armies else 0
        low = info.min_start_sp or 1
        high = min(table.scn.counters.army_sp_limit, left["land"] + has)
        if high >= low:
            fields: tuple[Field, ...] = (_places(sorted(info.setup)), Number("sp", low, high, has or low))
            choices.append(Choice("place_army", {"army": army}, fields, "3.21"))
    fields = (_places(frontier_provinces(table)), Number("sp", 0, max(0, left["land"]), 1))
    choices.append(Choice("place_group", {"power": BYZANTIUM}, fields, "3.22"))
    fields = (_places(fleet_provinces(table)), Number("sp", 0, 4, 1))
    choices.append(Choice("place_fleet", {"power": BYZANTIUM}, fields, "3.23"))
    return choices


def barbarian_choices(table: Table, state: State) -> list[Choice]:
    left = remaining(table, state, BARBARIAN)
    choices = []
    for side in table.scn.setup.barbarians.values():
        rule, where = section(side.power), _places(home(table, side.power))
        has = state.armies[side.leader].sp if side.leader in state.armies else 0
        fields: tuple[Field, ...] = (where, Number("sp", 0, left[side.power]["land"] + has, has))
        choices.append(Choice("place_army", {"army": side.leader}, fields, rule))
        fields = (where, Number("sp", 0, max(0, left[side.power]["land"]), 0))
        choices.append(Choice("place_group", {"power": side.power}, fields, rule))
        if side.fleet_at is None:
            ports = [p for p in home(table, side.power) if port(table, p)]
            fields = (_places(ports), Number("sp", 0, side.fleet_sp, side.fleet_sp))
            choices.append(Choice("place_fleet", {"power": side.power}, fields, rule))
    return choices


def _places(provinces: Iterable[str]) -> Pick:
    return Pick("province", tuple(Option(p) for p in provinces))
