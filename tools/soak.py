"""Simulate months of games by the thousand. This runs tests/simulation with one seed after another, in one
process per core.

    python -m tools.soak --seeds 10000
    python -m tools.soak --first 77 --seeds 1
    python -m tools.soak --seeds 100 --server postgres://root@127.0.0.1/postgres

Each seed is a separate world with people and a clock that jumps. Jobs are lost or run twice, and mail, hooks
and push services fail. Processes are killed at any write or commit, and there are outages. Afterwards the
invariants must hold. No turn is lost, done twice or stuck. No notification is lost. None is sent twice,
unless its sender could not know that it had already left. The tool prints the failing seeds with the broken
invariants, and the seeds played per second. It exits with 1 if any seed failed. To repeat a failed seed, run
``VEXILLUM_SIMULATION_SEED=77 VEXILLUM_SIMULATIONS=1 pytest tests/simulation -k months``.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import IO, Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--steps", type=int, default=25, help="events of each world")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--server", default="", help="a PostgreSQL to play on: postgres://root@127.0.0.1/postgres"
    )
    parser.add_argument("--quiet", action="store_true", help="no word in between")
    asked = parser.parse_args()
    if asked.server:
        os.environ["VEXILLUM_PROOF_SERVER"] = asked.server  # see tests/proof/own.py
    began, counted, failed = time.perf_counter(), Counter[str](), []
    for told in play_seeds(asked.first, asked.seeds, asked.steps, min(asked.processes, asked.seeds)):
        counted.update({"seeds": 1, **{name: told.get(name, 0) for name in ("entries", "kills", "outages")}})
        if told["broken"]:
            failed.append(told["seed"])
            print(f"FAILED {told['seed']}: " + "; ".join(told["broken"])[:2000], flush=True)
        if counted["seeds"] % 100 == 0 and not asked.quiet:
            print(f"{counted['seeds']} seeds, {len(failed)} failed", flush=True)
    took = time.perf_counter() - began
    missing = asked.seeds - counted["seeds"]
    met = ", ".join(f"{counted[name]} {name}" for name in ("entries", "kills", "outages"))
    print(f"{counted['seeds']} seeds of {asked.steps} events, {met}: {len(failed)} failed")
    print(f"{took:.0f} s, {counted['seeds'] / took:.2f} seeds/s" + f", {missing} not played" * bool(missing))
    if failed:
        print("failed:", *sorted(failed))
    return 1 if failed or missing else 0


def play_seeds(first: int, seeds: int, steps: int, processes: int) -> Iterator[dict[str, Any]]:
    """Yield the result of each seed as soon as its simulation ends."""
    command = [sys.executable, "-m", "tests.simulation.nights"]
    crew = [
        subprocess.Popen(
            [*command, *map(str, (first + number, processes, first + seeds, steps))],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(processes)
    ]
    try:
        yield from lines([one.stdout for one in crew if one.stdout is not None])
    finally:
        for one in crew:
            one.kill()
            one.wait()


def lines(pipes: list[IO[str]]) -> Iterator[dict[str, Any]]:
    with DefaultSelector() as selector:
        for pipe in pipes:
            selector.register(pipe, EVENT_READ, pipe)
        while selector.get_map():
            for key, _events in selector.select():
                line = key.data.readline()
                if line:
                    yield json.loads(line)
                else:
                    selector.unregister(key.fileobj)


if __name__ == "__main__":
    sys.exit(main())
