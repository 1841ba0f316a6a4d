"""Moves of units and lone leaders (L194-276). There is no stacking and no zone of control, but terrain can
stop a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battles.cca.rules.position import Position, Unit
from battles.cca.rules.terrain.board import NEAR
from battles.cca.rules.units import LEADER, UnitType
from kit.grid.hexes import Hex

LEADER_HEXES: Final = 3  # movement of a lone leader (L258)


def reach(
    position: Position, at: Hex, most: int | None = None, *, cross_friends: bool = False
) -> Mapping[Hex, int]:
    """Return the hexes where a unit can end its move, each with the length of the shortest path.

    ``most``: the movement that a card gives instead of the unit's own. ``cross_friends``: whether a card lets
    light foot cross friendly units (L212). Warriors can move farther than one hex only if they end next to an
    enemy unit (L233; ruling 64).
    """
    unit = position.units[at]
    kind = unit.kind
    far = (kind.charge or kind.move) if most is None else most
    # some terrain limits a move out of it (L973, L1013)
    far = min(far, position.terrain(at).leave_hexes or far)
    found: dict[Hex, int] = {}
    fresh, seen = [at], {at}
    for cost in range(1, far + 1):
        following = []
        for here in fresh:
            for there in NEAR[here]:
                beside = cost == 1 or not position.terrain(there).enters_only_from_adjacent(kind.kind)
                if there in seen or not beside or not may_enter(position, at, unit, there, cross_friends):
                    continue
                seen.add(there)
                if there not in position.units:
                    found[there] = cost
                crossed = there in position.units or there not in position.leaders
                if crossed and not stops(position, kind, there):
                    following.append(there)
        fresh = following
    if not kind.charge:
        return found
    return {
        there: cost for there, cost in found.items() if cost <= kind.move or touches(position, unit, there)
    }


def leader_reach(position: Position, at: Hex) -> Mapping[Hex, int]:
    """Return the hexes where a lone leader can end a move, each with its distance in hexes. A leader can
    cross friendly units and leaders, but cannot stop with another leader or enter a hex with an enemy
    (L258).
    """
    side = position.leaders[at].side
    found: dict[Hex, int] = {}
    fresh, seen = [at], {at}
    for cost in range(1, 1 + (position.terrain(at).leave_hexes or LEADER_HEXES)):
        following = []
        for there in (there for here in fresh for there in NEAR[here]):
            terrain = position.terrain(there)
            other = position.units.get(there) or position.leaders.get(there)
            barred = terrain.impassable or (terrain.enters_only_from_adjacent(LEADER) and cost > 1)
            if there in seen or barred or (other is not None and other.side is not side):
                continue
            seen.add(there)
            if there not in position.leaders:
                found[there] = cost
            if not terrain.stops(LEADER):
                following.append(there)
        fresh = following
    return found


def may_enter(position: Position, start: Hex, unit: Unit, at: Hex, cross_friends: bool = False) -> bool:
    """Return whether a unit that began its move at ``start`` can step into a hex (L204-214)."""
    if position.terrain(at).bars(unit.kind):
        return False
    if at in position.units:  # a friend cannot be crossed in terrain that stops movement (ruling 51)
        crossing = cross_friends and unit.kind.foot and unit.kind.grade == "light"
        return crossing and position.units[at].side is unit.side and not stops(position, unit.kind, at)
    leader = position.leaders.get(at)
    return leader is None or (leader.side is unit.side and start not in position.leaders)


def stops(position: Position, kind: UnitType, at: Hex) -> bool:
    """Return whether a unit must stop on entering a hex (L847, L857, L901)."""
    return position.terrain(at).stops(kind.kind)


def touches(position: Position, unit: Unit, at: Hex) -> bool:
    """Return whether a hex is next to an enemy of the given unit."""
    return any(there in position.units and position.units[there].side is not unit.side for there in NEAR[at])
