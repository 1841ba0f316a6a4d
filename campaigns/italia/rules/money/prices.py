"""The prices of a nation's purchases (6.2, 6.3)."""

from __future__ import annotations

from campaigns.italia.rules.state.position import Position

CITY, CITY_IN_HARD_GROUND = 6, 8


def price(pos: Position, nation: str, unit: str) -> int:
    """Return a unit's price, which some nations' cards change."""
    for own in pos.nation(nation).effects.get("price", ()):
        if own["unit"] == unit:
            return int(own["cost"])
    return pos.scn.units[unit].cost


def city_price(pos: Position, area: str) -> int:
    return CITY_IN_HARD_GROUND if pos.area(area).hard else CITY


def recruits_left(pos: Position, nation: str, unit: str) -> int:
    """Return how many units of a type the nation can recruit now. All types are limited by their counters.
    Consular legions are also limited to one per two cities, counting those on the map (6.3).
    """
    left = pos.counters_left(nation, unit)
    for limit in pos.nation(nation).effects.get("limit_per_cities", ()):
        if limit["unit"] == unit:
            allowed = len(pos.cities_of(nation)) // int(limit["cities"])
            left = min(left, max(0, allowed - pos.on_board(nation, unit)))
    return left


def recruitable_units(pos: Position, nation: str) -> tuple[str, ...]:
    """Return the unit types of which the nation can recruit at least one."""
    return tuple(unit for unit in pos.nation(nation).counters if recruits_left(pos, nation, unit))
