"""Time the exact odds of DBA (one situation, every pair of types), and compare icepool's times.

    python bench/dba/odds.py [--json] [--tiny]

The script times ``odds(situation)`` without any cache. The time includes calculating both sides, judging
every comparison of the totals, and counting the 36 pairs of dice. Every number is the best of several
repeats.
"""

from __future__ import annotations

import json
import sys
import timeit
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import icepool

from battles.dba.forecast.matrix import cells
from battles.dba.rules.odds import Odds, odds
from battles.dba.rules.resolve import resolve
from battles.dba.rules.situation import Contender, Situation

TINY = "--tiny" in sys.argv  # run everything just once, to see that it works
PLAIN = Situation("close", Contender("Kn"), Contender("Sp"))
FULL = Situation(
    "close",
    Contender("Kn", general=True, uphill=True, overlaps=1),
    Contender("Sp", behind="Sp", psiloi_beside=True, overlaps=1, obstacle="impassable"),
)


def by_icepool(s: Situation) -> icepool.Die:
    """Return the joint odds of both fates, as icepool derives them from our resolver."""
    return icepool.map(
        lambda x, y: (lambda r: (r.fate_a, r.fate_b))(resolve(s, x, y)), icepool.d6, icepool.d6
    )


def by_icepool_totals(s: Situation) -> icepool.Die:
    """Return the odds that icepool calculates in its fastest way. It compares only the totals, and each
    comparison is looked up in our tables once.
    """
    from battles.dba.rules.consequences import fate
    from battles.dba.rules.outcomes import compare, outcome
    from battles.dba.rules.reckoning import reckon

    r, seen = reckon(s), {}

    def judge(x: int, y: int) -> tuple[str, str]:
        comparison = compare(r.total_a + x, r.total_b + y)
        if comparison not in seen:
            said = outcome(s, comparison)
            seen[comparison] = (fate(s, "a", said.a), fate(s, "b", said.b))
        return seen[comparison]

    return icepool.map(judge, icepool.d6, icepool.d6)


def agree(found: Odds, die: icepool.Die) -> bool:
    return Counter(found.joint) == Counter({outcome: die.quantity(outcome) for outcome in die.outcomes()})


def best(run: object, number: int) -> float:
    """Return the seconds per run: the best of thirty short repeats, which other work on the machine hardly
    affects.
    """
    times, number = (1, 1) if TINY else (30, number)
    return min(timeit.repeat(run, number=number, repeat=times)) / number  # type: ignore[arg-type]


def main() -> None:
    for s in (PLAIN, FULL):
        assert agree(odds(s), by_icepool(s)) and agree(odds(s), by_icepool_totals(s))
    plain, full = best(lambda: odds(PLAIN), 200), best(lambda: odds(FULL), 200)
    matrix = best(lambda: cells("close"), 1)
    pairs = sum(cell is not None for cell in cells("close").values())
    slow, quick = best(lambda: by_icepool(PLAIN), 5), best(lambda: by_icepool_totals(PLAIN), 5)
    found = {
        "cell_us": round(plain * 1e6, 1),
        "full_cell_us": round(full * 1e6, 1),
        "matrix_ms": round(matrix * 1e3, 2),
        "pairs": pairs,
        "icepool_us": round(slow * 1e6, 1),
        "icepool_totals_us": round(quick * 1e6, 1),
        "times_icepool": round(slow / plain, 1),
        "times_icepool_totals": round(quick / plain, 1),
    }
    print(json.dumps(found) if "--json" in sys.argv else "\n".join(f"{k:22} {v}" for k, v in found.items()))


if __name__ == "__main__":
    main()
