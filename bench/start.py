"""Measure a newcomer's start after cloning the project: processor seconds until the first page.

    .venv/bin/python bench/start.py [--before 87df0bfc] [--no-before] [--repeat 1] [--json]

The main figures are those of `manage.py play`, one process on an empty VEXILLUM_DATA with SQLite. `make
run` starts it after installing the packages:

- `first page`: from the command to the response of the front page, including creation of the database and
  demo;
- `next start`: the same again, with the existing data.

To show where the time goes, the parts are measured separately, each in a process on another empty folder:

- `database`: `manage.py migrate`;
- `demo`: `manage.py demo` on that database;
- `preload`: a process that has loaded everything (config/preload.py);
- `front page`, `game page`: the first requests that this process answers; `game again`: the second one
  repeated;
- `fresh worker`: the front page by a gunicorn worker that has answered nothing yet (gunicorn.conf.py
  loads everything before it forks); `worker again`: the same page again. Both need gunicorn
  (locks/prod.txt), and are nan without it.

The commit `--before` is measured in the same run, and ratios compare with it. `cold` is a fresh copy of
the files, in which the project's own Python and texts are not compiled. Packages are compiled, as they
are after installation. `warm` is the same copy used again.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "87df0bfc"
STEPS = (
    "first page",
    "next start",
    "database",
    "demo",
    "preload",
    "front page",
    "game page",
    "game again",
    "fresh worker",
    "worker again",
)
PAGES = r"""
import json, time
import os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
from config.wsgi import application
try:
    from config.preload import preload
except ImportError:
    preload = None
if preload:
    preload()
ready = time.process_time()
from django.test import Client
from django.contrib.auth import get_user_model
from games.models import Game

def taken(client, address):
    began = time.process_time()
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return time.process_time() - began

