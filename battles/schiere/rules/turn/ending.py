"""The end of a battle. Survivors and trophies decide the winner (L411-423)."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.position import TRACK, Position
from battles.schiere.rules.board.troops import COMMANDERS, SEATS, STANDARD
from engine.game import Outcome, won_by

WHOLE_COMMANDER: Final = 2  # points for each commander who is on the board and unhurt
TROPHIES: Final = {"camp": 10, "wing": 8, "standard": 5}
RULE = "victory"


def points(pos: Position, seat: str) -> int:
    """Return a side's score (L423). A wounded commander counts for nothing (ruling S18)."""
    total = sum([TROPHIES[what] for what in pos.side(seat).trophies])
    pieces = pos.state.pieces
    for id in pos.of(seat):
        piece = pieces[id]
        if piece.troop in COMMANDERS:
            total += WHOLE_COMMANDER if not piece.damage else 0
        elif piece.troop != STANDARD:
            total += TRACK[piece.troop][piece.damage][0]
    return total + TROPHIES["standard"] * _count_carried(pos, seat)


def _count_carried(pos: Position, seat: str) -> int:
    """Return how many captured standards a side is still carrying to its camp (ruling S19)."""
    return sum(piece.captured == seat for piece in pos.state.pieces.values() if piece.troop == STANDARD)


def outcome(pos: Position) -> Outcome | None:
    """Return the result of the battle, or None while it continues."""
    reason = pos.state.ended
    if not reason or pos.state.stack:
        return None
    scores = {seat: points(pos, seat) for seat in SEATS}
    alive = [seat for seat in SEATS if pos.chief(seat)]
    if reason == "chief_lost" and len(alive) == 1:
        return Outcome(won_by(alive[0]), reason, RULE, scores)
    best = [seat for seat in SEATS if scores[seat] == max(scores.values())]
    return Outcome(won_by(best[0]) if len(best) == 1 else (), reason, RULE, scores)
