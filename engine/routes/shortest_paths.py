"""Find the cheapest routes from some places to all others, for distances, marches and plans.

A cost is anything comparable (a number, a tuple of numbers), provided that a further step never lowers
it. The caller chooses the data that each route carries along (places, items of the cost).

>>> roads = {"rome": {"capua": 1, "ostia": 2}, "capua": {"ostia": 0}, "ostia": {}}
>>> found = cheapest({"rome": (0, ("rome",))}, lambda here, cost, way: (
...     (there, cost + mp, (*way, there)) for there, mp in roads[here].items()))
>>> found["ostia"]
(1, ('rome', 'capua', 'ostia'))
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

P = TypeVar("P", bound=Hashable)  # a place
C = TypeVar("C")  # the cost of a path
W = TypeVar("W")  # data that a path carries along

Onward = Callable[[P, C, W], Iterable[tuple[P, C, W]]]


def cheapest(starts: Mapping[P, tuple[C, W]], onward: Onward[P, C, W]) -> dict[P, tuple[C, W]]:
    """Return the cheapest route to every reachable place, nearest first, including the starts. See
    :func:`nearest_first`.
    """
    return {place: (cost, way) for place, cost, way in nearest_first(starts, onward)}


def nearest_first(starts: Mapping[P, tuple[C, W]], onward: Onward[P, C, W]) -> Iterator[tuple[P, C, W]]:
    """Yield the reachable places, nearest first and including the starts, each with its cheapest route. They
    are computed one by one as the caller asks for them.

    ``starts``: the cost and data of each start. ``onward(place, cost, way)``: yields the next places, each
    with the cost and data so far. Of equally cheap routes to a place, the first one found wins. Equally near
    places come in their natural order. Equal input gives equal routes.
    """
    found: set[P] = set()
    least: dict[P, Any] = {}  # lowest costs in the queue; a costlier route to the same place is useless
    number = 0
    queue: list[tuple[Any, Any, int, Any]] = []
    for place, (cost, way) in starts.items():
        queue.append((cost, place, number, way))
        number += 1
    heapq.heapify(queue)
    while queue:
        cost, here, _, way = heapq.heappop(queue)
        if here in found:
            continue
        found.add(here)
        yield here, cost, way
        for there, price, further in onward(here, cost, way):
            if there not in found and not (there in least and least[there] <= price):
                least[there] = price
                heapq.heappush(queue, (price, there, number, further))
                number += 1
