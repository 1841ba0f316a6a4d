"""Pairs for rules of two seats.

Where the season is long enough, everybody meets everybody (robin.py). Else by points: the leader meets the
one nearest to them whom they have not met, as far as everybody else can still be paired. What matters, in
this order: nobody has a second bye before everybody has had one; nobody meets anybody once more than need
be; nobody has one side two times more than the other; equal points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from leagues.pairing import robin
from leagues.pairing.history import Draw, History
from leagues.pairing.matching import perfect

Seats = Sequence[str]  # two


def draw(people: Sequence[int], seats: Seats, before: History, planned: int) -> Draw:
    """The next round of a season of so many."""
    found = _everybody(people, before, planned) or _by_points(people, seats, before)
    byes = tuple(one for pair in found for one in pair if robin.NOBODY in pair and one != robin.NOBODY)
    paired = [pair for pair in found if robin.NOBODY not in pair]
    return Draw(tuple(dict(zip(seats, pair, strict=True)) for pair in paired), byes)


def _everybody(people: Sequence[int], before: History, planned: int) -> list[robin.Pair]:
    """The next round of those in which everybody meets everybody; none where the season is too short for it,
    or people came or went on the way."""
    number = len(before.rounds)
    if planned < robin.rounds(len(people)) or number >= robin.rounds(len(people)):
        return []
    pairs = robin.round_of(sorted(people), number)
    fresh = all(_known(one, other, before) == 0 for one, other in pairs)
    as_drawn = all(
        _same(robin.round_of(sorted(people), n), earlier) for n, earlier in enumerate(before.rounds)
    )
    return pairs if fresh and as_drawn else []


def _known(one: int, other: int, before: History) -> int:
    alone = {one, other} - {robin.NOBODY}
    return before.met(one, other) if len(alone) == 2 else before.byes[alone.pop()]


def _same(pairs: Sequence[robin.Pair], earlier: Draw) -> bool:
    """Whether a round was drawn so (sides may have been changed by hand)."""
    sat = {frozenset(who for who in table.values() if who is not None) for table in earlier.tables}
    return sat == {frozenset(pair) for pair in pairs if robin.NOBODY not in pair}


def _by_points(people: Sequence[int], seats: Seats, before: History) -> list[robin.Pair]:
    ranked = before.ranked(people)
    balance = {one: before.seats[one, seats[0]] - before.seats[one, seats[1]] for one in people}
    fewest = min((before.byes[one] for one in people), default=0)
    resting = [one for one in reversed(ranked) if before.byes[one] == fewest] if len(people) % 2 else [None]
    for often, uneven in _levels(ranked, before, balance):

        def fits(a: int, b: int, often: int = often, uneven: int = uneven) -> bool:
            return before.met(a, b) <= often and _apart(balance[a], balance[b]) <= uneven

        for bye in resting:
            playing = [one for one in ranked if one != bye]
            if perfect(playing, fits):
                pairs = []
                while playing:
                    one, other = _next(playing, fits, before)
                    playing = [left for left in playing if left not in (one, other)]
                    pairs.append(_sided(one, other, seats, before, balance))
                return [*pairs, *([(bye, robin.NOBODY)] if bye is not None else [])]
    return []


def _levels(people: Sequence[int], before: History, balance: dict[int, int]) -> Iterator[tuple[int, int]]:
    """How often two may have met, and how uneven sides may become: the strictest first."""
    most = max((before.met(a, b) for a in people for b in people if a != b), default=0)
    worst = max(chain((abs(one) for one in balance.values()), [0])) + 1
    for often in range(most + 1):
        for uneven in range(1, worst + 1):
            yield often, uneven


def _apart(one: int, other: int) -> int:
    """How uneven the sides of the worse of the two will be, if they are drawn as well as can be."""
    return min(max(abs(one + 1), abs(other - 1)), max(abs(one - 1), abs(other + 1)))


def _next(playing: Sequence[int], fits: object, before: History) -> tuple[int, int]:
    """The leader of those left, and whom they meet: the rest can still be paired."""
    assert callable(fits)
    one, *others = playing
    nearest = sorted(others, key=lambda other: (before.met(one, other), before.won(one) - before.won(other)))
    for other in nearest:
        if fits(one, other) and perfect([left for left in others if left != other], fits):
            return one, other
    raise AssertionError("it was said that they can be paired")


def _sided(one: int, other: int, seats: Seats, before: History, balance: dict[int, int]) -> robin.Pair:
    """Who has the first side: whoever has had it less, else whoever did not have it last."""
    if balance[one] != balance[other]:
        return (one, other) if balance[one] < balance[other] else (other, one)
    last = before.last_seat(one), before.last_seat(other)
    if last[0] != last[1] and seats[0] in last:
        return (other, one) if last[0] == seats[0] else (one, other)
    return (one, other) if (one + other) % 2 else (other, one)
