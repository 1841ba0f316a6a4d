"""The bot's value of a position for a side: the strength left to both armies, and how well they
are placed.
"""

from __future__ import annotations

from typing import Final

from battles.schiere.bot.approach import Approach
from battles.schiere.rules.board.position import TRACK, Position, foe
from battles.schiere.rules.board.troops import CHIEF, TROOPS, WING
from battles.schiere.rules.shooting.lines import find_hindrance
from battles.schiere.rules.shooting.shot import FARTHEST, NEAREST, RANGES, band
from battles.schiere.rules.turn.ending import points
from kit.grid.square import Arc

DECIDED: Final = 1000.0
POINT: Final = 1.0  # a point of the final score
SWORD: Final = 0.4  # a sword still on a counter
NEAR: Final = 0.06  # a square closer to the enemy, for hand-to-hand fighters
ALONE: Final = 0.25
ASTRAY: Final = 1.2  # a unit out of command
BARED: Final = 0.9  # a flank or rear of heavy foot exposed to an enemy
BEST_RANGE: Final = 3  # the distance that shooters prefer
KEPT, BACK = 0.7, 6  # per square that a chief is nearer to the enemy than BACK squares
CLEAR: Final = 0.35  # a clear line of fire
REACH: Final = {
    weapon: max(distance for distance in range(NEAREST, FARTHEST + 1) if sets[band(distance)])
    for weapon, sets in RANGES["open"].items()
}
RISK: Final = {  # the risk from an enemy next to a commander, alone or with a unit
    (CHIEF, False): 4.0,
    (CHIEF, True): 2.5,
    (WING, False): 1.5,
    (WING, True): 0.3,
}


def standing(pos: Position, seat: str, approach: Approach) -> float:
    """Return the value from :func:`evaluate`, cached for pieces on the same squares."""
    known = pos.found.worth
    key = (seat, pos.turn, pos.state.ended, *(side.trophies for side in pos.state.sides.values()))
    found = known.get(key)
    if found is None:
        found = known[key] = evaluate(pos, seat, approach)
    return found


def evaluate(pos: Position, seat: str, approach: Approach | None = None) -> float:
    """Return the value of a position for a side; higher is better. ``approach``: distances to its enemies
    known from a recent position.
    """
    if pos.state.ended == "chief_lost":
        return DECIDED if pos.chief(seat) else -DECIDED
    other = foe(seat)
    return (
        _material(pos, seat)
        - _material(pos, other)
        + _stance(pos, seat, approach or Approach(pos, seat))
        # otherwise the advance of one unit would count for all of them
        - 0.7 * _stance(pos, other, Approach(pos, other), 0.0)
    )


def wanted_distance(weapon: str) -> int:
    """Return the best distance from the enemy for a weapon; without one, adjacent."""
    return BEST_RANGE if weapon else 1


def _material(pos: Position, seat: str) -> float:
    pieces = pos.state.pieces
    swords = sum([TRACK[(one := pieces[id]).troop][one.damage][1] for id in pos.units(seat)])
    worth = POINT * points(pos, seat) + SWORD * swords
    chief = pos.chief(seat)
    return worth - (6.0 if chief and pos.piece(chief).damage else 0.0)


def _stance(pos: Position, seat: str, approach: Approach, near: float = NEAR) -> float:
    """Rate the placement of a side's pieces. ``near``: the value of being one square closer to the enemy."""
    if not approach.enemies:
        return 0.0
    commanded, worth = pos.squares_in_command(seat), 0.0
    friends = frozenset(pos.piece(id).at for id in pos.of(seat)) if near else frozenset()
    for id in pos.units(seat):
        worth += _stands(pos, id, approach, near)
        if near and _sees(pos, id, approach, friends):
            worth += CLEAR
        if pos.state.pieces[id].at not in commanded:
            worth -= ASTRAY
    return worth + sum(_rate_commander(pos, id) for id in pos.commanders(seat))


def _stands(pos: Position, id: str, approach: Approach, near: float) -> float:
    piece, worth = pos.state.pieces[id], 0.0
    troop = TROOPS[piece.troop]
    if near or troop.weapon:  # hand-to-hand fighters are never too close
        far = approach.far(troop, piece.at) if near else approach.crow[piece.at]
        best = wanted_distance(troop.weapon)
        if far < best:
            worth = -0.5 * (best - far)
        elif near:
            worth = -near * approach.haste * (far - best)
    others = pos.neighbours(piece.at)
    worth -= ALONE * (not others or pos.is_isolated(id))
    if others and troop.cls == "heavy_infantry":
        worth -= BARED * sum(
            pos.arc(id, other) is not Arc.FRONT for other in pos.enemies_across_sides(id) if pos.attack(other)
        )
    return worth + 0.2 * (pos.ground.kinds.get(piece.at) == "height")


def _sees(pos: Position, id: str, approach: Approach, friends: frozenset[str]) -> bool:
    """Return whether a shooter has a clear line to an enemy, past its friends."""
    weapon = pos.troop(id).weapon
    if not weapon:
        return False
    at, reach = pos.piece(id).at, REACH.get(weapon, 0)
    if approach.crow[at] > reach:
        return False
    row, others = pos.ground.far[at], friends - {at}
    near = (enemy for enemy in approach.enemies if row[enemy] <= reach)
    return any(not find_hindrance(pos.ground, at, enemy, others) for enemy in near)


def _rate_commander(pos: Position, id: str) -> float:
    """Rate a commander's square: useful near his units, and dangerous next to the enemy."""
    piece, ground = pos.piece(id), pos.ground
    danger = len(pos.touching(id)) * RISK[piece.troop, bool(piece.host)]
    row = ground.far[piece.at]
    pieces = pos.state.pieces
    own, close = [row[pieces[u].at] for u in pos.units(piece.seat)], 0.0
    if piece.troop == CHIEF:
        foes = [row[pieces[u].at] for u in pos.units(foe(piece.seat))]
        close = KEPT * max(0, BACK - min(foes, default=BACK))
    return -danger - close - 0.02 * sum(own) / max(1, len(own))
