"""Measure how much sooner two workers finish a thousand games due at once than a single worker does.

    python bench/sweep.py [--games 1000] [--rounds 2] [--json]

The script starts its own PostgreSQL and Redis in a temporary folder. If DATABASE_URL and REDIS_URL are both
set, it uses those servers instead: a new database on the first, and database 9 of the second. The games use
the tests' example system, with three answers due in each. One sweep feeds real Celery workers of one process
each. The same games fall due again for every round. Rounds with one and with two workers alternate, so that
other work on the machine disturbs both alike. The output is the ratio of the medians, and the workers'
processor time, which a busy machine disturbs least.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 300  # seconds for one round
MEMORY: list[float] = []  # memory of each worker in MB, at the end of the last round
WORKED: list[float] = []  # seconds of processor time of each round's workers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    server, broker = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if server.startswith("postgres") and broker:
        on_servers(asked, server, broker)
        return
    from tests.proof.services import own_services

    with own_services() as (postgres, redis, _folder):
        on_servers(asked, postgres.url, redis.url)


def on_servers(asked: argparse.Namespace, server: str, broker: str) -> None:
    from tests.proof.services import another_database

    with another_database(server) as url:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.games.worker_settings",
            "DATABASE_URL": url,
            "REDIS_URL": urlunsplit(urlsplit(broker)._replace(path="/9")),
            "LOG_LEVEL": "ERROR",
        }
        found = measure(asked.games, asked.rounds)
    if not asked.json:
        for workers in ("1", "2"):
            print(f"{workers} worker(s): {found['seconds'][workers]} s")
        print(f"processor time of the workers, by round: {found['processor_seconds']} s")
        print(f"memory of each worker: {found['memory_mb']} MB")
        print(f"{asked.games} games, {found['answers']} answers a round; two of one: {found['ratio']}")
    print(json.dumps(found))


def measure(games: int, rounds: int) -> dict:
    import django

    django.setup()
    from django.core.management import call_command

    from config.celery import app
    from games.models import Entry

    call_command("migrate", interactive=False, verbosity=0)
    app.control.purge()
    begin(games)
    seconds: dict[str, list[float]] = {"1": [], "2": []}
    answers = []
    for number in range(2 * rounds):
        # the rounds have 1 2 2 1 1 2 ... workers
        workers = 1 + (number % 2 if number % 4 < 2 else (number + 1) % 2)
        before = Entry.objects.count()
        seconds[str(workers)].append(round(one_round(workers), 2))
        answers.append(Entry.objects.count() - before)
    from django.db import connections

    connections.close_all()
    ratio = statistics.median(seconds["2"]) / statistics.median(seconds["1"])
    told = {"games": games, "answers": answers, "seconds": seconds, "ratio": round(ratio, 3)}
    return {**told, "processor_seconds": WORKED, "memory_mb": MEMORY}


def begin(games: int) -> None:
    """Create games that each wait for three players, with deadlines far in the future."""

    from tests.games.cast import a_game, a_user

    owner = a_user("owner")
    seats = dict.fromkeys(("red", "blue", "green"), owner)
    for _ in range(games):
        a_game(owner, seats, hours_per_decision=1000, options={"rounds": 50}, scenario_name="long")


def one_round(workers: int) -> float:
    """Make every decision due. Return the time from the sweep to the last stored answer."""
    from django.conf import settings
    from django.utils import timezone

    from config.celery import app
    from games.models import PendingDecision
    from games.tasks import sweep_deadlines
    from tests.proof.crowd import memory, worked, worked_since

    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-P", "solo", "-l", "ERROR"]
    quiet = {"cwd": ROOT, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = [subprocess.Popen([*command, "-n", f"w{i}@bench"], **quiet) for i in range(workers)]
    try:
        while len(app.control.ping(timeout=1) or ()) < workers:
            pass
        owed = PendingDecision.objects.filter(answered_at=None)
        owed.update(due_at=timezone.now())
        began, before = time.perf_counter(), worked([worker.pid for worker in running])
        swept = 0.0
        while owed.filter(due_at__lte=timezone.now()).exists():
            if time.perf_counter() - began > PATIENCE:
                sys.exit("the workers are not done; is another program using this Redis database?")
            # sweep again, as Celery's beat does, because jobs expire
            if time.perf_counter() - swept > settings.SWEEP_SECONDS:
                swept = time.perf_counter()
                sweep_deadlines.delay()
            time.sleep(0.05)
        took = time.perf_counter() - began
        WORKED.append(round(worked_since(before), 2))
        MEMORY[:] = memory([worker.pid for worker in running])
        return took
    finally:
        for worker in running:
            worker.terminate()
        for worker in running:
            worker.wait(20)


if __name__ == "__main__":
    main()
