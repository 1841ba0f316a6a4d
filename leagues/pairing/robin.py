"""Round robin by the circle method. Sides are balanced: for each person, the numbers of games on the two
sides differ by one at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NOBODY: Final = -1
Pair = tuple[int, int]


def rounds(people: int) -> int:
    """Return the number of rounds in which everyone meets everyone. With an odd number of people everyone
    also has one bye.
    """
    return people - 1 if people % 2 == 0 else people


def round_of(people: Sequence[int], number: int) -> list[Pair]:
    """Return the pairs of round ``number`` (from 0). The first person of a pair plays the first side, the
    second person the other side. A person with a bye is paired with NOBODY.
    """
    if len(people) % 2:
        return _alternating(people, number)
    last = len(people) - 2
    drawn = _rotate_pairs(people, number)
    even = number - number % 2
    if even == last:  # every two rounds balance the sides; in the odd last round either side will do
        return drawn
    way = _direct_pairs(_rotate_pairs(people, even), _rotate_pairs(people, even + 1))
    return [(a, b) if (a, b) in way[number % 2] else (b, a) for a, b in drawn]


def _alternating(people: Sequence[int], number: int) -> list[Pair]:
    """Return the pairs for an odd number of people. The distance along the circle grows by one each round.
    Its parity decides the sides, so that everybody alternates.
    """
    m = len(people)
    ways = [(i, (number - 2 * i) % m) for i in range(m)]
    resting = [(people[i], NOBODY) for i, way in ways if way == 0]
    return [*((people[i], people[(i + way) % m]) for i, way in ways if way % 2), *resting]


def _rotate_pairs(circle: Sequence[int], number: int) -> list[Pair]:
    """Return the pairs of opposite places after the circle has rotated. The last person stays fixed."""
    m = len(circle) - 1
    pairs = [(circle[i], circle[(number - i) % m]) for i in range(m) if i < (number - i) % m]
    alone = next(i for i in range(m) if (2 * i - number) % m == 0)
    return [*pairs, (circle[alone], circle[m])]


def _direct_pairs(first: Sequence[Pair], second: Sequence[Pair]) -> tuple[set[Pair], set[Pair]]:
    one, two = dict(_both_directions(first)), dict(_both_directions(second))
    ways: tuple[set[Pair], set[Pair]] = set(), set()
    left = sorted(one)
    while left:
        at = left[0]
        while at in left:
            opposite = one[at]
            ways[0].add((at, opposite))
            ways[1].add((opposite, two[opposite]))
            left.remove(at)
            left.remove(opposite)
            at = two[opposite]
    return ways


def _both_directions(pairs: Sequence[Pair]) -> list[Pair]:
    return [*pairs, *((b, a) for a, b in pairs)]
