"""A game as it stood at an earlier moment, for looking at."""

from __future__ import annotations

from games.services.rewinding import head_at
from games.services.tables import Table


def table_at(at: Table, seq: int) -> Table:
    """The game right after entry ``seq`` of the present line of play (or the last one before it)."""
    if at.head is None or seq >= at.seq:
        return at
    return Table(at.game, at.opened, head_at(at, max(seq, 0)))
