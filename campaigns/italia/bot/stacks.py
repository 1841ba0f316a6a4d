"""Add stacks of units (their numbers by type), and choose which units of a stack march."""

from __future__ import annotations

from campaigns.italia.bot.outlook import Units
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.position import Position


def land(pos: Position, nation: str, area: str) -> dict[str, int]:
    return {u: n for u, n in pos.units(area, nation).items() if u != FLEET}


def add_units(one: Units, more: Units) -> dict[str, int]:
    found = dict(one)
    for unit, number in more.items():
        found[unit] = found.get(unit, 0) + number
    return found


def strongest(pos: Position, units: Units, number: int) -> dict[str, int]:
    return _take_first(
        sorted(units, key=lambda u: (pos.scn.units[u].to_hit, -pos.scn.units[u].hits, u)), units, number
    )


def cheapest(pos: Position, units: Units, number: int) -> dict[str, int]:
    return _take_first(
        sorted(units, key=lambda u: (pos.scn.units[u].cost, -pos.scn.units[u].to_hit, u)), units, number
    )


def _take_first(order: list[str], units: Units, number: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in order:
        taken = min(units[unit], number)
        if taken > 0:
            found[unit] = taken
            number -= taken
    return found