client = Client(headers={"host": "localhost"})
front = taken(client, "/")
client.force_login(get_user_model().objects.get(username="anna"))
game = Game.objects.filter(system="justinian").order_by("pk").first()
page = f"/games/{game.pk}/"
print(json.dumps([ready, front, taken(client, page), taken(client, page)]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--before", default=BEFORE)
    parser.add_argument("--no-before", action="store_true")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = {"now": measure_start(ROOT, asked.repeat)}
    if not asked.no_before:
        with checkout(asked.before) as folder:
            if folder:
                found[asked.before] = measure_start(folder, asked.repeat)
            else:
                print(f"(no commit {asked.before} here: no ratios)", file=sys.stderr)
    if not asked.json:
        show(found)
    print(json.dumps(found))


def show(found: dict[str, dict[str, dict[str, float]]]) -> None:
    before = next((name for name in found if name != "now"), "")
    print(f"{'processor seconds':<20}" + "".join(f"{way + ' ' + name:>16}" for way in WAYS for name in found))
    for step in STEPS:
        row = "".join(f"{found[name][way][step]:>16.2f}" for way in WAYS for name in found)
        ratio = ""
        if before:
            ratio = (
                f"   {found['now']['warm'][step] / max(found[before]['warm'][step], 0.001):.2f} of {before}"
            )
        print(f"{step:<20}{row}{ratio}")


WAYS = ("cold", "warm")


def measure_start(root: Path, repeat: int) -> dict[str, dict[str, float]]:
    """Return the median seconds of each step, cold and warm."""
    runs: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as parent:
            copy = fresh_copy(root, Path(parent) / "copy")
            for way in WAYS:
                runs[way].append(time_steps(copy))
    return {
        way: {step: round(statistics.median(run[step] for run in runs[way]), 3) for step in STEPS}
        for way in WAYS
    }


def fresh_copy(root: Path, folder: Path) -> Path:
    """Copy the files of the project as a clone would have them, with nothing compiled."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (root / name).is_file() and not (root / name).is_symlink():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, folder / name)
    return folder


def time_steps(root: Path) -> dict[str, float]:
    """Return the seconds of each step. The whole start is measured first, because measuring its parts would
    already compile the Python files.
    """
    with tempfile.TemporaryDirectory() as data:
        found = {step: until_first_page(root, environment(data)) for step in STEPS[:2]}
    with tempfile.TemporaryDirectory() as data:
        env = environment(data)
        found["database"] = seconds(["manage.py", "migrate", "--verbosity", "0"], root, env)[0]
        found["demo"] = seconds(["manage.py", "demo"], root, env)[0]
        told = seconds(["-c", PAGES], root, env)[1]
        worker = worker_pages(root, env)
    return found | dict(zip(STEPS[4:], [*json.loads(told.splitlines()[-1]), *worker], strict=True))


def environment(data: str) -> dict[str, str]:
    leave = ("DATABASE_URL", "REDIS_URL", "PYTHONDONTWRITEBYTECODE")
    env = {key: text for key, text in os.environ.items() if key not in leave}
    return env | {"VEXILLUM_DATA": data, "LOG_LEVEL": "ERROR", "PYTHONUNBUFFERED": "1"}


def until_first_page(root: Path, env: dict[str, str]) -> float:
    """Start `manage.py play`, fetch its front page, and return the processor seconds that it has used
    so far.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "manage.py", "play", "--port", str(port)]
    (play,) = root.glob("*/management/commands/play.py")
    if "--no-fetch" in play.read_text(encoding="utf-8"):
        command.append("--no-fetch")  # older commits never fetch anything
    server = subprocess.Popen(command, cwd=root, env=env, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        if not any("is ready" in line for line in server.stdout):
            sys.exit(f"{command} in {root} did not become ready")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 200
        return processor_seconds(server.pid)
    finally:
        server.terminate()
        server.communicate()


def worker_pages(root: Path, env: dict[str, str]) -> tuple[float, float]:
    """Let gunicorn fork one worker. Return the seconds of processor time that its first and second front page
    take.
    """
    if find_spec("gunicorn") is None:
        return math.nan, math.nan
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "config.wsgi",
        "--workers",
        "1",
        "--bind",
        f"127.0.0.1:{port}",
    ]
    server = subprocess.Popen(command, cwd=root, env=env, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    try:
        booted = next((line for line in server.stderr if "Booting worker" in line), None)
        if booted is None:
            sys.exit(f"{command} in {root} started no worker")
        worker = int(booted.rpartition(": ")[2])
        wait_until_idle(worker)
        return page_of(worker, port), page_of(worker, port)
    finally:
        server.terminate()
        server.communicate()


def page_of(worker: int, port: int) -> float:
    before = nanoseconds(worker)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
        answer.read()
    wait_until_idle(worker)
    return (nanoseconds(worker) - before) / 1e9


def nanoseconds(process: int) -> int:
    """Return the processor time of a running process's threads, in nanoseconds. This is more precise than
    clock ticks (Linux).
    """
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads)


def wait_until_idle(process: int) -> None:
    """Wait until a worker has used almost no processor time for half a second."""
    while True:
        before = nanoseconds(process)
        time.sleep(0.5)
        if nanoseconds(process) - before < 1_000_000:
            return


def processor_seconds(process: int) -> float:
    """Return the processor time of a running process and its finished children (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def seconds(arguments: list[str], root: Path, env: dict[str, str]) -> tuple[float, str]:
    """Run Python with these arguments. Return the processor seconds of the process, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run([sys.executable, *arguments], cwd=root, env=env, capture_output=True, text=True)
    if told.returncode:
        sys.exit(f"{arguments} in {root}:\n{told.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, told.stdout


@contextmanager
def checkout(commit: str) -> Iterator[Path | None]:
    """Yield a folder with the files of a commit, or None if git does not have the commit."""
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "before"
        git = ["git", "-C", str(ROOT), "worktree"]
        made = subprocess.run([*git, "add", "--detach", str(folder), commit], capture_output=True)
        try:
            yield None if made.returncode else folder
        finally:
            subprocess.run([*git, "remove", "--force", str(folder)], capture_output=True)


if __name__ == "__main__":
    main()
