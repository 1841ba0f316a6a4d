"""Measure the calculator's page and JSON under load. A local gunicorn with two processes gets requests at a
steady rate.

    python bench/pages/lookup_page.py [--rate 50] [--seconds 10] [--json]

Each request asks for a random situation, so that a cache would hardly help. The output is the median, the
95th percentile and the worst time in milliseconds at that rate, and the highest number of requests per
second.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[2]
PORT = int(os.environ.get("PORT", "8014"))
TYPES = ["El", "Kn", "Cv", "LH", "SCh", "Cm", "Sp", "Pk", "Bd", "Ax", "Bw", "Ps", "Wb", "Hd"]
LOOK = "/battles/dba/lookup/"


def address(dice: random.Random, as_json: bool) -> str:
    """Return the calculator's URL for a random valid situation."""
    asked = {"a": dice.choice(TYPES), "b": dice.choice(TYPES)}
    asked |= {"a.overlaps": dice.randrange(3), "b.overlaps": dice.randrange(3)}
    asked |= {"die_a": dice.randint(1, 6), "die_b": dice.randint(1, 6)}
    if dice.random() < 0.5:
        asked["b.general"] = "1"
    if as_json:
        asked["format"] = "json"
    return f"{LOOK}?{urlencode(asked)}"


def ask(line: http.client.HTTPConnection, path: str) -> float:
    """Return the seconds from the request to the last byte of the response."""
    began = time.perf_counter()
    line.request("GET", path)
    answer = line.getresponse()
    answer.read()
    if answer.status != 200:
        raise SystemExit(f"{answer.status} for {path}")
    return time.perf_counter() - began


def measure_steadily(rate: int, seconds: int, as_json: bool) -> list[float]:
    """Send requests at a steady rate and return their waiting times in seconds, shortest first. A waiting
    time begins when its request was due.
    """
    waits: list[float] = []
    total, clients = rate * seconds, 8
    start = time.perf_counter() + 0.2

    def client(first: int) -> None:
        line, dice = http.client.HTTPConnection("127.0.0.1", PORT), random.Random(first)
        for place in range(first, total, clients):
            due = start + place / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            ask(line, address(dice, as_json))
            waits.append(time.perf_counter() - due)

    threads = [threading.Thread(target=client, args=(n,)) for n in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(waits)


def measure_maximum(seconds: int, as_json: bool) -> float:
    """Return the requests per second of four clients that never pause."""
    counts = [0] * 4
    end = time.perf_counter() + seconds

    def client(n: int) -> None:
        line, dice = http.client.HTTPConnection("127.0.0.1", PORT), random.Random(n)
        while time.perf_counter() < end:
            ask(line, address(dice, as_json))
            counts[n] += 1

    threads = [threading.Thread(target=client, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def serve() -> subprocess.Popen[bytes]:
    """Start a gunicorn and wait until it is ready to answer."""
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{PORT}"]
    options = ["--workers", "2", "--threads", "4", "--log-level", "error"]
    server = subprocess.Popen([*command, *options], cwd=ROOT)
    for _ in range(100):
        try:
            line = http.client.HTTPConnection("127.0.0.1", PORT)
            ask(line, LOOK)
            return server
        except OSError:
            time.sleep(0.1)
    server.terminate()
    raise SystemExit("The server does not answer.")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--rate", type=int, default=50)
    options.add_argument("--seconds", type=int, default=10)
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    server = serve()
    try:
        measure_steadily(40, 2, False)  # each process's first pages load templates and texts
        found = {"load_average": round(os.getloadavg()[0], 1)}
        for name, as_json in (("page", False), ("json", True)):
            waits = measure_steadily(asked.rate, asked.seconds, as_json)
            found |= {
                f"{name}_median_ms": round(waits[len(waits) // 2] * 1000, 1),
                f"{name}_p95_ms": round(waits[int(len(waits) * 0.95)] * 1000, 1),
                f"{name}_worst_ms": round(waits[-1] * 1000, 1),
                f"{name}_requests_a_second": round(measure_maximum(3, as_json), 1),
            }
    finally:
        server.terminate()
        server.wait()
    print(json.dumps(found) if asked.json else "\n".join(f"{k:24} {v}" for k, v in found.items()))


if __name__ == "__main__":
    main()
