"""An enemy with hostile units on three of its sides surrenders (L346, L362, L413)."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position, foe
from engine.values import dataclass
from kit.rules.decisions import Event

SIDES: Final = 3


@dataclass(frozen=True)
class UnitShutIn(Event):
    """A piece surrenders because it is surrounded. ``by`` lists the enemy units on its sides."""

    unit: str
    by: tuple[str, ...]


def surrounding_units(pos: Position, id: str) -> tuple[str, ...]:
    """Return the enemy units on the sides of a piece if there are at least three, otherwise (). Commanders,
    standard bearers, water and the edge of the board do not count (ruling S36).
    """
    by = tuple(other for other in pos.enemies_across_sides(id) if pos.is_unit(other))
    return by if len(by) >= SIDES else ()


def _possibly_surrounded(pos: Position) -> list[str]:
    """Return the pieces with hostile pieces on at least three sides."""
    beside, held = pos.ground.side_neighbours, pos.found.held_squares
    against = {seat: held[foe(seat)] for seat in held}
    return [
        id
        for id, piece in pos.state.pieces.items()
        if not piece.host and len(against[piece.seat] & beside[piece.at]) >= SIDES and pos.can_be_hurt(id)
    ]


def capture_surrounded(play: Play) -> None:
    """Remove every surrounded piece as surrendered, together with the pieces attached to it."""
    pos = play.pos
    for id in _possibly_surrounded(pos):
        if id not in pos.state.pieces:
            continue
        by = surrounding_units(pos, id)
        if by:
            play.tell(UnitShutIn(id, by))
            play.lose(id, "surrendered")
            pos = play.pos
