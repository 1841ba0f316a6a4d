"""Turn two opposing hexes of a position into a combat of plain values."""

from __future__ import annotations

from battles.cca.rules.combat.retreat import marshes_behind, room
from battles.cca.rules.combat.situation import FREE, Combat, Fighter
from battles.cca.rules.position import Position
from battles.cca.rules.sight import is_engaged, targets
from battles.cca.rules.terrain.board import BOARD, rear
from battles.cca.rules.units import LEADER
from engine.refusals import IllegalAction
from kit.grid.hexes import Hex, line, side_of

SUPPORTERS = 2  # number of adjacent friends that let a unit ignore a flag (L607)


def close_combat(position: Position, at: Hex, target: Hex, moved: int = 0, card: int = 0) -> Combat:
    """Return the close combat of a unit with an adjacent enemy. ``card``: the number of dice that a card
    adds. Whether the unit has moved too far to fight is not checked here. Raises IllegalAction if the rules
    forbid the combat.
    """
    _check_enemy(position, at, target)
    if BOARD.distance(at, target) != 1:
        raise IllegalAction("L401", "not_adjacent")
    return Combat("close", fighter(position, at, target, moved), fighter(position, target, at), card)


def fire(position: Position, at: Hex, target: Hex, moved: int = 0, card: int = 0) -> Combat:
    """Return the combat in which a unit fires at an enemy that it can see. Raises IllegalAction if the rules
    forbid the shot.
    """
    _check_enemy(position, at, target)
    if is_engaged(position, at):
        raise IllegalAction("L305", "engaged")
    if target not in targets(position, at):
        raise IllegalAction("L301", "no_target")
    return Combat("ranged", fighter(position, at, target, moved), fighter(position, target, at), card)


def fighter(position: Position, at: Hex, enemy: Hex, moved: int = 0, *, behind: bool = True) -> Fighter:
    """Return the facts about a unit or lone leader that fights the occupants of another hex. ``behind``:
    whether to compute how far the unit can retreat; if not, its room is unlimited.
    """
    unit, ground = position.units.get(at), position.ground.get(at)
    terrain = position.terrain(at).id
    if unit is None:
        walled = _is_walled_in(position, at)
        return Fighter(LEADER, terrain=terrain, room=0 if walled else 1, blocked="impassable")
    free, refuge, units = room(position, at) if behind else (FREE, 0, False)
    near = "adjacent" if position.is_led(at, unit.side) else ""
    return Fighter(
        unit.type,
        unit.blocks,
        unit.full,
        leader="attached" if at in position.leaders else near,
        supported=position.supporters(at, unit.side) >= SUPPORTERS,
        terrain=terrain,
        covered=ground is not None
        and bool(ground.sides)
        and bool(set(ground.sides) & _faced_sides(at, enemy)),
        moved=moved,
        room=free,
        blocked="units" if units else "edge",
        refuge=refuge,
        marshes=marshes_behind(position, at, max(free, refuge)) if behind else (),
        special=unit.special,
    )


def _check_enemy(position: Position, at: Hex, target: Hex) -> None:
    if at not in position.units:
        raise IllegalAction("L258", "no_unit")  # a leader never attacks without a unit
    found = position.units.get(target) or position.leaders.get(target)
    if found is None or found.side is position.units[at].side:
        raise IllegalAction("L401", "no_enemy")


def _faced_sides(at: Hex, enemy: Hex) -> set[str]:
    """Return the hexsides through which the enemy attacks. There are two if the line of attack runs along a
    hexside (ruling 26).
    """
    crossed = line(at, enemy)
    met = {enemy, *crossed.inside, *crossed.left, *crossed.right}
    return {BOARD.layout.sides[side_of(at, there)] for there in at.neighbours() if there in met}


def _is_walled_in(position: Position, at: Hex) -> bool:
    """Return whether all hexes behind a lone leader are impassable. At the edge of the board a leader can
    always leave (L706-713).
    """
    behind = rear(at, position.leaders[at].side)
    return bool(behind) and all(position.terrain(there).impassable for there in behind)
