"""Start sites to be measured, and create the people who use them, for submit.py, watchers.py and sweep.py.

The site is a web server of some checkout on a separate PostgreSQL; each person plays all seats of a game.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "x" * 32

SETUP = """
import json, sys
import django
django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from games import services

call_command("migrate", interactive=False, verbosity=0)
told = []
for number in range(int(sys.argv[2])):
    user = User.objects.create_user(f"player{number}")
    client = Client()
    client.force_login(user)
    now = timezone.now()
    game = services.create_game(gm=user, name="bench", system=sys.argv[1], now=now)
    for seat in game.seats.all():
        services.take_seat(game.pk, user, seat.key, now=now)
    game = services.start(game.pk, user, now=now)
    told.append([client.cookies["sessionid"].value, str(game.pk)])
print(json.dumps(told))
"""


@contextmanager
def checked_out(ref: str, folder: Path) -> Iterator[Path]:
    """Check out a commit into a separate folder."""
    tree = folder / f"tree-{ref}"
    subprocess.run(["git", "worktree", "add", "-q", "--detach", tree, ref], cwd=ROOT, check=True)
    try:
        yield tree
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


class Site:
    """A web server of a checkout, whose own code creates people and their games."""

    def __init__(self, tree: Path, postgres: Any, folder: Path, name: str, workers: int) -> None:
        import psycopg

        from tests.proof.services import free_port

        self.tree, self.name, self.port = tree, name, free_port()
        server = postgres.url.replace("postgres://", "postgresql://")
        with psycopg.connect(server, autocommit=True) as line:
            line.execute(f'CREATE DATABASE "{name}"')
        self.url = server.rpartition("/")[0] + f"/{name}"
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")},
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": self.url.replace("postgresql://", "postgres://"),
            "VEXILLUM_DATA": str(folder / name),
            "VEXILLUM_ENV": "development",
            "LOG_LEVEL": "ERROR",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(tree),
        }
        self.workers = workers
        self.process: Any = None

    def people(self, system: str, count: int) -> list[tuple[str, str]]:
        """Return the session and the game of each person."""
        command = [sys.executable, "-c", SETUP, system, str(count)]
        done = subprocess.run(command, cwd=self.tree, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{self.name}: {done.stderr[-2000:]}")
        return [(session, game) for session, game in json.loads(done.stdout.splitlines()[-1])]

    def open(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "config.wsgi", "-w", str(self.workers)]
        self.process = subprocess.Popen(
            [*command, "-b", f"127.0.0.1:{self.port}", "--log-level", "critical"],
            cwd=self.tree,
            env=self.environment,
            start_new_session=True,
        )
        for _ in range(300):
            try:
                self.request("GET", "/health", "")
                return
            except OSError:
                time.sleep(0.1)
        sys.exit(f"{self.name} does not open")

    def close(self) -> None:
        from tests.proof.services import killed

        if self.process is not None:
            killed(self.process)

    def request(self, method: str, path: str, session: str, body: Any = None) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": f"sessionid={session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        try:
            sent = None if body is None else json.dumps(body)
            line.request(method, path, sent, {**headers, "Content-Type": "application/json"})
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def processes(self) -> list[int]:
        from tests.proof.services import started_by

        return [self.process.pid, *started_by(self.process.pid)]


@dataclass
class Round:
    """The measurements of people's requests over a period."""

    times: list[float] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


def play(site: Site, people: list[tuple[str, str]], seconds: float, pause: float, seed: int) -> Round:
    """Let everyone play at once: each takes the default of a due decision, then waits ``pause`` seconds on
    average.
    """
    found, until = Round(), time.monotonic() + seconds
    crowd = [
        threading.Thread(target=_player, args=(site, one, until, pause, random.Random(f"{seed} {n}"), found))
        for n, one in enumerate(people)
    ]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    return found


def _player(
    site: Site, who: tuple[str, str], until: float, pause: float, chance: random.Random, found: Round
) -> None:
    import psycopg

    session, game = who
    with psycopg.connect(site.url, autocommit=True) as line:
        time.sleep(chance.uniform(0, pause))
        while time.monotonic() < until:
            owed = line.execute(
                'SELECT d.seat, d."default", g.seq FROM games_pendingdecision d '
                "JOIN games_game g ON g.id = d.game_id "
                "WHERE g.id = %s AND d.answered_at IS NULL ORDER BY d.id LIMIT 1",
                [game],
            ).fetchone()
            if owed is None:  # the game is over
                return
            body = {"seat": owed[0], "seq": owed[2], "key": str(uuid.uuid4()), "action": owed[1]}
            began = time.perf_counter()
            status, answer = site.request("POST", f"/games/{game}/act", session, body)
            took = time.perf_counter() - began
            with found.lock:
                found.times.append(took)
                if status != 200:
                    found.troubles.append(f"{status} {answer[:200]!r}")
            time.sleep(chance.expovariate(1 / pause))


def spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    cut = {name: ordered[min(int(len(ordered) * share), len(ordered) - 1)] for name, share in SHARES.items()}
    return {"n": len(ordered), **{name: round(value * 1000, 1) for name, value in cut.items()}}


SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def memory(pids: list[int]) -> list[float]:
    """Return the unshared memory of each process in MB (PSS)."""
    found = []
    for pid in pids:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text()
        found.append(round(int(told.split("\nPss:")[1].split()[0]) / 1024, 1))
    return found


def worked(pids: list[int]) -> dict[int, float]:
    """Return the processor seconds that each of these processes has used. Processes that have ended, such as
    a database's helpers, are left out.
    """
    found = {}
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):
            told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            found[pid] = (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
    return found


def worked_since(before: dict[int, float]) -> float:
    """Return the processor seconds used since ``before`` by those of its processes that are still running."""
    return sum(now - before[pid] for pid, now in worked(list(before)).items())
