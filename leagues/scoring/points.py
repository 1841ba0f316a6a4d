"""The points that a game gives to each seat.

A player gets one point for every beaten player at the table and half a point for each tie. With two seats
this is the usual point for a victory and half a point for a draw. Points are counted in halves, so that
every number is whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Ranks = Mapping[str, int]  # seat -> its rank, with 1 the best; seats with the same rank did equally well


def ranks_of(seats: Sequence[str], ranked: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return each seat's rank from an outcome's ranks. Seats that the outcome does not name come last.
    Without ranks the game is a draw.

    >>> ranks_of(("red", "blue", "green"), [["blue"]])
    {'red': 2, 'blue': 1, 'green': 2}
    >>> ranks_of(("red", "blue"), [])
    {'red': 1, 'blue': 1}
    """
    found = {seat: rank for rank, together in enumerate(ranked, 1) for seat in together}
    return {seat: found.get(seat, len(ranked) + 1) for seat in seats}


def half_points(ranks: Ranks) -> dict[str, int]:
    """Return each seat's points, in half-points.

    >>> half_points({"red": 1, "blue": 2}), half_points({"red": 1, "blue": 1})
    ({'red': 2, 'blue': 0}, {'red': 1, 'blue': 1})
    >>> half_points({"a": 1, "b": 1, "c": 3, "d": 4})
    {'a': 5, 'b': 5, 'c': 2, 'd': 0}
    """
    return {
        seat: sum(2 if rank < other else 1 for at, other in ranks.items() if at != seat and rank <= other)
        for seat, rank in ranks.items()
    }


def bye_half_points(seats: int) -> int:
    """Return the points for a bye, in half-points: half of the most that a game with this many seats can
    give.
    """
    return seats - 1
