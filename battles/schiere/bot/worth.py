"""The bot's rating of a position for one side, by the strength left to both armies and by their placement."""

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
POINT: Final = 1.0  # value of a point of the final score
SWORD: Final = 0.4  # value of a sword still on a counter
NEAR: Final = 0.06  # value of being one square closer to the enemy, for hand-to-hand fighters
ALONE: Final = 0.25  # the penalty for an isolated unit
ASTRAY: Final = 1.2  # the penalty for a unit out of command
BARED: Final = 0.9  # the penalty for a flank or rear of heavy infantry exposed to an enemy
BEST_RANGE: Final = 3  # the distance, in squares, that shooters prefer
KEPT, BACK = 0.7, 6  # a chief closer to the enemy than BACK squares costs KEPT for each square
CLEAR: Final = 0.35  # value of a clear line of fire
REACH: Final = {
    weapon: max(distance for distance in range(NEAREST, FARTHEST + 1) if sets[band(distance)])
    for weapon, sets in RANGES["open"].items()
}
RISK: Final = {  # the risk to a commander from an adjacent enemy, without and with a unit
    (CHIEF, False): 4.0,
    (CHIEF, True): 2.5,
    (WING, False): 1.5,
    (WING, True): 0.3,
}


def cached_value(pos: Position, seat: str, approach: Approach) -> float:
    """Return the value from :func:`evaluate`, cached as long as the pieces do not change."""
    known = pos.found.worth
    key = (seat, pos.turn, pos.state.ended, *(side.trophies for side in pos.state.sides.values()))
    found = known.get(key)
    if found is None:
        found = known[key] = evaluate(pos, seat, approach)
    return found


def evaluate(pos: Position, seat: str, approach: Approach | None = None) -> float:
    """Return the value of a position for a side; higher is better. ``approach`` may hold the distances to
    the enemy from a recent position.
    """
    if pos.state.ended == "chief_lost":
        return DECIDED if pos.chief(seat) else -DECIDED
    other = foe(seat)
    return (
        _rate_material(pos, seat)
        - _rate_material(pos, other)
        + _rate_stance(pos, seat, approach or Approach(pos, seat))
        # The enemy's distances are left out; otherwise one unit's advance would change the rating of every
        # enemy unit.
        - 0.7 * _rate_stance(pos, other, Approach(pos, other), 0.0)
    )


def wanted_distance(weapon: str) -> int:
    """Return the distance from the enemy, in squares, at which a unit with this weapon fights best."""
    return BEST_RANGE if weapon else 1


def _rate_material(pos: Position, seat: str) -> float:
    pieces = pos.state.pieces
    swords = sum([TRACK[(one := pieces[id]).troop][one.damage][1] for id in pos.units(seat)])
    worth = POINT * points(pos, seat) + SWORD * swords
    chief = pos.chief(seat)
    return worth - (6.0 if chief and pos.piece(chief).damage else 0.0)


def _rate_stance(pos: Position, seat: str, approach: Approach, near: float = NEAR) -> float:
    """Rate the placement of a side's pieces. ``near``: the value of one square closer to the enemy. If it is
    0, advances and lines of fire do not count.
    """
    if not approach.enemies:
        return 0.0
    commanded, worth = pos.squares_in_command(seat), 0.0
    friends = frozenset(pos.piece(id).at for id in pos.of(seat)) if near else frozenset()
    for id in pos.units(seat):
        worth += _rate_unit(pos, id, approach, near)
        if near and _has_clear_shot(pos, id, approach, friends):
            worth += CLEAR
        if pos.state.pieces[id].at not in commanded:
            worth -= ASTRAY
    return worth + sum(_rate_commander(pos, id) for id in pos.commanders(seat))


def _rate_unit(pos: Position, id: str, approach: Approach, near: float) -> float:
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


def _has_clear_shot(pos: Position, id: str, approach: Approach, friends: frozenset[str]) -> bool:
    """Return whether a shooter has an enemy in range, with a line of fire that neither terrain nor friends
    block.
    """
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
    """Rate a commander's square. It is better near friendly units, and worse next to the enemy."""
    piece, ground = pos.piece(id), pos.ground
    danger = len(pos.adjacent_enemies(id)) * RISK[piece.troop, bool(piece.host)]
    row = ground.far[piece.at]
    pieces = pos.state.pieces
    own, close = [row[pieces[u].at] for u in pos.units(piece.seat)], 0.0
    if piece.troop == CHIEF:
        foes = [row[pieces[u].at] for u in pos.units(foe(piece.seat))]
        close = KEPT * max(0, BACK - min(foes, default=BACK))
    return -danger - close - 0.02 * sum(own) / max(1, len(own))
