"""Capturing ballistae: a unit takes the enemy ballistae next to it, and they then shoot for the unit's side
(L316).
"""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.watching import watch_halts
from battles.schiere.rules.turn.march import March
from engine.values import dataclass
from kit.rules.decisions import Event

RULE: Final = "ballistae"


@dataclass(frozen=True)
class BallistaTaken(Event):
    piece: str
    by: str
    seat: str


@watch_halts
def capture_ballistae(play: Play, march: March) -> None:
    """Let units that have halted next to enemy ballistae capture them. The enemy's orders under the
    ballistae are captured too, and the ballistae become a schiera by themselves.
    """
    for id in march.units:
        for other in ballistae_beside(play.pos, id) if id in play.state.pieces else ():
            piece = play.pos.piece(other)
            for order in tuple(play.pos.orders(piece.seat, other)):
                play.take_order(order)
            name = play.new_id("s")
            play.change(other, seat=march.seat, captured=march.seat, schiera=name, wing="")
            play.tell(BallistaTaken(other, id, march.seat))


def ballistae_beside(pos: Position, id: str) -> tuple[str, ...]:
    """Return the enemy ballistae next to a unit, which it can capture."""
    if not pos.is_unit(id):
        return ()
    return tuple(other for other in pos.adjacent_enemies(id) if pos.cls(other) == "ballista")
