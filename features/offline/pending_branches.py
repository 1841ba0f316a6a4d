"""Uploaded branches that need a decision."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.access import User
from games.models import Branch, Game, Seat
from games.prepared_sql import PreparedQuery


@dataclass(frozen=True)
class WaitingBranches:
    """A game's uploaded branches (offline moves) that need a decision. ``has_parted``: whether one of them
    conflicts with the log.
    """

    game: Game
    branches: tuple[Branch, ...]

    @property
    def has_parted(self) -> bool:
        return any(one.parted for one in self.branches)


def awaiting(user: User) -> list[WaitingBranches]:
    """Return the games in which this user must decide on a branch, longest waiting first. A branch that
    continues the log and has the user's consent waits only for others, and is left out.
    """
    found: dict[Game, list[Branch]] = {}
    for row in _NEAR(user.pk):
        said = user.pk in row.words or row.by_id == user.pk
        if row.parted or not said:
            found.setdefault(row.game, []).append(row)
    return [WaitingBranches(game, tuple(rows)) for game, rows in found.items()]


def _open_near(user: int) -> QuerySet[Branch]:
    seated = Exists(Seat.objects.filter(user=user, game_id=OuterRef("game_id")))
    rows = Branch.objects.filter(seated | Q(game__gm=user), state=Branch.State.OPEN)
    rows = rows.exclude(game__status=Game.Status.ABANDONED).order_by("pk")
    return rows.select_related("game", "by").defer("game__scenario", "entries")


_NEAR = PreparedQuery(_open_near, int)
