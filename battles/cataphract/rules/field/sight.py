"""Lines of sight and fire arcs on the field, for the rules of missile fire (8.13, 8.14)."""

from __future__ import annotations

from battles.cataphract.rules.field.ground import WOODS
from battles.cataphract.rules.field.pieces import Battlefield, Piece
from battles.cataphract.rules.missile import WALL, Shot, aim, why_no_missiles
from battles.cataphract.rules.own_data.chart import Chart
from kit.grid.grid import Ties
from kit.grid.hexes import Arc, Hex, distance, line

FRONT, REAR = (Arc.FRONT,), (Arc.REAR, Arc.REAR_FLANK)


def crossed_arcs(one: Piece, other: Hex) -> tuple[Arc, ...]:
    """Return the arcs of a unit that the line to another hex passes through. There are two if the line runs
    along a hexside.
    """
    if distance(one.at, other) == 1:
        return (one.arc_of(other),)
    found = line(one.at, other)
    near = [at for at in (*found.inside, *found.left, *found.right) if distance(one.at, at) == 1]
    return tuple(one.arc_of(at) for at in near)


def in_arc(firer: Piece, at: Hex) -> bool:
    """Return whether a hex lies in a unit's fire arc (8.13).

    The line may leave through the front or flank, but not even partly through the rear. Artillery shoots
    all round (11.64).
    """
    return firer.artillery or not any(arc in REAR for arc in crossed_arcs(firer, at))


def sees(field: Battlefield, firer: Piece, target: Hex) -> bool:
    """Return whether a unit has a line of sight to a hex. Woods, units and higher ground block it (8.14)."""

    def blocks(at: Hex) -> bool:
        if field.ground.cover(at) == WOODS:
            return True
        if at not in field.occupants:
            return False
        nearer = distance(firer.at, at) < distance(at, target)
        return not (firer.unit.armed_with_bow and nearer)

    return field.ground.board.sees_over(firer.at, target, blocks, Ties.ANY)


def shot_between(
    field: Battlefield,
    firer: Piece,
    target: Piece,
    *,
    moves: bool = False,
    shieldwall: bool = False,
) -> Shot:
    """Build the shot of one unit at another from their positions."""
    level, ground = field.ground.board.level, field.ground
    lower = "lower" if level(target.at) < level(firer.at) else "level"
    return Shot(
        firer.unit,
        target.unit,
        distance(firer.at, target.at),
        moves,
        all(arc in FRONT for arc in crossed_arcs(target, firer.at)),
        field.ground.cover(target.at) == WOODS,
        shieldwall,
        height=WALL if firer.at in ground.walls else lower,
        upwind=ground.windy and target.at.q < firer.at.q,
    )


def why_no_shot(field: Battlefield, firer: Piece, target: Piece, chart: Chart | None = None) -> str:
    """Return the reason code if a unit cannot shoot at another, or "" if it can (8.13)."""
    if firer.seat == target.seat:
        return "own_unit"
    if why := why_no_missiles(firer.unit):
        return why
    if not in_arc(firer, target.at):
        return "behind"
    if aim(shot_between(field, firer, target), chart).strength is None:
        return "out_of_range"
    return "" if sees(field, firer, target.at) else "no_line_of_sight"
