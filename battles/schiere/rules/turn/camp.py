"""Camps. A unit captures the enemy's camp by entering its square (L411)."""

from __future__ import annotations

from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import foe
from battles.schiere.rules.board.watching import watch_settled
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class CampTaken(Event):
    """``seat`` has captured and destroyed the enemy's camp."""

    seat: str
    unit: str
    at: str


@watch_settled
def capture_camp(play: Play, march: object) -> None:
    """Capture the enemy's camp if a unit has stopped on it."""
    for id in getattr(march, "units", ()):
        piece = play.state.pieces.get(id)
        if piece is None or not play.pos.is_unit(id):
            continue
        enemy = foe(piece.seat)
        if piece.at == play.state.sides[enemy].camp:
            play.change_side(enemy, camp="")
            play.trophy(piece.seat, "camp")
            play.tell(CampTaken(piece.seat, id, piece.at))
