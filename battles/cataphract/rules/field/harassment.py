"""Harassment and Dispersal on the field: the paths along which light horse could ride at a target (8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.field.ground import STREAM
from battles.cataphract.rules.field.pieces import Battlefield, Piece
from battles.cataphract.rules.field.sight import in_arc, sees
from battles.cataphract.rules.missile import why_no_missiles
from kit.grid.hexes import Hex, distance, in_front

FARTHEST: Final = 4  # maximum distance in hexes at which light cavalry can harass (8.32)


def why_no_harassment(field: Battlefield, one: Piece) -> str:
    """Return the reason code if a unit cannot harass from where it is, or "" if it can (8.31, 8.32)."""
    if one.unit.type != "LC":
        return "only_light_cavalry_harasses"
    if why := why_no_missiles(one.unit):
        return why
    return "in_a_zone" if field.holders(one.seat, one.at) else ""


def harassments(field: Battlefield, one: Piece, target: Piece) -> dict[Hex, tuple[Hex, ...]]:
    """Return the hexes next to a target that a unit can trace a path to, each with that path (8.32).

    The path leads only through front hexes and is at most three hexes long. Of several paths to a hex,
    the one that the fewest enemies can shoot at is returned.
    """
    if not 2 <= distance(one.at, target.at) <= FARTHEST or not sees(field, one, target.at):
        return {}
    found: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
    for way in _paths(field, one, target, (one.at,)):
        exposed = len(exposed_to(field, one, way)), way
        found[way[-1]] = min(found.get(way[-1], exposed), exposed)
    return {at: way for at, (_number, way) in found.items()}


def _paths(field: Battlefield, one: Piece, target: Piece, way: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """Yield the paths to a hex next to the target that begin with ``way``. A path leaves out the unit's own
    hex, with which ``way`` begins.
    """
    here = way[-1]
    if len(way) > 1 and distance(here, target.at) == 1:
        yield way[1:]
    if len(way) == FARTHEST:
        return
    for at in in_front(here, one.facing):
        if _is_clear(field, one, here, at, target):
            yield from _paths(field, one, target, (*way, at))


def _is_clear(field: Battlefield, one: Piece, here: Hex, at: Hex, target: Piece) -> bool:
    """Return whether a path can lead into a hex. Only next to the target may it enter an enemy zone."""
    ground = field.ground
    if not ground.open_to(here, at) or at in field.occupants or ground.rough(at):
        return False
    if ground.edge(here, at) not in ("", STREAM):
        return False
    return distance(at, target.at) == 1 or not field.holders(one.seat, at)


def exposed_to(field: Battlefield, one: Piece, way: tuple[Hex, ...]) -> tuple[Piece, ...]:
    """Return the enemies that can shoot at a unit on its path (8.33). They are next to a hex of the path and
    have it in their fire arc.
    """
    return tuple(
        o
        for o in field.pieces.values()
        if o.seat != one.seat and not o.artillery and not why_no_missiles(o.unit) and covers(o, way)
    )


def covers(one: Piece, way: tuple[Hex, ...]) -> bool:
    """Return whether a hex of a path is next to a unit and in its fire arc."""
    return any(distance(one.at, at) == 1 and in_arc(one, at) for at in way)
