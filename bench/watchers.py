"""Measure the cost of open game pages that poll, as a share of a processor core.

    python bench/watchers.py [--watchers 200] [--seconds 60] [--every 4] [--system justinian] [--json]

A web server (two processes) runs on a separate PostgreSQL. One game has many viewers. Each viewer's page
asks every ``--every`` seconds whether anything has changed. static/vexillum.js does so every 4 seconds
while a person is active, otherwise every 30. Nothing changes. The output is the processor time of the web
server and of PostgreSQL as a share of one core, the time of a response, and the memory of each process.
"""

import argparse
import json
import random
import re
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=4)
    parser.add_argument("--system", default="justinian")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    found = measure(asked)
    if not asked.json:
        print(
            f"{asked.watchers} watchers, each every {asked.every:g} s: {found['polls_per_s']} polls a second"
        )
        print(f"web server {found['web']} % of a core, PostgreSQL {found['database']} %")
        print(f"an answer: {found['answer']}; memory of each process: {found['memory_mb']} MB")
    print(json.dumps(found))


def measure(asked: argparse.Namespace) -> dict:
    from tests.proof.crowd import Site, memory, spread, worked, worked_since
    from tests.proof.services import own_services, started_by

    with own_services() as (postgres, _redis, folder):
        site = Site(ROOT, postgres, folder, "watched", 2)
        try:
            [(session, game)] = site.people(asked.system, 1)
            site.open()
            address = poll_url(site, session, game)
            watch(site, session, address, asked.watchers, 2 * asked.every, asked.every)  # warm-up
            servers = {"web": site.processes(), "database": [postgres.process.pid]}
            servers["database"] += started_by(postgres.process.pid)
            before = {name: worked(pids) for name, pids in servers.items()}
            began = time.perf_counter()
            times = watch(site, session, address, asked.watchers, asked.seconds, asked.every)
            took = time.perf_counter() - began
            shares = {name: round(100 * worked_since(before[name]) / took, 1) for name in servers}
            return {
                "watchers": asked.watchers,
                "polls_per_s": round(len(times) / took, 1),
                **shares,
                "answer": spread(times),
                "memory_mb": memory(site.processes()),
            }
        finally:
            site.close()


def poll_url(site, session: str, game: str) -> str:
    """Return the URL that the game's page polls."""
    _status, page = site.request("GET", f"/games/{game}/", session)
    found = re.search(r'data-poll hx-get="([^"]+)"', page.decode())
    if found is None:
        sys.exit("the page polls nothing")
    return found[1].replace("&amp;", "&")


def watch(site, session: str, address: str, watchers: int, seconds: float, every: float) -> list[float]:
    """Let every watcher poll repeatedly, starting at a random time, and return the response times."""
    times: list[float] = []
    until = time.monotonic() + seconds

    def one(chance: random.Random) -> None:
        time.sleep(chance.uniform(0, every))
        while time.monotonic() < until:
            began = time.perf_counter()
            site.request("GET", address, session)
            times.append(time.perf_counter() - began)
            time.sleep(max(every - (time.perf_counter() - began), 0))

    crowd = [threading.Thread(target=one, args=(random.Random(n),)) for n in range(watchers)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    return times


if __name__ == "__main__":
    main()
