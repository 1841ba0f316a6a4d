"""Feigned retreats on the field: where the runner rides to, and how its pursuer follows (6.7)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.field.pieces import Battlefield, Piece
from battles.cataphract.rules.field.reach import Stand, facing_toward
from kit.grid.hexes import Hex, distance, turns

NEAR: Final = 2  # distance in hexes at which enemy cavalry can be lured (6.72)
SHORTEST, LONGEST = 3, 5  # minimum and maximum length of a feigned retreat, in hexes (6.73)
CLOSE: Final = 2  # distance in hexes at which the pursuit ends (6.73)


def why_no_feint(field: Battlefield, one: Piece, mover: Piece) -> str:
    """Return the reason code if light horse cannot feign a retreat from a unit, or "" if it can (6.72)."""
    if one.unit.routed:
        return "routed"
    if not mover.is_mounted or mover.unit.routed:
        return "only_cavalry_is_lured"
    if field.holders(one.seat, one.at):
        return "in_a_zone"
    if distance(one.at, mover.at) > NEAR:
        return "too_far"
    return "target_in_a_zone" if field.holders(mover.seat, mover.at) else ""


def feints(field: Battlefield, one: Piece, mover: Piece) -> dict[Stand, tuple[Hex, ...]]:
    """Return the places to which light horse can ride in a feigned retreat, each with the hexes of its route
    (6.73).

    Every hex is farther from the mover than the one before (ruling 44). Of several routes to a hex, the
    one through the fewest friends counts. At the end the unit faces in the direction in which it rode.
    """
    layer: dict[Hex, tuple[int, tuple[Hex, ...]]] = {one.at: (0, (one.at,))}
    found: dict[Stand, tuple[Hex, ...]] = {}
    for length in range(1, LONGEST + 1):
        beyond: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
        for here, (met, way) in layer.items():
            for at in here.neighbours():
                if not _may_ride_into(field, one, mover, here, at):
                    continue
                ridden = met + len(field.friends_at(one, at)), (*way, at)
                beyond[at] = min(beyond.get(at, ridden), ridden)
        layer = beyond
        for at, (_met, way) in layer.items() if length >= SHORTEST else ():
            if not field.friends_at(one, at):
                found |= dict.fromkeys((Stand(at, to) for to in facing_toward(way[-2], at)), way)
    return found


def _may_ride_into(field: Battlefield, one: Piece, mover: Piece, here: Hex, at: Hex) -> bool:
    if not field.ground.open_to(here, at) or distance(at, mover.at) <= distance(here, mover.at):
        return False
    return not field.enemies_at(one.seat, at) and not field.holders(one.seat, at)


# --- the pursuit -------------------------------------------------------------------------------------------


def pursuit(field: Battlefield, one: Piece, way: tuple[Hex, ...]) -> tuple[Stand, ...]:
    """Return the places through which a pursuer follows a route to within two hexes of its end (6.73).

    The route ends in the runner's hex. Zones do not stop the pursuer, but an enemy unit on the route
    does. The pursuer never stops with a friend.
    """
    goal, here, facing = way[-1], one.at, one.facing
    found: list[Stand] = []
    for at in (*_link(field, one, way[0]), *way):
        blocked = not field.ground.open_to(here, at) or field.enemies_at(one.seat, at)
        if distance(here, goal) <= CLOSE or blocked or distance(here, at) != 1:
            break
        here, facing = at, heading(here, at, facing)
        found.append(Stand(at, facing))
    while found and field.friends_at(one, found[-1].at):
        found.pop()
    return tuple(found)


def _link(field: Battlefield, one: Piece, start: Hex) -> tuple[Hex, ...]:
    """Return the hex that links a pursuer to the start of a route two hexes away. Return () if the route
    does not start two hexes away, or if no such hex is free.
    """
    if distance(one.at, start) != NEAR:
        return ()
    between = [at for at in one.at.neighbours() if distance(at, start) == 1]
    free = [at for at in between if field.ground.open_to(one.at, at) and not field.enemies_at(one.seat, at)]
    return tuple(sorted(free, key=lambda at: (len(field.friends_at(one, at)), at))[:1])


def heading(here: Hex, there: Hex, facing: int) -> int:
    """Return the facing that has the neighbouring hex ``there`` in front and is nearest to ``facing``."""
    return min(facing_toward(here, there), key=lambda to: (turns(facing, to), to))


def gap_between(field: Battlefield, one: Piece, other: Piece) -> Hex | None:
    """Return the vacant hex between two units that are two hexes apart, or None (6.73).

    If there are two, return one in front of ``other`` if possible.
    """
    if distance(one.at, other.at) != CLOSE:
        return None
    vacant = [
        at
        for at in one.at.neighbours()
        if distance(at, other.at) == 1
        and at not in field.occupants
        and field.ground.open_to(one.at, at)
        and field.ground.open_to(other.at, at)
    ]
    return min(vacant, key=lambda at: (at not in other.fronts(), at), default=None)
