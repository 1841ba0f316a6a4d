"""`kill -9` of real workers on PostgreSQL and Redis, again and again: no turn is lost, doubled or stuck."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.games.process import ROOT, told

KILLS, APART = 8, (1.0, 3.0)  # seconds between two kills

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


class Crew:
    """Two workers and the clock, each in its own process group."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment, self.folder = environment, folder
        beat = ["beat", "--schedule", str(folder / "beat"), "--pidfile", ""]
        self.beat = self.hire("beat", *beat)
        self.workers = [self.hire(f"worker{number}") for number in range(2)]

    def hire(self, name: str, *what: str) -> "subprocess.Popen[bytes]":
        command = what or ("worker", "-c", "1", "-n", f"{name}.{time.monotonic_ns()}@fire")
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "config", *command, "-l", "WARNING"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, number: int) -> None:
        os.killpg(self.workers[number].pid, signal.SIGKILL)
        self.workers[number].wait()
        self.workers[number] = self.hire(f"worker{number}")


@contextmanager
def at_work(environment: dict[str, str], folder: Path) -> Iterator[Crew]:
    crew = Crew(environment, folder)
    try:
        yield crew
    finally:
        for process in (crew.beat, *crew.workers):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_no_turn_is_lost_doubled_or_stuck(own_database: str, tmp_path: Path) -> None:
    # a queue that no other test uses
    broker = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path="/10"))
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.games.fire_settings",
        "DATABASE_URL": own_database,
        "VEXILLUM_DATA": str(tmp_path),
        "REDIS_URL": broker,
        "LOG_LEVEL": "WARNING",
    }
    flushed(broker)
    told("tests.games.under_fire", environment, 100, "begin")
    chance = random.Random("fire")
    with at_work(environment, tmp_path) as crew:
        time.sleep(4)  # until the first worker takes jobs
        for _ in range(KILLS):
            crew.kill(chance.randrange(2))
            time.sleep(chance.uniform(*APART))
        found = told("tests.games.under_fire", environment, 150, "end")
    flushed(broker)
    for game in found["games"]:
        assert (game["gapless"], game["verified"], game["overdue"], game["trouble"]) == (
            True,
            True,
            False,
            "",
        )
        assert len(set(game["answered"])) == len(game["answered"]), "a decision answered twice"
        assert game["ended"] if game["bots"] else game["entries"] == 1 + 3
    assert "SoftTimeLimitExceeded" in found["hanging"] or "CutShort" in found["hanging"]


def flushed(broker: str) -> None:
    import redis

    redis.from_url(broker).flushdb()
