"""A missing service causes no more failures than necessary: separate Redis servers are stopped and killed
during play.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.process import told

WELL = {"home": 200, "game": 200, "watch": 200, "chronicle": 200, "api": 200}
LOG_IN = {"log-in page": 200, "log in": 302, "then": 200, "move": 302}

pytestmark = [
    pytest.mark.redis,
    pytest.mark.skipif(not shutil.which("redis-server"), reason="no redis-server to be killed"),
]


@pytest.fixture
def servers() -> Iterator[list[tuple[int, int]]]:
    """Start two Redis servers, yield the process id and port of each, and stop them afterwards."""
    started = [_started() for _ in range(2)]
    yield [(process.pid, port) for process, port in started]
    for process, _port in started:
        process.kill()
        process.wait()


def _started() -> tuple["subprocess.Popen[bytes]", int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process, port
        except OSError:
            time.sleep(0.05)
    raise AssertionError("redis-server did not start")


def test_people_can_play_while_redis_is_down(servers: list[tuple[int, int]], tmp_path: Path) -> None:
    (cache, cache_port), (jobs, jobs_port) = servers
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path}/away.sqlite3",
        "VEXILLUM_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "tests.games.worker_settings",
        "VEXILLUM_CACHE_URL": f"redis://127.0.0.1:{cache_port}/0",
        "REDIS_URL": f"redis://127.0.0.1:{jobs_port}/0",
        "LOG_LEVEL": "CRITICAL",
    }
    found = told("tests.games.parts_away", environment, 200, str(cache), str(jobs))
    for when, answers in found["answers"].items():
        assert _without(answers) == {**WELL, **LOG_IN}, when
        assert answers["seconds"] < 20, when
    health = {when: answers["health"].strip() for when, answers in found["answers"].items()}
    assert health == {
        "all there": "ok",
        "cache hangs": "trouble: cache",
        "cache back": "ok",
        "jobs hangs": "trouble: jobs",
        "jobs back": "ok",
        "cache dead": "trouble: cache",
        "jobs dead": "trouble: cache, jobs",
    }
    assert found["left"] == 0 and found["running"] > 7


def _without(answers: dict[str, Any]) -> dict[str, int]:
    return {name: value for name, value in answers.items() if name not in ("seconds", "health")}
