"""The last turn in which a standing order applies."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.position import Position
from engine.game import Facts, Number

LASTS: Final = Number("until", 0, 99, 0)  # the field for the last turn of a standing order


def order_applies(pos: Position, said: Facts) -> bool:
    """Return whether a standing order still applies. ``until`` is its last turn, or 0 for the whole battle.
    Orders stored before this field existed have no limit.
    """
    until = int(said.get("until", 0))
    return not until or pos.turn <= until
