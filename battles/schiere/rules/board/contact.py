"""Entering an enemy's influence area, which is allowed only to fight (L124, L298-300, L344)."""

from __future__ import annotations

from battles.schiere.rules.board.ground import BRIDGES, HEIGHT, PLAIN, WOOD
from battles.schiere.rules.board.position import Position

FOOT = ("heavy_infantry", "light_infantry", "ballista")
ENCLOSED = 3  # a unit with enemies on this many sides surrenders (L362)


def may_engage(pos: Position, id: str, other: str, at: str) -> bool:
    """Return whether a piece on the square ``at`` may charge an enemy.

    Foot never charges horse, no unit charges elephants, and ballistae never charge. Elephants charge only
    from open plain or a bridge, and never an enemy on a height or in a wood.
    """
    cls, target = pos.cls(id), pos.cls(other)
    if cls == "ballista" or target == "elephants" or not pos.can_be_hurt(id):
        return False
    # any unit may charge a commander, who does not count as cavalry (L413, ruling S31)
    if cls in FOOT and target.endswith("cavalry"):
        return False
    if cls == "elephants":
        here, there = pos.ground.kind(at), pos.ground.kind(pos.piece(other).at)
        return here in (PLAIN, *BRIDGES) and there not in (HEIGHT, WOOD)
    return True


def may_enter(pos: Position, id: str, other: str, at: str) -> bool:
    """Return whether a piece may enter an enemy's influence area. It may enter to charge, to capture a
    ballista (L316), or as the third unit that surrounds an enemy (L304, L346, L362).
    """
    if may_engage(pos, id, other, at):
        return True
    if pos.cls(other) == "ballista" and pos.is_unit(id):
        return True
    return _shuts_in(pos, id, other, at)


def _shuts_in(pos: Position, id: str, other: str, at: str) -> bool:
    enemy, seat = pos.piece(other), pos.piece(id).seat
    beside, stood = pos.ground.side_neighbours[enemy.at], pos.occupants
    if at not in beside or not pos.is_unit(id):
        return False
    others = [stood[square] for square in beside if square in stood and stood[square] != id]
    return sum(pos.piece(one).seat == seat and pos.is_unit(one) for one in others) + 1 >= ENCLOSED
