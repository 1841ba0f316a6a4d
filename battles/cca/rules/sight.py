"""Legal targets of fire. They are in range and in sight, and no enemy is next to the shooter (L301-350)."""

from __future__ import annotations

from battles.cca.rules.position import Position
from battles.cca.rules.terrain.board import BOARD, NEAR
from kit.grid.hexes import Hex, line

HIGH = ("hill", "steep_hill")  # a steep hill blocks sight like a hill (ruling 60)
WALL = "scalable_wall"


def is_engaged(position: Position, at: Hex) -> bool:
    """Return whether an enemy unit is next to the unit in a hex, which then cannot fire (L305). A lone enemy
    leader is not a unit (ruling 23).
    """
    side = position.units[at].side
    near = NEAR[at]
    return any(there in position.units and position.units[there].side is not side for there in near)


def sees(position: Position, start: Hex, target: Hex) -> bool:
    """Return whether the line between the centres of two hexes is clear (L346-350). The two hexes themselves
    never block the line; the edge of the board does (ruling 50).
    """
    crossed = line(start, target)
    between = (*crossed.inside, *crossed.left, *crossed.right)
    plateau = all(_high(position, at) for at in (start, target, *(at for at in between if at in BOARD)))
    wall = all(position.terrain(at).id == WALL for at in (start, target))

    def blocks(at: Hex) -> bool:
        if at in position.units or at in position.leaders:
            return True
        kind = position.terrain(at)
        if kind.id in HIGH:
            return not plateau  # the line is clear only along a single plateau (L875-881; ruling 25)
        return kind.sight.startswith("blocks") and not (wall and kind.id == WALL)

    return BOARD.sees(start, target, blocks)


def targets(position: Position, at: Hex) -> tuple[Hex, ...]:
    """Return the hexes with an enemy unit or lone enemy leader at which a unit can fire."""
    unit = position.units[at]
    missiles = unit.kind.missiles
    if missiles is None or is_engaged(position, at):
        return ()
    return tuple(
        there
        for there in BOARD.hexes_within(at, missiles.range)
        if BOARD.distance(at, there) >= 2 and _enemy(position, at, there) and sees(position, at, there)
    )


def _enemy(position: Position, at: Hex, there: Hex) -> bool:
    side = position.units[at].side
    found = position.units.get(there) or position.leaders.get(there)
    return found is not None and found.side is not side


def _high(position: Position, at: Hex) -> bool:
    return position.terrain(at).id in HIGH
