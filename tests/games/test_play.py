"""`manage.py play`: one process serves pages and jobs, stops cleanly and loses nothing."""

import gzip
import io
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from config.home.server import RequestCounter
from config.management.commands import play as command

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {
        **os.environ,
        **more,
        "DJANGO_SETTINGS_MODULE": "tests.games.worker_settings",
        "VEXILLUM_DATA": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/play.sqlite3",
        "VEXILLUM_SWEEP_SECONDS": "1",
        "REDIS_URL": "",
    }


def play(folder: Path, port: int) -> list[str]:
    return [sys.executable, "manage.py", "play", "--no-fetch", "--port", str(port)]


def heed_ctrl_c() -> None:
    """Restore Ctrl-C, because a background shell starts tests with the signal ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def playing(
    folder: Path, port: int, stop: int = signal.SIGINT, **more: str
) -> Iterator[subprocess.Popen[str]]:
    """Run the server until it is ready; at the end stop it with Ctrl-C or another signal."""
    server = subprocess.Popen(
        play(folder, port),
        cwd=ROOT,
        env=environment(folder, **more),
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
        server.send_signal(stop)
        assert server.wait(PATIENCE) == 0


def test_a_restart_loses_nothing_and_the_clock_answers(tmp_path: Path) -> None:
    port = a_free_port()
    with playing(tmp_path, port):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
            assert answer.status == 200
        overdue = [sys.executable, "-m", "tests.games.overdue"]
        with subprocess.Popen(overdue, cwd=ROOT, env=environment(tmp_path)) as written:  # in the meantime
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


def test_a_mail_server_that_says_nothing_stops_no_deadline(tmp_path: Path) -> None:
    """While a mail server keeps the sender waiting without ever answering, overdue decisions are still
    answered.
    """
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        mail = {
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(silent.getsockname()[1]),
            "EMAIL_TIMEOUT": "3600",
        }
        with playing(tmp_path, a_free_port(), **mail):
            make_overdue(tmp_path, "livia")
            assert entries_reach(tmp_path, 4)
            caught, _address = silent.accept()  # the message about the missed deadline
            make_overdue(tmp_path, "marco")
            assert entries_reach(tmp_path, 8)
            caught.close()


def make_overdue(folder: Path, player: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "tests.games.overdue", player], cwd=ROOT, env=environment(folder), check=True
    )


def fetch(address: str) -> tuple[bytes, Any]:
    asked = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return answer.read(), answer.headers


def test_pages_and_styles_are_compressed_and_a_stop_by_the_system_is_told(tmp_path: Path) -> None:
    port = a_free_port()
    with playing(tmp_path, port, signal.SIGTERM) as server:
        for path in ("/account/login/", "/static/vexillum.css", "/static/campaigns/justinian_map.svg"):
            body, headers = fetch(f"http://127.0.0.1:{port}{path}")
            assert headers["Content-Encoding"] == "gzip" and len(gzip.decompress(body)) > 2 * len(body)
    assert server.stdout is not None
    told = server.stdout.read()
    assert "Stopping (SIGTERM): requests in progress are finished first." in told
    assert told.endswith("Start again whenever you like.\n")


def test_a_start_waits_for_a_server_that_is_just_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    stopping, said = socket.create_server(("127.0.0.1", 0)), io.StringIO()
    port = stopping.getsockname()[1]
    monkeypatch.setattr(command, "sleep", lambda seconds: stopping.close())
    server = command.Command(stdout=said).listen("127.0.0.1", port)
    server.server_close()
    assert server.server_port == port and said.getvalue().count(f"Port {port} is taken; waiting") == 1


def test_a_port_that_stays_taken_is_told_with_another_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(command, "sleep", waits.append)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"choose another port: manage.py play --port {port + 1}"):
            command.Command(stdout=io.StringIO()).listen("127.0.0.1", port)
    assert 2 <= sum(waits) <= 10


def test_a_stop_waits_for_the_request_under_way() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(environ: Any, start_response: Any) -> list[bytes]:
        begun.set()
        assert may_end.wait(PATIENCE)
        return []

    under_way = RequestCounter()
    request = threading.Thread(target=under_way.counting(slow), args=({}, None))
    request.start()
    assert begun.wait(PATIENCE) and not under_way.wait_for_none(0)
    may_end.set()
    assert under_way.wait_for_none(PATIENCE)
    request.join()


def entries(folder: Path) -> int:
    with sqlite3.connect(f"{folder}/play.sqlite3", timeout=20) as connection:
        return int(connection.execute("SELECT count(*) FROM games_entry").fetchone()[0])


def entries_reach(folder: Path, count: int) -> bool:
    until = time.monotonic() + PATIENCE
    while entries(folder) < count and time.monotonic() < until:
        time.sleep(0.2)
    return entries(folder) >= count
