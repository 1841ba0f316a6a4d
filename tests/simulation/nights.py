"""Simulate worlds one after another in a separate database. tools/soak.py runs this module as a program.

Its arguments are ``FIRST STRIDE LAST STEPS``. The seeds are FIRST, FIRST + STRIDE, and so on, below LAST.
Each world has STEPS events. For each seed the program prints a line of JSON with the seed, the seconds taken,
the numbers of log entries, kills and outages, and the violated invariants.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pytest

from tests.proof.own import database, empty, for_hours


def main() -> None:
    first, stride, last, steps = map(int, sys.argv[1:5])
    with database():
        for_hours()
        for seed in range(first, last, stride):
            print(json.dumps(lived(seed, steps)), flush=True)


def lived(seed: int, steps: int) -> dict[str, Any]:
    from games.models import Entry
    from tests.simulation.invariants import violations
    from tests.simulation.lived import around, played

    empty()
    began = time.perf_counter()
    with pytest.MonkeyPatch.context() as monkeypatch, around(monkeypatch):
        try:
            world = played(seed, steps)
            found = violations(world)
            counted = {"kills": world.kills, "outages": len(world.outages)}
        except Exception as error:
            found, counted = [f"the world broke down: {error!r}"], {}
    took = round(time.perf_counter() - began, 2)
    return {"seed": seed, "seconds": took, "entries": Entry.objects.count(), **counted, "broken": found}


if __name__ == "__main__":
    main()
