"""Close a season: store the counted results, so that later changes to the games have no effect."""

from __future__ import annotations

from datetime import datetime

from leagues.models import Board, League
from leagues.services.results import boards_of, counted_result, scores_of


def close_season(league: League, now: datetime) -> None:
    """Close the season and delete a round that has not begun. Runs in the caller's transaction."""
    league.rounds.filter(begun_at=None).delete()
    boards = list(boards_of(league))
    for board in boards:
        what = counted_result(board)
        at = what.at and what.at.isoformat()
        board.kept = {"ranks": what.ranks, "at": at, "scores": scores_of(board)}
    Board.objects.bulk_update(boards, ["kept"])
    league.status, league.closed_at = League.Status.CLOSED, now
    league.save(update_fields=["status", "closed_at"])
