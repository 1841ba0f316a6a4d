"""Pair people for rules with two seats.

If the season is long enough, everyone meets everyone (robin.py). Otherwise people are paired by points. The
leader meets the nearest opponent they have not met, provided everyone else can still be paired.

The most important aim comes first. Nobody has a second bye before everyone has had one. Nobody meets anyone
more often than necessary, now or in later rounds. For each person, the numbers of games on the two sides
differ by at most one. Opponents have equal points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from leagues.pairing import robin
from leagues.pairing.history import Draw, History
from leagues.pairing.matching import TriesExhausted, can_continue, perfect, ways

Seats = Sequence[str]  # the two seats
TRIES: Final = 300  # attempts to find a round that leaves good pairings for later rounds


def draw(people: Sequence[int], seats: Seats, before: History, planned: int) -> Draw:
    """Draw the pairings of the next round of a season with ``planned`` rounds."""
    found = _robin_round(people, before, planned) or _pair_by_points(people, seats, before, planned)
    byes = tuple(one for pair in found for one in pair if robin.NOBODY in pair and one != robin.NOBODY)
    paired = [pair for pair in found if robin.NOBODY not in pair]
    return Draw(tuple(dict(zip(seats, pair, strict=True)) for pair in paired), byes)


def _robin_round(people: Sequence[int], before: History, planned: int) -> list[robin.Pair]:
    """Return the pairs of the next round of a round robin. There are none if the season is too short for
    one, or if people have joined or left.
    """
    number = len(before.rounds)
    if planned < robin.rounds(len(people)) or number >= robin.rounds(len(people)):
        return []
    pairs = robin.round_of(sorted(people), number)
    fresh = all(_times_met(one, other, before) == 0 for one, other in pairs)
    as_drawn = all(
        _has_pairs(robin.round_of(sorted(people), n), earlier) for n, earlier in enumerate(before.rounds)
    )
    return pairs if fresh and as_drawn else []


def _times_met(one: int, other: int, before: History) -> int:
    alone = {one, other} - {robin.NOBODY}
    return before.count_meetings(one, other) if len(alone) == 2 else before.byes[alone.pop()]


def _has_pairs(pairs: Sequence[robin.Pair], earlier: Draw) -> bool:
    """Return whether an earlier round had exactly these pairs. Sides do not matter, because they may have
    been changed by hand.
    """
    sat = {frozenset(who for who in table.values() if who is not None) for table in earlier.tables}
    return sat == {frozenset(pair) for pair in pairs if robin.NOBODY not in pair}


def _pair_by_points(people: Sequence[int], seats: Seats, before: History, planned: int) -> list[robin.Pair]:
    ranked = before.rank_people(people)
    balance = {one: before.seats[one, seats[0]] - before.seats[one, seats[1]] for one in people}
    fewest = min((before.byes[one] for one in people), default=0)
    resting = [one for one in reversed(ranked) if before.byes[one] == fewest] if len(people) % 2 else [None]
    ahead = _Lookahead(people, before, planned)
    first: list[robin.Pair] = []
    least = 0
    for drawn, often in islice(_possible_rounds(ranked, resting, before, balance), TRIES):
        if first and (often > least or ahead.tired):
            break
        first, least = first or drawn, often
        if often or ahead.goes_on(drawn):
            first = drawn
            break
    return [pair if robin.NOBODY in pair else _choose_sides(*pair, seats, before, balance) for pair in first]


def _possible_rounds(
    ranked: Sequence[int], resting: Sequence[int | None], before: History, balance: dict[int, int]
) -> Iterator[tuple[list[robin.Pair], int]]:
    """Yield possible pairings of the round, the best first. Each comes with the number of earlier meetings
    that no pair in it exceeds.
    """

    def near(one: int, other: int) -> tuple[int, int]:
        return before.count_meetings(one, other), before.points_of(one) - before.points_of(other)

    for often, uneven in _strictness_levels(ranked, before, balance):

        def fits(a: int, b: int, often: int = often, uneven: int = uneven) -> bool:
            return before.count_meetings(a, b) <= often and _seat_distance(balance[a], balance[b]) <= uneven

        for bye in resting:
            alone = [] if bye is None else [(bye, robin.NOBODY)]
            playing = [one for one in ranked if one != bye]
            if perfect(playing, fits):
                yield from (([*drawn, *alone], often) for drawn in ways(playing, fits, near))


class _Lookahead:
    """A bounded search that tells whether the rounds after this one can avoid repeated pairings, provided
    that the people stay the same.
    """

    def __init__(self, people: Sequence[int], before: History, planned: int) -> None:
        self.left = planned - len(before.rounds) - 1
        self.tries = iter(range(TRIES))
        self.tired = False
        circle = [*people, *([robin.NOBODY] if len(people) % 2 else [])]
        self.fresh = {a: {b for b in circle if a != b and not _times_met(a, b, before)} for a in circle}
        if min(map(len, self.fresh.values()), default=0) <= self.left:  # repeats are unavoidable
            self.left = 0

    def goes_on(self, drawn: Sequence[robin.Pair]) -> bool:
        met = dict([*drawn, *(pair[::-1] for pair in drawn)])
        left = {one: those - {met[one]} for one, those in self.fresh.items()}
        try:
            return can_continue(left, max(self.left, 0), self.tries)
        except TriesExhausted:
            self.tired = True
            return False


def _strictness_levels(
    people: Sequence[int], before: History, balance: dict[int, int]
) -> Iterator[tuple[int, int]]:
    most = max((before.count_meetings(a, b) for a in people for b in people if a != b), default=0)
    worst = max(chain((abs(one) for one in balance.values()), [0])) + 1
    for often in range(most + 1):
        for uneven in range(1, worst + 1):
            yield often, uneven


def _seat_distance(one: int, other: int) -> int:
    return min(max(abs(one + 1), abs(other - 1)), max(abs(one - 1), abs(other + 1)))


def _choose_sides(one: int, other: int, seats: Seats, before: History, balance: dict[int, int]) -> robin.Pair:
    if balance[one] != balance[other]:
        return (one, other) if balance[one] < balance[other] else (other, one)
    last = before.last_seat(one), before.last_seat(other)
    if last[0] != last[1] and seats[0] in last:
        return (other, one) if last[0] == seats[0] else (one, other)
    return (one, other) if (one + other) % 2 else (other, one)
