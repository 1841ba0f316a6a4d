"""The end of a game (11.0). The player with the most points over all their nations wins. Players with equal
points share a rank.
"""

from __future__ import annotations

from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.turn.scoring import totals
from engine.game import Outcome


def outcome(pos: Position) -> Outcome | None:
    if not pos.state.ended:
        return None
    points = totals(pos)
    ranks = tuple(
        tuple(seat for seat in pos.scn.seats if points[seat] == value)
        for value in sorted(set(points.values()), reverse=True)
    )
    return Outcome(ranks, "half_points", "11.0", dict(points))
