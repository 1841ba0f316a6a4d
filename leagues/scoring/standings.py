"""The standings of a season. People are ranked by points, then by their opponents' points, then by those of
beaten opponents, then by victories. People who are equal in all of these share a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from leagues.scoring.points import Ranks, bye_half_points, half_points


@dataclass(frozen=True)
class Result:
    """A game that counts: its players by seat (None: the bot), and each seat's rank."""

    sat: Mapping[str, int | None]
    ranks: Ranks


@dataclass(frozen=True)
class Row:
    """A row of the standings. ``points`` and ``opponents``: the person's points, and the sum of all
    opponents' points, both in half-points. ``beaten``: the points of the opponents beaten plus half the
    points of those held to a draw, in quarter-points. ``victories``: the number of games won, shared
    victories included.
    """

    person: int
    place: int
    points: int
    opponents: int
    beaten: int
    victories: int
    games: int
    byes: int

    @property
    def tie_key(self) -> tuple[int, int, int, int]:
        return self.points, self.opponents, self.beaten, self.victories


def table(people: Sequence[int], results: Sequence[Result], byes: Iterable[int], seats: int) -> list[Row]:
    """Return all rows of the standings, the best first."""
    rested = list(byes)
    own = {one: rested.count(one) * bye_half_points(seats) for one in people}
    for result in results:
        for seat, won in half_points(result.ranks).items():
            who = result.sat.get(seat)
            if who in own:
                own[who] += won
    rows = [_row(one, results, own, rested.count(one)) for one in people]
    rows.sort(key=lambda row: (*(-value for value in row.tie_key), row.person))
    return [_with_place(row, rows) for row in rows]


def rank_by_share(rows: Sequence[Row], shares: Mapping[int, Fraction]) -> list[Row]:
    """Return the rows of a season of duplicates, ranked by each player's share of the matchpoints, then as
    in other seasons. People without matchpoints come last. People who are equal in all of these share a
    place.
    """

    def key(row: Row) -> tuple[Fraction, int]:
        return -shares.get(row.person, Fraction(-1)), row.place

    ranked = sorted(rows, key=key)
    keys = [key(row) for row in ranked]
    return [Row(**{**row.__dict__, "place": keys.index(key(row)) + 1}) for row in ranked]


def _with_place(row: Row, rows: Sequence[Row]) -> Row:
    place = next(number for number, other in enumerate(rows, 1) if other.tie_key == row.tie_key)
    return Row(**{**row.__dict__, "place": place})


def _row(person: int, results: Sequence[Result], own: Mapping[int, int], byes: int) -> Row:
    mine = [result for result in results if person in result.sat.values()]
    opponents = beaten = victories = 0
    for result in mine:
        rank = {who: result.ranks[seat] for seat, who in result.sat.items() if who is not None}
        victories += rank[person] == 1 and max(result.ranks.values()) > 1
        for other in rank.keys() - {person}:
            opponents += own.get(other, 0)
            better, as_well = rank[person] < rank[other], rank[person] == rank[other]
            beaten += own.get(other, 0) * (2 if better else 1 if as_well else 0)
    return Row(person, 0, own[person], opponents, beaten, victories, len(mine), byes)
