"""Horse that comes within two squares of elephants shies, and fights worse for the rest of the
turn (L298).
"""

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
    """A unit shied away from elephants. ``to``: its square afterwards, unchanged if there was
    nowhere to go.
    """

    unit: str
    origin: str
    to: str


@watch_halts
def scare_horse(play: Play, march: March) -> None:
    """Move the horse of both sides out of the elephants' reach after a march of elephants, or of horse
    towards elephants (ruling S40).
    """
    if not elephants(play.pos):
        return
    for unit in play.pos.found.mounted_units:
        if unit in play.state.pieces and afraid(play.pos, unit, march.units):
            _shy(play, unit)


def afraid(pos: Position, unit: str, moved: tuple[str, ...]) -> bool:
    """Return whether a unit is horse within reach of any of the elephants."""
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
    """The nearest free square out of reach of all elephants and enemies, no closer to the enemy's side
    (L298), or "" if there is none.
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
