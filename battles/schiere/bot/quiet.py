"""Marches without side effects. Their result is known from the position alone, without running the rules."""

from __future__ import annotations

from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import COMMANDERS, STANDARD
from battles.schiere.rules.elephants.terror import NEAR
from battles.schiere.rules.turn.steps import Body


def place_quietly(moved: Body, goal: str, facing: str) -> Position | None:
    """Return the position after a march by the cheapest route. Return None if the march might cause anything
    else, such as a fight, frightened horses, or the capture of a standard or camp.
    """
    pos, at = moved.pos, moved.squares_at(goal)
    if goal in moved.reach.halts or _affects_others(pos, moved, frozenset(at.values())):
        return None
    pieces = dict(pos.state.pieces)
    for id, square in at.items():
        turned = {"facing": facing} if pos.is_unit(id) else {}
        pieces[id] = pieces[id].but(at=square, **turned)
        led = pos.attached_commander(id)
        if led:
            pieces[led] = pieces[led].but(at=square)
    pos.found.keep_after_move(pieces)
    return Position(pos.setting, pos.state.but(pieces=pieces))


def _affects_others(pos: Position, moved: Body, squares: frozenset[str]) -> bool:
    """Return whether a march might affect anything besides the marching units."""
    if pos.side(foe(moved.seat)).camp in squares:
        return True
    if pos.found.elephants and any(_frightens(pos, id, squares) for id in moved.units):
        return True
    standards = [piece for piece in pos.state.pieces.values() if piece.troop == STANDARD]
    if not standards:
        return False
    led = any(pos.piece(id).troop in COMMANDERS or pos.attached_commander(id) for id in moved.units)
    carried = any(piece.host in moved.units for piece in standards)
    return led or carried or any(pos.ground.far[piece.at][s] <= 1 for piece in standards for s in squares)


def _frightens(pos: Position, id: str, squares: frozenset[str]) -> bool:
    """Return whether the march brings horses and elephants near each other."""
    if not pos.is_unit(id):
        return False
    if pos.cls(id) == "elephants":
        others = [one for one in pos.state.pieces if pos.is_unit(one) and pos.troop(one).is_mounted]
    else:
        others = list(pos.found.elephants) if pos.troop(id).is_mounted else []
    return any(pos.ground.far[pos.piece(one).at][square] <= NEAR for one in others for square in squares)
