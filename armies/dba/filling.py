"""Assign elements to the slots of an army list. The choice among the options is exact, not greedy.

The assignment is a flow from codes to slots. A code supplies as many elements as are available, and a
slot that offers the code takes as many as it needs. The best filling leaves the fewest places empty and,
among equals, costs least (usual options first).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from armies.dba.lists import ArmyList

Cost = Callable[[int, str], int]  # returns the cost of a code in a slot, 0 or more


@dataclass(frozen=True)
class Missing:
    """Elements that a slot still needs, because no available element fits. Any of ``options`` would do; the
    usual one comes first.
    """

    slot: int
    options: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Filling:
    """The number of each code in each slot, the missing elements, and the total cost."""

    picks: tuple[Mapping[str, int], ...]
    missing: tuple[Missing, ...]
    cost: int

    @property
    def short(self) -> int:
        """Return the number of missing elements."""
        return sum(m.count for m in self.missing)


def usual_first(army: ArmyList) -> Cost:
    """Return a cost function for which an option costs more the later it comes in its slot."""
    return lambda slot, code: army.slots[slot].options.index(code)


def fill(
    army: ArmyList, available: Mapping[str, int], general: str | None = None, cost: Cost | None = None
) -> Filling:
    """Return the best way to fill a list's slots from ``available`` (code -> count). ``general``: the code of
    the general's element, which is used if the list allows it. ``cost``: rates each option of a slot; by
    default, usual options cost least.
    """
    price = cost or usual_first(army)
    fillings = (_flow(army, available, options, price) for options in _choices(army, general))
    return min(fillings, key=lambda f: (f.short, f.cost))


def _choices(army: ArmyList, general: str | None) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield the codes that each slot may use, in the order of the slots. A slot whose elements must be alike
    gets a single code, so there is one result for each combination of such codes. If a general is given, the
    general's slot gets the general's code.
    """
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
    """Return the best way to fill the slots, given the options of each slot. Successive cheapest paths fill
    the most places at the least cost.
    """
    picks: list[Counter[str]] = [Counter() for _ in army.slots]
    room = [slot.count for slot in army.slots]
    left = {code: available.get(code, 0) for choice in options for code in choice}
    while (path := _cheapest_path(picks, room, left, options, price)) is not None:
        left[path[0][1]] -= 1
        for step, (slot, code) in enumerate(path):
            picks[slot][code] += 1
            if step + 1 < len(path):  # the next element on the path leaves this slot
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
    """Return the cheapest path that fills a place, or None. The path puts a spare element into a slot and
    pushes another element out into the next slot. This repeats until a slot has room.

    This is the Bellman-Ford algorithm over codes. Pushing an element out refunds its cost, so steps can
    be negative.
    """
    best: dict[str, int] = {code: 0 for code, n in left.items() if n > 0}
    came: dict[str, tuple[str, int]] = {}  # code: (code that pushes it out, slot that it leaves)
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
