"""Rout moves: the next hex of a fleeing unit, and the friends it runs through (10.21, 10.22, L2449)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battles.cataphract.rules.field.pieces import CORNERS, Battlefield, Piece
from battles.cataphract.rules.sheet.armies.printed_battles import battles
from battles.cataphract.rules.sheet.armies.roster import SEATS
from kit.grid.board import Layout
from kit.grid.hexes import SIDES, Hex, distance, in_front, side_of

# the edge behind an army, by the direction of its retreat
AWAY: Final = {"columns_up": "E", "columns_down": "W"}
FIRST: Final = 2  # length in hexes of the first rout move; later ones use the printed movement allowance


@dataclass(frozen=True)
class Goal:
    """The goal of a fleeing army: a map edge, given by the corner that points to it, or a ``hex`` (a
    gate).
    """

    corner: int
    hex: Hex | None = None


@dataclass(frozen=True)
class Flight:
    """The next step of a fleeing unit.

    ``off``: whether the unit leaves the map or enters its goal, and is eliminated. ``through``: the
    friends that it runs into.
    """

    at: Hex
    facing: int
    off: bool = False
    through: tuple[str, ...] = ()


def goal_of(battle: str, seat: str) -> Goal:
    """Return the goal of a side's rout moves in a printed battle."""
    facts = battles()[battle]
    edge = facts["retreat_edge"][facts["sides"][SEATS.index(seat)]]
    corner = CORNERS.index(AWAY[edge.get("dir", "columns_down")])
    return Goal(corner, Layout.COLUMNS.parse(edge["hex"]) if "hex" in edge else None)


def flights(field: Battlefield, one: Piece, goal: Goal) -> tuple[Flight, ...]:
    """Return the steps that a fleeing unit may take next. Its owner chooses among them (10.21).

    They are the best of the hexes ahead, or else the first free hex on either side. A unit without a step
    is eliminated.
    """
    if one.at == goal.hex:
        return ()
    facing, ahead = _facing_and_hexes(one, goal)
    if goal.hex is None and any(at not in field.ground.board for at in ahead):
        return (Flight(ahead[0], facing, off=True),)
    sorts = [(sort, at) for at in ahead if (sort := _rank_hex(field, one, at)) is not None]
    if sorts:
        best = min(sort for sort, _at in sorts)
        return tuple(_flight(field, one, at, facing, goal) for sort, at in sorts if sort == best)
    aside = (_turn_aside(field, one, ahead, way, goal) for way in (1, -1))
    return tuple(dict.fromkeys(found for found in aside if found is not None))


def _facing_and_hexes(one: Piece, goal: Goal) -> tuple[int, tuple[Hex, ...]]:
    """Return the facing of a unit that flees toward a goal, and the hexes ahead of it. If the goal is a hex,
    these are the neighbouring hexes that are nearer to it (ruling 40).
    """
    if goal.hex is None:
        return goal.corner, in_front(one.at, goal.corner)
    ahead = tuple(at for at in one.at.neighbours() if _is_nearer(at, one.at, goal.hex))
    facing = side_of(one.at, ahead[0]) if len(ahead) == 2 else (side_of(one.at, ahead[0]) - 1) % SIDES
    return (SIDES - 1 if {side_of(one.at, at) for at in ahead} == {0, SIDES - 1} else facing), ahead


def _is_nearer(at: Hex, than: Hex, goal: Hex) -> bool:
    return distance(at, goal) < distance(than, goal)


def _rank_hex(field: Battlefield, one: Piece, at: Hex) -> int | None:
    """Return the rank of a hex for a fleeing unit, or None if the hex is blocked.

    1 is a vacant hex, 2 a friend, and 3 a friend in an enemy zone.
    """
    if not field.ground.open_to(one.at, at) or field.enemies_at(one.seat, at):
        return None
    friends, zone = field.friends_at(one, at), field.holders(one.seat, at)
    if zone and not friends:
        return None
    return 3 if zone else 2 if friends else 1


def _turn_aside(
    field: Battlefield, one: Piece, ahead: tuple[Hex, ...], way: int, goal: Goal
) -> Flight | None:
    """Turn left or right, vertex by vertex, until a hex in front is free. Return the step into that hex, or
    None if no hex is free.
    """
    sides = sorted(side_of(one.at, at) for at in ahead)
    if sides == [0, SIDES - 1]:
        sides = [SIDES - 1, 0]
    first = sides[-1] if way > 0 else sides[0]
    for turn in range(1, SIDES - len(sides) + 1):
        side = (first + way * turn) % SIDES
        at = one.at.step_towards(side)
        if _rank_hex(field, one, at) is not None:
            return _flight(field, one, at, (side - 1) % SIDES if way > 0 else side, goal)
    return None


def _flight(field: Battlefield, one: Piece, at: Hex, facing: int, goal: Goal) -> Flight:
    through = tuple(friend.id for friend in field.friends_at(one, at))
    return Flight(at, facing, at == goal.hex, through)


def friends_in_way(field: Battlefield, flight: Flight) -> Iterator[tuple[str, bool]]:
    """Yield the friends that a fleeing unit runs into, each with whether it is eliminated.

    A routed friend is eliminated. The others check their quality (``passed_by_routed``).
    """
    return ((id, field.pieces[id].unit.routed) for id in flight.through)
