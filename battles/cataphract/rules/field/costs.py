"""The cost of a step or a turn: movement points, and hits from terrain (L2483)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from battles.cataphract.rules.field.ground import RIVER, Ground
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.tables import table
from kit.grid.hexes import Hex, side_between

HEAVY_FOOT, LIGHT_FOOT, HORSE = 1, 2, 3  # the columns of the printed table


class Cost(NamedTuple):
    """A cost in movement points and hits."""

    mp: int
    hits: int


def _column(one: Piece) -> int:
    if one.is_mounted:
        return HORSE
    return LIGHT_FOOT if one.unit.type == "LI" else HEAVY_FOOT


@cache
def _cost(name: str, column: int, in_column: bool) -> Cost:
    movement = table("movement")
    row = movement["rows"][name]
    spared = in_column and name in movement["zero_in_column"]  # some terrain costs a Column no hits (6.42)
    return Cost(int(row[0]), 0 if spared else int(row[column]))


def step_cost(ground: Ground, one: Piece, a: Hex, b: Hex) -> Cost:
    """Return the cost of a step into a neighbouring hex (ruling 6).

    It is the sum of the costs of the hex, the hexside and the climb.
    """
    kind = _column(one), one.unit.column
    first = _cost(ground.cover(b), *kind)
    edge, climb = ground.edge(a, b), ground.climb(a, b)
    if not edge and not climb:
        return first
    parts = [first]
    if edge and not _is_bridged(ground, one, a, b):
        parts.append(_cost(edge, *kind))
    parts += [_cost("up" if climb > 0 else "down", *kind)] * abs(climb)
    return Cost(sum(part.mp for part in parts), sum(part.hits for part in parts))


def _is_bridged(ground: Ground, one: Piece, a: Hex, b: Hex) -> bool:
    """Return whether a bridge spares a unit the cost of a river or stream. It spares foot only in Column
    (ruling 14).
    """
    side = side_between(a, b)
    carries = one.is_mounted or one.unit.column
    return side in ground.bridges and ground.edges.get(side) in (RIVER, "stream") and carries


def turn_cost(ground: Ground, one: Piece, at: Hex) -> Cost:
    """Return the cost of turning by one vertex in a hex (7.12, 7.13)."""
    flat = _cost("facing", _column(one), False)
    return Cost(flat.mp, _cost("facing_rough", _column(one), False).hits) if ground.rough(at) else flat
