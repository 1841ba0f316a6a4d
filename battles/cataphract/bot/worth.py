"""How much places and attacks are worth to a unit: the quality that the enemy loses minus the quality that
the unit loses.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.field.contact import aspect
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.shock.reckoning import calculate_clash, result_of
from battles.cataphract.rules.shock.situation import Attacker, Clash, Defender
from battles.cataphract.rules.tables import FACES
from battles.cataphract.rules.unit import Unit
from engine.values import replace
from kit.grid.hexes import distance

CLOSER: Final = 0.3  # worth of each hex by which a unit comes nearer to the enemy
FACING: Final = 0.2  # worth of facing the nearest enemy
HIT: Final = 0.6  # subtracted for each hit that the move costs
BOW_RANGE: Final = 2  # distance in hexes that archers keep from the enemy
BOW_WORTH: Final = 0.5


@lru_cache(maxsize=4096)
def _mean_hits(attacker: Unit, defender: Unit, side: str, charged: bool) -> tuple[int, int]:
    """Return the sums over the ten die faces of the hits that a clash costs each side, including the hits of
    the charge.
    """
    clash = Clash((Attacker(attacker, charged, charged, side),), (Defender(defender),))
    found = calculate_clash(clash)
    both = [result_of(found, face) for face in range(FACES)]
    mine, theirs = sum(a for a, _d in both), sum(d for _a, d in both)
    if charged:
        mine += sum(max(0, face - attacker.quality) for face in range(FACES))
        theirs += sum(max(0, face - defender.quality) for face in range(FACES))
    return mine, theirs


def strike_worth(pos: MapField, attacker: Unit, other: Piece, stand: Stand, *, charged: bool = True) -> float:
    """Return how much it is worth to a unit to attack an enemy from a given place. ``charged``: whether the
    unit moves into contact, so that both sides check their quality.
    """
    if distance(stand.at, other.at) == 1:
        side = "front" if other.artillery else aspect_from(other, stand)
    else:
        side = "front"
    mine, theirs = _mean_hits(_strip_details(attacker), _strip_details(other.unit), side, charged)
    gain = min(1.0, theirs / FACES / max(1, pos.hits_left(other.id))) * other.unit.tq
    limit = attacker.quality - attacker.hits
    return gain - min(1.0, mine / FACES / max(1, limit)) * attacker.tq


def aspect_from(other: Piece, stand: Stand) -> str:
    """Return the side of an enemy that a unit would strike from a place."""
    return aspect(replace(other, at=stand.at), other)


def _strip_details(unit: Unit) -> Unit:
    """Return a unit without the details that do not affect the estimate."""
    return replace(unit, hits=0, name="", leader=None, supply="full")


def place_worth(pos: MapField, unit: str, stand: Stand, hits: int) -> float:
    """Return how much a place is worth to a unit, minus the cost of the hits that it takes on the way."""
    one = replace(pos.piece(unit), at=stand.at, facing=stand.facing)
    away = pos.enemy_distance_from(one.seat, stand.at)
    worth = -HIT * hits - CLOSER * away
    fronts = one.fronts()
    if away > 1:
        if min(pos.enemy_distance_from(one.seat, at) for at in fronts) < away:
            worth += FACING
        if one.unit.armed_with_bow and not one.unit.heavy:
            worth += BOW_WORTH if away == BOW_RANGE else 0
        return worth
    struck = [o for at in fronts for o in pos.battlefield.occupants.get(at, ()) if o.seat != one.seat]
    exposed = len([o for o in pos.battlefield.holders(one.seat, stand.at) if o not in struck])
    return worth + sum(strike_worth(pos, one.unit, o, stand) for o in struck) - exposed + len(struck) * 0.1
