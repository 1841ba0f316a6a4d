"""The points that a game gives each seat.

A player gets one point for every beaten player at the table, half a point for each tie. With two seats that
is the usual point for a victory and half for a draw. Points are counted in halves, so that every number is
whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Ranks = Mapping[str, int]  # seat -> its rank, the best is 1; seats of one rank did equally well


def ranks_of(seats: Sequence[str], ranked: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the ranks of an outcome: unnamed seats come last; no ranks are a draw.

    >>> ranks_of(("red", "blue", "green"), [["blue"]])
    {'red': 2, 'blue': 1, 'green': 2}
    >>> ranks_of(("red", "blue"), [])
    {'red': 1, 'blue': 1}
    """
    found = {seat: rank for rank, together in enumerate(ranked, 1) for seat in together}
    return {seat: found.get(seat, len(ranked) + 1) for seat in seats}


def halves(ranks: Ranks) -> dict[str, int]:
    """Return the half points of each seat.

    >>> halves({"red": 1, "blue": 2}), halves({"red": 1, "blue": 1})
    ({'red': 2, 'blue': 0}, {'red': 1, 'blue': 1})
    >>> halves({"a": 1, "b": 1, "c": 3, "d": 4})
    {'a': 5, 'b': 5, 'c': 2, 'd': 0}
    """
    return {
        seat: sum(2 if rank < other else 1 for at, other in ranks.items() if at != seat and rank <= other)
        for seat, rank in ranks.items()
    }


def of_bye(seats: int) -> int:
    """Return the half points for a bye: half of what could be won."""
    return seats - 1
