"""Start the services of compose.yaml on this machine, without containers. The image's files are built as in
the Dockerfile. The commands and environment are those of compose.yaml, and PostgreSQL and Redis are this
machine's. `.ci/container` runs these tests, because they take too long for every test run.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg

from tests.found import some
from tests.tooling.composed import COMPOSE, DOCKERFILE, HOST, OURS, ROOT, SITE, files, said


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def running(*commands: tuple[list[str], dict[str, str], Path]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run these processes; each must exit without an error when stopped."""
    processes = [
        subprocess.Popen(command, env=env, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for command, env, folder in commands
    ]
    try:
        yield processes
    finally:
        for one in processes:
            one.send_signal(signal.SIGTERM)
        ends = []
        for one in processes:
            try:
                ends.append((one.args, one.communicate(timeout=60)[1][-2000:], one.returncode))
            except subprocess.TimeoutExpired:
                one.kill()
                ends.append((one.args, b"did not end", -9))
    assert all(code == 0 for _args, _told, code in ends), ends


def asked(port: int, path: str, **headers: str) -> tuple[int, str]:
    told = {"Host": HOST, "X-Forwarded-Proto": "https", **headers}
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}{path}", headers=told), timeout=30) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def until(what: Any, seconds: float = 240) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.5)


def answers(port: int) -> bool:
    try:
        return asked(port, "/health")[0] in (200, 503)
    except OSError:
        return False


@contextmanager
def database() -> Iterator[str]:
    """Create an empty database for this test, and drop it afterwards."""
    server, name = os.environ["DATABASE_URL"], f"container_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
        yield re.sub(r"/[^/]*$", f"/{name}", server)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[call-overload]


def image(folder: Path) -> Path:
    """Build the files of the image as in the Dockerfile, but without downloads, and return their folder."""
    for name in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    command = DOCKERFILE.split("RUN VEXILLUM_DATA")[1].split("\n")[0]
    build = "VEXILLUM_DATA" + command.split("rm -rf")[0].replace("/venv/bin/python", sys.executable)
    build = re.sub(r"&& \{ \S+ manage.py fetch_browser_python.*?\}'", "'", build, flags=re.S).rstrip(" &")
    build = build.replace("/tmp/build", str(folder.parent / "build"))
    clean = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(["sh", "-ec", build], cwd=folder, env=clean, check=True, stdout=subprocess.DEVNULL)
    for name in re.search(r"rm -rf ([\w. ]+?)\s*$", DOCKERFILE, re.M)[1].split():  # type: ignore[index]
        shutil.rmtree(folder / name, ignore_errors=True)
    return folder


def test_what_compose_starts_serves_the_site(tmp_path: Path) -> None:
    app, port, jobs, cache = image(tmp_path / "app"), free_port(), free_port(), free_port()
    before = {one for one in app.rglob("*") if one.is_file()}
    with database() as address:
        environment = {
            **{name: said(value, SITE) for name, value in COMPOSE["x-vexillum"]["environment"].items()},
            "DATABASE_URL": address,
            "REDIS_URL": f"redis://127.0.0.1:{jobs}/0",
            "VEXILLUM_CACHE_URL": f"redis://127.0.0.1:{cache}/0",
            "VEXILLUM_ENV": "production",
            "VEXILLUM_DATA": str(tmp_path / "data"),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        assert environment.keys() >= COMPOSE["x-vexillum"]["environment"].keys()

        def manage(*words: str) -> str:
            ran = subprocess.run(
                ["python", "manage.py", *words], cwd=app, env=environment, capture_output=True, text=True
            )
            assert ran.returncode == 0, ran.stderr[-3000:]
            return ran.stdout

        def redis(name: str, at: int) -> tuple[list[str], dict[str, str], Path]:
            folder = tmp_path / name
            folder.mkdir()
            words = shlex.split(COMPOSE["services"][name]["command"])
            return [*words, "--port", str(at), "--bind", "127.0.0.1"], environment, folder

        default = re.findall(r'"([^"]+)"', DOCKERFILE.split("CMD ")[1])
        started = {name: shlex.split(one.get("command", "")) or default for name, one in OURS.items()}
        migrate = started.pop("migrate")
        bound = [word.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for word in started.pop("web")]
        with running(redis("jobs", jobs), redis("cache", cache)):
            assert migrate[:2] == ["python", "manage.py"] and "Created " in manage(*migrate[2:])
            manage("check", "--deploy", "--fail-level", "WARNING")
            others = [
                [word.replace("/tmp/beat", str(tmp_path / "beat")) for word in words]
                for words in started.values()
            ]
            with running(*((words, environment, app) for words in (bound, *others))):
                until(lambda: answers(port))
                # the clock works: beat, queue and worker
                until(lambda: asked(port, "/health")[1].startswith("ok\n"))
                check_pages(port)
                alive = [
                    "python",
                    "-c",
                    "import sys; from config.alive import is_alive; sys.exit(not is_alive(sys.argv[1]))",
                ]
                shown = f"http://127.0.0.1:{port}/health"
                assert subprocess.run([*alive, shown], cwd=app, env=environment).returncode == 0
                nowhere = f"http://127.0.0.1:{free_port()}/health"
                assert subprocess.run([*alive, nowhere], cwd=app, env=environment).returncode == 1
                assert "games" in manage("backup", str(tmp_path / "backup.zip"))
    assert {one for one in app.rglob("*") if one.is_file()} == before  # nothing writes to the image


def check_pages(port: int) -> None:
    status, page = asked(port, "/", **{"Accept-Language": "it"})
    assert status == 200 and 'lang="it"' in page
    style = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert style and re.search(r"\.[0-9a-f]{12}\.css", style[1])
    assert asked(port, style[1])[0] == 200
    assert asked(port, "/health", Host="elsewhere.example")[0] == 400
    assert asked(port, "/health/metrics")[0] == 404
    token = {"Authorization": f"Bearer {SITE['VEXILLUM_METRICS_TOKEN']}"}
    assert "vexillum_up 1" in asked(port, "/health/metrics", **token)[1]
    for path, most in some([("/?q=" + "x" * 8100, 200), ("/?q=" + "x" * 8300, 414)]):
        status, page = asked(port, path)
        assert status == most
    assert "This address is too long" in page and "Questo indirizzo è troppo lungo" in page
    with socket.create_connection(("127.0.0.1", port), timeout=30) as raw:
        raw.sendall(b"what is this\r\n\r\n")
        told = raw.recv(4000).decode()
    assert told.startswith("HTTP/1.1 400 Bad Request\r\n") and "Richiesta non capita" in told
