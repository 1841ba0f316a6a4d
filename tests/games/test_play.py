"""`manage.py play`: one process serves pages and jobs, stops cleanly and loses nothing."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.games.worker_settings",
        "VEXILLUM_DATA": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/play.sqlite3",
        "VEXILLUM_SWEEP_SECONDS": "1",
        "REDIS_URL": "",
    }


def play(folder: Path, port: int) -> list[str]:
    return [sys.executable, "manage.py", "play", "--port", str(port)]


def heed_ctrl_c() -> None:
    """Tests started in the background of a shell would hand down that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def playing(folder: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """The server, ready; stopped with Ctrl-C on leaving."""
    server = subprocess.Popen(
        play(folder, port),
        cwd=ROOT,
        env=environment(folder),
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,
    )
    assert server.stdout is not None
    try:
        for line in server.stdout:
            if "Stop with Ctrl-C" in line:
                break
        yield server
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0


def test_a_restart_loses_nothing_and_the_clock_answers(tmp_path: Path) -> None:
    port = a_free_port()
    with playing(tmp_path, port):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
            assert answer.status == 200
        overdue = [sys.executable, "-m", "tests.games.overdue"]
        with subprocess.Popen(overdue, cwd=ROOT, env=environment(tmp_path)) as written:  # meanwhile:
            taken = subprocess.run(
                play(tmp_path, port), cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True
            )
        assert taken.returncode == 1 and f"--port {port + 1}" in taken.stderr
        assert written.returncode == 0
        assert entries_reach(tmp_path, 4), "the clock's sweep answers three overdue decisions"
    before = entries(tmp_path)
    with playing(tmp_path, port):
        pass
    assert entries(tmp_path) == before


def entries(folder: Path) -> int:
    with sqlite3.connect(f"{folder}/play.sqlite3", timeout=20) as connection:
        return int(connection.execute("SELECT count(*) FROM games_entry").fetchone()[0])


def entries_reach(folder: Path, count: int) -> bool:
    until = time.monotonic() + PATIENCE
    while entries(folder) < count and time.monotonic() < until:
        time.sleep(0.2)
    return entries(folder) >= count
