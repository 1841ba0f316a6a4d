"""What a position is worth to a side: what is left of both armies, and how well they stand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from battles.schiere.rules.board.ground import Ground
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF
from battles.schiere.rules.turn.ending import points
from engine.grid.square import Arc

DECIDED: Final = 1000.0
POINT: Final = 1.0  # a point at the end of the battle
SWORD: Final = 0.4  # a sword that is still on the counters
NEAR: Final = 0.06  # a square nearer to the enemy, for those who fight hand to hand
ALONE: Final = 0.25
ASTRAY: Final = 1.2  # a unit out of command
BARED: Final = 0.9  # a flank or rear of heavy foot that an enemy stands at
BEST_RANGE: Final = 3  # where shooters like to stand


class Nearest(dict[str, int]):
    """How far each square that is asked for is from the nearest of some squares."""

    def __init__(self, ground: Ground, squares: tuple[str, ...]) -> None:
        super().__init__()
        self.ground, self.squares = ground, squares

    def __missing__(self, square: str) -> int:
        row = self.ground.far[square]
        found = self[square] = min([row[at] for at in self.squares])
        return found


@lru_cache(maxsize=64)
def nearest(ground: Ground, squares: tuple[str, ...]) -> Nearest:
    """The same for the same squares: most trials move one side alone."""
    return Nearest(ground, squares)


def evaluate(pos: Position, seat: str) -> float:
    """The more, the better for that side."""
    if pos.state.ended == "chief_lost":
        return DECIDED if pos.chief(seat) else -DECIDED
    other = foe(seat)
    return (
        _material(pos, seat)
        - _material(pos, other)
        + _stance(pos, seat)
        - 0.7 * _stance(pos, other, 0.0)  # else one body that comes up would suit all of theirs
    )


def _material(pos: Position, seat: str) -> float:
    swords = sum(pos.attack(id) for id in pos.units(seat))
    worth = POINT * points(pos, seat) + SWORD * swords
    chief = pos.chief(seat)
    return worth - (6.0 if chief and pos.piece(chief).damage else 0.0)


def _stance(pos: Position, seat: str, near: float = NEAR) -> float:
    """How well a side stands; ``near``: what a square nearer to its enemies is worth to it."""
    enemies = nearest(pos.ground, tuple([pos.piece(id).at for id in pos.units(foe(seat))]))
    if not enemies.squares:
        return 0.0
    commanded, worth = pos.commanded(seat), 0.0
    for id in pos.units(seat):
        worth += _stands(pos, id, enemies, near)
        worth -= ASTRAY * (pos.piece(id).at not in commanded)
    return worth + sum(_led(pos, id) for id in pos.commanders(seat))


def _stands(pos: Position, id: str, enemies: Nearest, near: float) -> float:
    """How well a unit stands: near the enemy it can fight, in reach for its weapon, its flanks covered."""
    piece, troop, ground = pos.piece(id), pos.troop(id), pos.ground
    worth = 0.0
    if near or troop.weapon:  # who fights hand to hand is never too near
        far, wanted = enemies[piece.at], BEST_RANGE if troop.weapon else 1
        worth = -near * abs(far - wanted) if far > wanted else -0.5 * (wanted - far)
    worth -= ALONE * pos.isolated(id)
    if troop.cls == "heavy_infantry":
        worth -= BARED * sum(
            pos.arc(id, other) is not Arc.FRONT for other in pos.sided(id) if pos.attack(other)
        )
    return worth + 0.2 * (ground.kind(piece.at) == "height")


def _led(pos: Position, id: str) -> float:
    """A commander is of use near his men, and in danger beside the enemy."""
    piece, ground = pos.piece(id), pos.ground
    danger = len(pos.touching(id)) * (4.0 if piece.troop == CHIEF else 1.5)
    row = ground.far[piece.at]
    own = [row[pos.piece(u).at] for u in pos.units(piece.seat)]
    foes = [row[pos.piece(u).at] for u in pos.units(foe(piece.seat))]
    close = 1.5 * max(0, 4 - min(foes, default=9)) if piece.troop == CHIEF and not piece.host else 0.0
    return -danger - close - 0.02 * sum(own) / max(1, len(own))
