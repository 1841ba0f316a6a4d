"""Find the fewest bases to buy so that each of several armies can be fielded, one at a time.

A quick choice comes first. Then a search looks for fewer bases, and stops early if there are many armies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from armies.dba.filling import fill
from armies.dba.lists import ARMY_SIZE, ArmyList

MOST_ORDERS_TRIED = 4  # up to this many armies (24 orders), every order is tried
MOST_TRIED = 1500  # maximum number of purchases that the search tries, which takes about a second


def purchases(armies: Sequence[ArmyList], owned: Mapping[str, int]) -> Counter[str]:
    """Return the bases to buy (code -> count). They are as few as possible, unless the search stops early.
    Even then, none of them can be left out.
    """
    quick = _find_quick_purchase(armies, owned)
    if not armies:
        return quick
    search = _Search(tuple({a.id: a for a in armies}.values()), Counter(owned), quick)
    search.search_from(search.needed_bases())
    return search.best


def _find_quick_purchase(armies: Sequence[ArmyList], owned: Mapping[str, int]) -> Counter[str]:
    """Return a purchase that completes the armies one by one, trying several orders."""
    wanted = tuple(dict.fromkeys(a.id for a in armies))
    by_id = {a.id: a for a in armies}
    if len(wanted) <= MOST_ORDERS_TRIED:
        orders = list(permutations(wanted))
    else:  # the army that lacks the fewest bases comes first
        orders = [tuple(sorted(wanted, key=lambda i: (fill(by_id[i], owned).short, i)))]
    found = (
        _drop_surplus(_complete_in_turn([by_id[i] for i in o], owned), by_id.values(), owned) for o in orders
    )
    return min(found, key=lambda bought: (bought.total(), sorted(bought.items())))


def _complete_in_turn(armies: list[ArmyList], owned: Mapping[str, int]) -> Counter[str]:
    """Return a purchase that completes the armies in the given order. Where several bases would do, buy the
    one that most armies can use.
    """
    have, bought = Counter(owned), Counter[str]()
    for army in armies:
        for missing in fill(army, have).missing:
            users = {code: sum(code in other.codes for other in armies) for code in missing.options}
            code = max(missing.options, key=users.__getitem__)
            bought[code] += missing.count
            have[code] += missing.count
    return bought


def _drop_surplus(bought: Counter[str], armies: Iterable[ArmyList], owned: Mapping[str, int]) -> Counter[str]:
    """Return a purchase without the bases that no army needs."""
    kept, everyone = Counter(bought), list(armies)
    for code in sorted(bought):
        while kept[code]:
            fewer = Counter(kept)
            fewer[code] -= 1
            if any(fill(army, Counter(owned) + fewer).short for army in everyone):
                break
            kept = fewer
    return +kept


@dataclass
class _Search:
    """A branch-and-bound search over the next base to buy. ``best`` is the smallest purchase found so far."""

    armies: tuple[ArmyList, ...]
    owned: Counter[str]
    best: Counter[str]
    seen: set[frozenset[tuple[str, int]]] = field(default_factory=set)

    def needed_bases(self) -> Counter[str]:
        """Return the bases that must be bought in any case, because an army cannot do without them (code ->
        count).
        """
        need: Counter[str] = Counter()
        for army in self.armies:
            for code in army.codes:
                need[code] = max(need[code], _least_of(army, code) - self.owned[code])
        return +need

    def search_from(self, bought: Counter[str]) -> None:
        """Continue the search from a purchase, with the army that lacks the most bases. Stop if even one
        base for each missing element could not improve on the best purchase.
        """
        state = frozenset(bought.items())
        if state in self.seen or len(self.seen) >= MOST_TRIED:
            return
        self.seen.add(state)
        lacks = {army.id: fill(army, self.owned + bought).short for army in self.armies}
        army = max(self.armies, key=lambda a: lacks[a.id])
        short = lacks[army.id]
        if bought.total() + short >= self.best.total():
            return
        if not short:
            self.best = bought
            return
        for code in sorted(army.codes):
            more = bought + Counter([code])
            if fill(army, self.owned + more).short < short:
                self.search_from(more)


def _least_of(army: ArmyList, code: str) -> int:
    plenty = Counter(dict.fromkeys(army.codes, ARMY_SIZE))
    plenty[code] = 0
    return fill(army, plenty).short
