"""Assign elements to the slots of a list: an exact choice among the options, not a greedy one.

A list is a flow from each code (as many as are available) to each slot that offers it (as many as it takes).
The best filling leaves the fewest places empty and, among those, costs least (the usual options first).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from armies.dba.lists import ArmyList

Cost = Callable[[int, str], int]  # the cost of a code in a slot, 0 or more


@dataclass(frozen=True)
class Missing:
    """``count`` elements that a slot needs and that no available element can fill. Any of ``options`` would
    do; the usual one comes first.
    """

    slot: int
    options: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Filling:
    """The number of each code in each slot, and the missing elements."""

    picks: tuple[Mapping[str, int], ...]
    missing: tuple[Missing, ...]
    cost: int

    @property
    def short(self) -> int:
        """Return the number of missing elements."""
        return sum(m.count for m in self.missing)


def usual_first(army: ArmyList) -> Cost:
    """Return a cost for options by their place in the slot: later options cost more."""
    return lambda slot, code: army.slots[slot].options.index(code)


def fill(
    army: ArmyList, available: Mapping[str, int], general: str | None = None, cost: Cost | None = None
) -> Filling:
    """Return the best filling from ``available`` (code -> how many). ``general``: this code leads, if it is
    allowed to.
    """
    price = cost or usual_first(army)
    fillings = (_flow(army, available, options, price) for options in _choices(army, general))
    return min(fillings, key=lambda f: (f.short, f.cost))


def _choices(army: ArmyList, general: str | None) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield the options of each slot, once for every way to settle the slots whose elements must be alike."""
    each: list[list[tuple[str, ...]]] = []
    for slot in army.slots:
        if slot.general and general in slot.options:
            each.append([(general,)] if general else [slot.options])
        elif slot.uniform:
            each.append([(code,) for code in slot.options])
        else:
            each.append([slot.options])
    yield from product(*each)


def _flow(
    army: ArmyList, available: Mapping[str, int], options: tuple[tuple[str, ...], ...], price: Cost
) -> Filling:
    """Fill by successive cheapest paths, which exactly finds the most places filled at the least cost."""
    picks: list[Counter[str]] = [Counter() for _ in army.slots]
    room = [slot.count for slot in army.slots]
    left = {code: available.get(code, 0) for choice in options for code in choice}
    while (path := _cheapest_path(picks, room, left, options, price)) is not None:
        left[path[0][1]] -= 1
        for step, (slot, code) in enumerate(path):
            picks[slot][code] += 1
            if step + 1 < len(path):  # the next code of the path makes room by leaving this slot
                picks[slot][path[step + 1][1]] -= 1
        room[path[-1][0]] -= 1
    missing = tuple(Missing(i, options[i], n) for i, n in enumerate(room) if n)
    total = sum(price(i, c) * n for i, pick in enumerate(picks) for c, n in pick.items() if n)
    return Filling(tuple({c: n for c, n in p.items() if n} for p in picks), missing, total)


def _cheapest_path(
    picks: list[Counter[str]],
    room: list[int],
    left: Mapping[str, int],
    options: tuple[tuple[str, ...], ...],
    price: Cost,
) -> list[tuple[int, str]] | None:
    """Find the cheapest chain that puts a spare element into a slot, pushes another out into the next slot,
    and so on, up to a slot with room.

    Bellman-Ford over the codes: pushing an element out refunds its cost, so steps can be negative.
    """
    best: dict[str, int] = {code: 0 for code, n in left.items() if n > 0}
    came: dict[str, tuple[str, int]] = {}  # code <- (code that pushes it out, from which slot)
    for _ in left:
        changed = False
        for slot, choice in enumerate(options):
            for code in choice:
                if code not in best:
                    continue
                for out in choice:
                    if out == code or picks[slot][out] == 0:
                        continue
                    total = best[code] + price(slot, code) - price(slot, out)
                    if total < best.get(out, 1_000_000):
                        best[out], came[out], changed = total, (code, slot), True
        if not changed:
            break
    ends = [
        (best[code] + price(slot, code), slot, code)
        for slot, choice in enumerate(options)
        if room[slot]
        for code in choice
        if code in best
    ]
    if not ends:
        return None
    _, slot, code = min(ends)
    path = [(slot, code)]
    while code in came:
        code, slot = came[code]
        path.append((slot, code))
    return path[::-1]
