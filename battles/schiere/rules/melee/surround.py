"""An enemy with units on three of its sides surrenders (L346, L362, L413)."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position, foe
from engine.values import dataclass
from kit.rules.decisions import Event

SIDES: Final = 3


@dataclass(frozen=True)
class UnitShutIn(Event):
    """A unit surrenders because it is surrounded. ``by``: the units on its sides."""

    unit: str
    by: tuple[str, ...]


def shut_in(pos: Position, id: str) -> tuple[str, ...]:
    """The enemy units on the sides of a piece if there are at least three, otherwise none. Commanders,
    bearers, water and the edge of the board do not count (ruling S36).
    """
    by = tuple(other for other in pos.enemies_across_sides(id) if pos.is_unit(other))
    return by if len(by) >= SIDES else ()


def _might_be(pos: Position, id: str) -> bool:
    piece = pos.state.pieces[id]
    around = pos.ground.side_neighbours[piece.at] & pos.found.held_squares[foe(piece.seat)]
    return len(around) >= SIDES and not piece.host and pos.can_be_hurt(id)


def surrenders(play: Play) -> None:
    """Capture every surrounded unit and the commander attached to it."""
    pos = play.pos
    for id in tuple(pos.state.pieces):
        if id not in pos.state.pieces or not _might_be(pos, id):
            continue
        by = shut_in(pos, id)
        if by:
            play.tell(UnitShutIn(id, by))
            play.lose(id, "surrendered")
            pos = play.pos
