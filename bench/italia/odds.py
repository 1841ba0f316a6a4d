"""Time the exact odds of an Italia combat fought to its end, and compare icepool's time.

    .venv/bin/python bench/italia/odds.py [--json] [--without-icepool] [--patience SECONDS]

A combat is calculated again each time; only tables of binomials are cached, as on a running server.
icepool gets the next round of each state as a die: the hits of each volley as sums of coins, combined by
the resolver. It repeats the die to the end (``repeat='inf'``, its absorbing chain). icepool works only
with whole numbers. A run that exceeds the patience is printed as "more than". Times are processor time,
best of nine; icepool runs once.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from campaigns.italia.answers.combat import unit_types
from campaigns.italia.forecast.combat import about_the_end, is_over, key_of, summary
from campaigns.italia.rules.combat.rounds import shots
from campaigns.italia.rules.combat.situation import (
    ATTACKER,
    DEFENDER,
    Group,
    Situation,
    apply_hits,
    usual_aims,
)

MANY = {"legion": 3, "infantry": 3, "elephant": 2}
TOUGH = {"legion": 3, "consular_legion": 3, "elephant": 2}


def combat(
    attacker: Mapping[str, int], defender: Mapping[str, int], leaders: int = 0, **facts: Any
) -> Situation:
    return Situation(unit_types(), Group(attacker, leaders), Group(defender), first=False, **facts)


COMBATS = {
    "three against two": combat({"infantry": 3}, {"infantry": 2}),
    "two types each": combat({"legion": 2, "infantry": 1}, {"infantry": 1, "elephant": 1}),
    "four legions, a leader, highland city": combat(
        {"legion": 4}, {"infantry": 4}, 1, ground="highland", city=True
    ),
    "four and four of two types": combat({"legion": 2, "elephant": 2}, {"infantry": 2, "legion": 2}),
    "eight of three types a side": combat(MANY, MANY),
    "eight of three types, two-hit units": combat(TOUGH, MANY),
}


def by_icepool(s: Situation) -> Any:
    """Return the results of a combat as an icepool die."""
    import icepool

    def again(key: Any) -> Any:
        if is_over(key):
            return key
        a, a_hurt, d, d_hurt = (dict(part) for part in key)
        here = s.with_groups(Group(a, s.attacker.leaders, a_hurt), Group(d, s.defender.leaders, d_hurt))
        left = {side: volley(here, side) for side in (ATTACKER, DEFENDER)}
        return icepool.map(lambda mine, theirs: (*mine, *theirs), left[DEFENDER], left[ATTACKER], star=False)

    def volley(here: Situation, side: Any) -> Any:
        fired = Counter((shot.target, shot.needs) for shot in shots(here, side, usual_aims(here, side)))
        targets = sorted({target for target, _ in fired})
        sums = [
            sum(n @ icepool.coin(11 - needs, 10) for (at, needs), n in fired.items() if at == target)
            for target in targets
        ]
        foe = DEFENDER if side == ATTACKER else ATTACKER

        def left(*hits: int) -> Any:
            group = apply_hits(here, foe, dict(zip(targets, map(int, hits), strict=True)))
            return tuple(sorted(group.units.items())), tuple(sorted(group.hurt.items()))

        return icepool.map(left, *sums)

    return icepool.Die([key_of(s)]).map(again, star=False, repeat="inf")


class OutOfPatience(Exception):
    pass


def time_work(work: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    found, best = None, float("inf")
    for _ in range(repeats):
        began = time.process_time()
        found = work()
        best = min(best, time.process_time() - began)
    return best, found


def patient(work: Callable[[], Any], seconds: int) -> tuple[float, Any]:
    def ring(*_: Any) -> None:
        raise OutOfPatience

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        return time_work(work, 1)
    except OutOfPatience:
        return float("inf"), None
    finally:
        signal.alarm(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--without-icepool", action="store_true")
    parser.add_argument("--patience", type=int, default=60)
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    for name, s in COMBATS.items():
        seconds, ends = time_work(lambda s=s: about_the_end(s), 9)
        found[name] = {"ms": round(1000 * seconds, 2), "attacker": round(summary(ends, 0.0)["attacker"], 6)}
        if asked.without_icepool:
            continue
        slow, die = patient(lambda s=s: by_icepool(s), asked.patience)
        if die is None:
            found[name].update(
                icepool_ms=f"more than {1000 * asked.patience}", times=f"{asked.patience / seconds:.0f}+"
            )
            continue
        assert all(abs(float(die.probability(key)) - chance) < 1e-12 for key, chance in ends.items())
        found[name].update(icepool_ms=round(1000 * slow, 1), times=round(slow / seconds, 1))
    if asked.json:
        print(json.dumps(found))
        return
    for name, line in found.items():
        print(f"{name:<40}" + "  ".join(f"{key} {value}" for key, value in line.items()))


if __name__ == "__main__":
    main()
