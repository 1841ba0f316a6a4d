"""Paths back on the board: retreats, evasions, and elephants whose path is blocked (L577-600, L640,
L660-682).
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.cca.rules.combat.fate import EVADE_HEXES
from battles.cca.rules.combat.situation import FREE
from battles.cca.rules.position import Position, Unit
from battles.cca.rules.terrain.board import rear
from engine.values import dataclass, replace
from kit.grid.hexes import Hex


@dataclass(frozen=True)
class Retreat:
    """One path of retreat. ``gone``: the hexes retreated. ``lost``: the blocks lost for hexes that the unit
    cannot retreat. ``charged``: the hexes of units and lone enemy leaders that block an elephant. Each loses
    ``blocks_each`` instead of the elephant (L640).
    """

    end: Hex
    gone: int
    lost: int = 0
    joins: bool = False  # the unit reaches a friendly leader without a unit, who joins it
    charged: tuple[Hex, ...] = ()
    blocks_each: int = 0
    marshes: tuple[Hex, ...] = ()  # marshes on the path, not counting the last hex


def retreats(position: Position, at: Hex, hexes: int) -> tuple[Retreat, ...]:
    """Return the retreat paths from which the owner can choose. If there is a path without loss, the unit
    must take such a path; otherwise it must take the longest possible one (L596-598; ruling 15).
    """
    unit = position.units[at]
    found = {}
    for end, gone, joins, marshes in _ways(position, at, unit, hexes):
        short = 0 if joins else hexes - gone
        way = replace(_price_retreat(position, unit, end, gone, short, joins), marshes=marshes)
        found[end, joins] = (short, way)
    least = min(short for short, _way in found.values())
    return tuple(way for short, way in found.values() if short == least)


def evasions(position: Position, at: Hex) -> dict[Hex, tuple[Hex, ...]]:
    """Return the hexes to which a unit can evade, each with the marshes on the path.

    A unit evades two hexes back, or one if two are impossible. A first hex with a lone friendly leader is
    always allowed (L662-682; ruling 16). The result is empty if the unit cannot evade.
    """
    unit = position.units[at]
    ways = [way for way in _ways(position, at, unit, EVADE_HEXES) if way[1]]
    two = any(gone == EVADE_HEXES for _end, gone, _joins, _marshes in ways)
    return {end: marshes for end, gone, joins, marshes in ways if gone == EVADE_HEXES or joins or not two}


def room(position: Position, at: Hex) -> tuple[int, int, bool]:
    """Return how far a unit can retreat without meeting a lone friendly leader, the distance to the nearest
    such leader (0: none), and whether units block the next hex.
    """
    unit = position.units[at]
    free, refuge, blocked = 0, 0, False
    for end, gone, joins, _marshes in _ways(position, at, unit, FREE):
        if joins:
            refuge = min(refuge or gone, gone)
        depth = gone - joins
        stopped = not joins and any(_blocks_elephant(position, unit, on) for on in rear(end, unit.side))
        blocked = stopped if depth > free else blocked or (stopped and depth == free)
        free = max(free, depth)
    return free, refuge, blocked


def marshes_behind(position: Position, at: Hex, most: int) -> tuple[tuple[int, bool], ...]:
    """Return, for each distance back, the number of marshes on the path and whether its last hex is a marsh.
    If there are several paths, the one with the fewest marshes counts. Return () if the board has no marsh.
    """
    if not any(position.terrain(there).rolls for there in position.ground):
        return ()
    unit, found = position.units[at], []
    for hexes in range(1, most + 1):
        ways = [
            (len(marshes), position.terrain(end).rolls)
            for end, gone, _joins, marshes in _ways(position, at, unit, hexes)
            if gone == hexes
        ]
        found.append(min(ways, key=lambda way: (sum(way), way), default=(0, False)))
    return tuple(found)


Way = tuple[Hex, int, bool, tuple[Hex, ...]]


def _ways(position: Position, at: Hex, unit: Unit, hexes: int) -> Iterator[Way]:
    """Yield every path back that is blocked or uses all its hexes. Each has its end, its length, whether a
    leader joins the unit at the end, and the marshes before the end.

    Each step goes back one row, so all paths to a hex have the same length. Only the path with the fewest
    marshes is yielded.
    """
    row: dict[Hex, tuple[Hex, ...]] = {at: ()}
    for gone in range(hexes + 1):
        following: dict[Hex, tuple[Hex, ...]] = {}
        joined: dict[Hex, tuple[Hex, ...]] = {}
        for here, marshes in row.items():
            open_hexes = [there for there in rear(here, unit.side) if _may_enter(position, at, unit, there)]
            if gone == hexes or not open_hexes:
                yield here, gone, False, marshes
                continue
            wet = (*marshes, here) if gone and position.terrain(here).rolls else marshes
            for there in open_hexes:
                ends = joined if there in position.leaders else following
                if there not in ends or len(wet) < len(ends[there]):
                    ends[there] = wet
        for there, marshes in joined.items():
            yield there, gone + 1, True, marshes
        row = following


def _may_enter(position: Position, start: Hex, unit: Unit, at: Hex) -> bool:
    """Return whether a unit can retreat into a hex. Terrain stops a retreat only if it is impassable, or
    forbidden to the unit type (L592; ruling 20).
    """
    if position.terrain(at).bars(unit.kind) or at in position.units:
        return False
    leader = position.leaders.get(at)
    return leader is None or (leader.side is unit.side and start not in position.leaders)


def _price_retreat(position: Position, unit: Unit, end: Hex, gone: int, short: int, joins: bool) -> Retreat:
    blockers = tuple(there for there in rear(end, unit.side) if _blocks_elephant(position, unit, there))
    if short and unit.kind.elephant and blockers:
        return Retreat(end, gone, 0, joins, blockers, short)
    return Retreat(end, gone, min(short, unit.blocks), joins)


def _blocks_elephant(position: Position, unit: Unit, at: Hex) -> bool:
    leader = position.lone_leader(at)
    return at in position.units or (leader is not None and leader.side is not unit.side)
