"""Assign people to tables for rules with three or more seats. People with about equal points who have met
least share a table, each in the seat they have played least. If one person is left over, they have a bye;
if several are left over, bots fill their table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from leagues.pairing.history import Draw, History

PASSES = 20  # maximum number of passes over all exchanges of two people


def draw(people: Sequence[int], seats: Sequence[str], before: History) -> Draw:
    """Draw the tables and seats for the next round."""
    ranked = before.rank_people(people)
    bye = _choose_bye(ranked, len(seats), before)
    playing = [one for one in ranked if one not in bye]
    size = len(seats)
    groups = [playing[start : start + size] for start in range(0, len(playing), size)]
    _even_out(groups, size)
    _exchange(groups, before)
    return Draw(tuple(_seat_group(group, seats, before) for group in groups), bye)


def _choose_bye(ranked: Sequence[int], size: int, before: History) -> tuple[int, ...]:
    if len(ranked) % size != 1:
        return ()
    fewest = min(before.byes[one] for one in ranked)
    return tuple([one for one in ranked if before.byes[one] == fewest][-1:])


def _even_out(groups: list[list[int]], size: int) -> None:
    while len(groups) > 1 and len(groups[-1]) + 1 < max(len(group) for group in groups):
        fullest = max(range(len(groups)), key=lambda at: (len(groups[at]), at))
        groups[-1].insert(0, groups[fullest].pop())


def _exchange(groups: list[list[int]], before: History) -> None:
    """Exchange people between tables while that improves the pairings."""
    for _pass in range(PASSES):
        better = False
        for one, other in combinations(range(len(groups)), 2):
            for a in range(len(groups[one])):
                for b in range(len(groups[other])):
                    was = _measure_table(groups[one], before), _measure_table(groups[other], before)
                    groups[one][a], groups[other][b] = groups[other][b], groups[one][a]
                    now = _measure_table(groups[one], before), _measure_table(groups[other], before)
                    if _add_measures(now) < _add_measures(was):
                        better = True
                    else:
                        groups[one][a], groups[other][b] = groups[other][b], groups[one][a]
        if not better:
            return


def _measure_table(group: Sequence[int], before: History) -> tuple[int, int]:
    met = sum(before.count_meetings(a, b) ** 2 for a, b in combinations(group, 2))
    apart = sum((before.points_of(a) - before.points_of(b)) ** 2 for a, b in combinations(group, 2))
    return met, apart


def _add_measures(both: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    return both[0][0] + both[1][0], both[0][1] + both[1][1]


def _seat_group(group: Sequence[int], seats: Sequence[str], before: History) -> dict[str, int | None]:
    """Seat people with the fewest repeats, and leave the remaining seats to bots."""

    def repeated(order: tuple[str, ...]) -> tuple[int, int]:
        had = [before.seats[one, seat] for one, seat in zip(group, order, strict=True)]
        again = sum(before.last_seat(one) == seat for one, seat in zip(group, order, strict=True))
        return sum(count**2 for count in had), again

    best = min(permutations(seats, len(group)), key=repeated)
    sat = dict(zip(best, group, strict=True))
    return {seat: sat.get(seat) for seat in seats}
