"""Horses within two squares of elephants shy, and fight worse for the rest of the turn (L298)."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.watching import watch_halts
from battles.schiere.rules.melee.flight import BACK
from battles.schiere.rules.turn.march import March
from engine.values import dataclass
from kit.rules.decisions import Event

NEAR: Final = 2


@dataclass(frozen=True)
class HorseShied(Event):
    """A unit has shied away from elephants. ``to`` is its square afterwards, which is the same as before if
    it had nowhere to go.
    """

    unit: str
    origin: str
    to: str


@watch_halts
def scare_horse(play: Play, march: March) -> None:
    """After a march, let the mounted units of both sides shy from elephants, whichever of the two has moved
    (ruling S40).
    """
    if not elephants(play.pos):
        return
    for unit in play.pos.found.mounted_units:
        if unit in play.state.pieces and shies(play.pos, unit, march.units):
            _shy(play, unit)


def shies(pos: Position, unit: str, moved: tuple[str, ...]) -> bool:
    """Return whether a mounted unit shies from elephants within two squares. ``moved``: the pieces that have
    just moved, which must include the unit or the elephants.
    """
    if not pos.is_unit(unit) or not pos.troop(unit).is_mounted:
        return False
    near = (other for other in elephants(pos) if _far(pos, pos.piece(unit).at, other) <= NEAR)
    return any(unit in moved or other in moved for other in near)


def elephants(pos: Position) -> tuple[str, ...]:
    return pos.found.elephants


def _far(pos: Position, square: str, elephant: str) -> int:
    return pos.ground.distance(square, pos.piece(elephant).at)


def _shy(play: Play, unit: str) -> None:
    pos, piece = play.pos, play.pos.piece(unit)
    to = refuge(pos, unit)
    play.remember(shaken=tuple(sorted({*play.state.today.shaken, unit})))
    if to:
        play.place({unit: to})
    play.tell(HorseShied(unit, piece.at, to or piece.at))


def refuge(pos: Position, unit: str) -> str:
    """Return the nearest free square to which a mounted unit can shy, or "" if there is none (L298). It lies
    more than two squares from all elephants, outside the enemies' influence, and no closer to the enemy's
    edge.
    """
    piece = pos.piece(unit)
    back, row = BACK[pos.side(piece.seat).edge], pos.ground.places[piece.at].row
    reached = pos.ground.reach(piece.at, pos.moves(unit), pos.cls(unit))
    shunned, beasts = pos.enemy_influence(piece.seat), elephants(pos)
    for square in sorted(reached, key=lambda square: (reached[square], square)):
        free = not pos.unit_at(square) and square not in shunned
        onward = (pos.ground.places[square].row - row) * back < 0
        if free and not onward and all(_far(pos, square, other) > NEAR for other in beasts):
            return square
    return ""
