"""Ballistae are captured by a unit next to them: they shoot for their holder (L316)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.watching import watch_halts
from battles.schiere.rules.turn.march import March
from kit.rules.decisions import Event

RULE: Final = "ballistae"


@dataclass(frozen=True)
class BallistaTaken(Event):
    piece: str
    by: str
    seat: str


@watch_halts
def capture(play: Play, march: March) -> None:
    """Let units that halted next to enemy ballistae capture and turn them, without their orders; these form
    their own schiera.
    """
    for id in march.units:
        for other in beside(play.pos, id) if id in play.state.pieces else ():
            piece = play.pos.piece(other)
            for order in tuple(play.pos.orders(piece.seat, other)):
                play.take_order(order)
            name = play.new_id("s")
            play.change(other, seat=march.seat, captured=march.seat, schiera=name, wing="")
            play.tell(BallistaTaken(other, id, march.seat))


def beside(pos: Position, id: str) -> tuple[str, ...]:
    """The enemy's ballistae that a unit touches and that nobody holds against it."""
    if not pos.is_unit(id):
        return ()
    return tuple(other for other in pos.touching(id) if pos.cls(other) == "ballista")
