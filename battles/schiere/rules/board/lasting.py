"""The lifetime of a standing order."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.position import Position
from engine.game import Facts, Number

LASTS: Final = Number("until", 0, 99, 0)  # a field of standing orders: the last turn in which they answer


def lasts(pos: Position, said: Facts) -> bool:
    """Whether a standing order still applies: to the end of the battle (0), or of the turn it names. Old
    orders have no limit."""
    until = int(said.get("until", 0))
    return not until or pos.turn <= until
