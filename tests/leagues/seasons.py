"""Seasons played at random, for tests of pairings and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from leagues.pairing.history import Draw, History
from leagues.scoring.points import bye_half_points, half_points
from leagues.scoring.standings import Result

Drawer = Callable[[Sequence[int], History], Draw]


def played(people: Sequence[int], seats: Sequence[str], rounds: int, seed: int, drawer: Drawer) -> History:
    """Return a season of this many rounds in which chance decides every game."""
    luck, before = Random(seed), History()
    for _round in range(rounds):
        before = further(before, drawer(people, before), seats, luck)
    return before


def further(before: History, drawn: Draw, seats: Sequence[str], luck: Random) -> History:
    points = dict(before.points)
    for table in drawn.tables:
        for seat, won in half_points({seat: luck.randint(1, len(seats)) for seat in seats}).items():
            who = table[seat]
            if who is not None:
                points[who] = points.get(who, 0) + won
    for one in drawn.byes:
        points[one] = points.get(one, 0) + bye_half_points(len(seats))
    return History((*before.rounds, drawn), points)


def results(history: History, seed: int) -> list[Result]:
    luck = Random(seed)
    return [
        Result(table, {seat: luck.randint(1, len(table)) for seat in table})
        for drawn in history.rounds
        for table in drawn.tables
    ]
