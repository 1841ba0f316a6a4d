"""What to buy so that each of several armies can be fielded, one at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from armies.rules.dba.filling import fill
from armies.rules.dba.lists import ArmyList

MOST_ORDERS_TRIED = 4  # armies: 24 orders


def purchases(armies: Sequence[ArmyList], owned: Mapping[str, int]) -> Counter[str]:
    """Bases to buy, code -> count. For one army the fewest possible; for several a small number of which
    none can be left out (the very smallest would take a search that grows with their number)."""
    wanted = tuple(dict.fromkeys(a.id for a in armies))
    by_id = {a.id: a for a in armies}
    if len(wanted) <= MOST_ORDERS_TRIED:
        orders = list(permutations(wanted))
    else:  # the nearest first
        orders = [tuple(sorted(wanted, key=lambda i: (fill(by_id[i], owned).short, i)))]
    found = (_without_surplus(_in_turn([by_id[i] for i in o], owned), by_id.values(), owned) for o in orders)
    return min(found, key=lambda bought: (bought.total(), sorted(bought.items())))


def _in_turn(armies: list[ArmyList], owned: Mapping[str, int]) -> Counter[str]:
    """Complete one army after the other; of several options take the one that most of them can use."""
    have, bought = Counter(owned), Counter[str]()
    for army in armies:
        for missing in fill(army, have).missing:
            users = {code: sum(code in other.codes for other in armies) for code in missing.options}
            code = max(missing.options, key=users.__getitem__)
            bought[code] += missing.count
            have[code] += missing.count
    return bought


def _without_surplus(
    bought: Counter[str], armies: Iterable[ArmyList], owned: Mapping[str, int]
) -> Counter[str]:
    """Leave out, one by one, what no army needs."""
    kept, everyone = Counter(bought), list(armies)
    for code in sorted(bought):
        while kept[code]:
            fewer = Counter(kept)
            fewer[code] -= 1
            if any(fill(army, Counter(owned) + fewer).short for army in everyone):
                break
            kept = fewer
    return +kept
