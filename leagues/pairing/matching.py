"""Find out whether everyone can be paired at once, and whether several rounds are possible without repeats.
A perfect matching is found in polynomial time with Edmonds' blossom algorithm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

Fits = Callable[[int, int], bool]


def perfect(people: Sequence[int], fits: Fits) -> bool:
    """Return whether everyone can be paired with a fitting partner."""
    return len(people) % 2 == 0 and 2 * len(pairs(people, fits)) == len(people)


def ways(
    people: Sequence[int], fits: Fits, near: Callable[[int, int], Any]
) -> Iterator[list[tuple[int, int]]]:
    """Yield ways to give everybody a fitting partner. The first person takes the nearest partner with whom
    everyone else can still be paired.
    """
    if not people:
        yield []
        return
    one, *others = people
    for other in sorted(others, key=lambda other: near(one, other)):
        rest = [left for left in others if left != other]
        if fits(one, other) and perfect(rest, fits):
            for more in ways(rest, fits, near):
                yield [(one, other), *more]


class TriesExhausted(Exception):
    """Raised when the limit of tries is reached."""


def can_continue(fresh: Mapping[int, Set[int]], rounds: int, tries: Iterator[object]) -> bool:
    """Return whether everyone can be paired for a number of rounds, always with one of their ``fresh``
    partners and without repeats. Raises TriesExhausted when ``tries`` runs out.
    """
    fewest = min(map(len, fresh.values()), default=0)
    if fewest < rounds:
        return False
    if rounds == 0 or 2 * (fewest - rounds + 1) >= len(fresh):  # always possible by Dirac's theorem
        return True
    one = min(fresh, key=lambda who: (len(fresh[who]), who))
    for other in sorted(fresh[one]):
        if next(tries, None) is None:
            raise TriesExhausted
        rest = [who for who in fresh if who not in (one, other)]
        met = dict([*_both_directions(pairs(rest, lambda a, b: b in fresh[a])), (one, other), (other, one)])
        if len(met) == len(fresh):
            left = {who: those - {met[who]} for who, those in fresh.items()}
            if can_continue(left, rounds - 1, tries):
                return True
    return False


def _both_directions(found: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    return ((a, b) for pair in found for a, b in (pair, pair[::-1]))


def pairs(people: Sequence[int], fits: Fits) -> list[tuple[int, int]]:
    """Return as many pairs of fitting partners as possible."""
    n = len(people)
    near = [[b for b in range(n) if a != b and fits(people[a], people[b])] for a in range(n)]
    mate = [-1] * n
    for free in range(n):
        if mate[free] == -1:
            _augment(near, mate, free)
    return [(people[a], people[b]) for a, b in enumerate(mate) if a < b]


def _augment(near: list[list[int]], mate: list[int], root: int) -> None:
    """Pair one more person along an augmenting path, if there is one."""
    n = len(near)
    parent, base = [-1] * n, list(range(n))
    even = [False] * n
    even[root] = True
    queue = deque([root])
    while queue:
        at = queue.popleft()
        for to in near[at]:
            if base[at] == base[to] or mate[at] == to:
                continue
            if to == root or (mate[to] != -1 and parent[mate[to]] != -1):
                top = _common_base(mate, parent, base, at, to)
                inside = [False] * n
                _mark_blossom(mate, parent, base, inside, at, top, to)
                _mark_blossom(mate, parent, base, inside, to, top, at)
                for one in range(n):
                    if inside[base[one]]:
                        base[one] = top
                        if not even[one]:
                            even[one] = True
                            queue.append(one)
            elif parent[to] == -1:
                parent[to] = at
                if mate[to] == -1:
                    _flip_path(mate, parent, to)
                    return
                even[mate[to]] = True
                queue.append(mate[to])


def _common_base(mate: list[int], parent: list[int], base: list[int], one: int, other: int) -> int:
    seen = set()
    while True:
        one = base[one]
        seen.add(one)
        if mate[one] == -1:
            break
        one = parent[mate[one]]
    while base[other] not in seen:
        other = parent[mate[base[other]]]
    return base[other]


def _mark_blossom(
    mate: list[int], parent: list[int], base: list[int], inside: list[bool], at: int, top: int, child: int
) -> None:
    while base[at] != top:
        inside[base[at]] = inside[base[mate[at]]] = True
        parent[at] = child
        child = mate[at]
        at = parent[mate[at]]


def _flip_path(mate: list[int], parent: list[int], end: int) -> None:
    while end != -1:
        before = parent[end]
        further = mate[before]
        mate[end], mate[before] = before, end
        end = further
