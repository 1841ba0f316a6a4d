"""The first hour of somebody who has just cloned the project: processor seconds until the first page.

    .venv/bin/python bench/start.py [--before 87df0bfc] [--no-before] [--repeat 1] [--json]

Every step runs in a process of its own on a fresh VEXILLUM_DATA, with SQLite:

- `database`: `manage.py migrate` on an empty folder;
- `demo`: `manage.py demo` on that database;
- `start`: a process that is ready to answer (everything that `manage.py play` loads before it announces);
- `first page`: the first request that this process answers: the front page, then the campaign of the demo;
- `warm page`: the same page once more.

The same is measured for the commit `--before` in the same run, in a worktree removed afterwards; ratios
are to it. `cold` has no compiled Python files (PYTHONPYCACHEPREFIX is an empty folder), `warm` has them.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "87df0bfc"
STEPS = ("database", "demo", "start", "front page", "first page", "warm page")
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
    found = {"now": measured(ROOT, asked.repeat)}
    if not asked.no_before:
        with checkout(asked.before) as folder:
            if folder:
                found[asked.before] = measured(folder, asked.repeat)
            else:
                print(f"(no commit {asked.before} here: no ratios)", file=sys.stderr)
    if not asked.json:
        show(found)
    print(json.dumps(found))


def show(found: dict[str, dict[str, dict[str, float]]]) -> None:
    before = next((name for name in found if name != "now"), "")
    print(f"{'processor seconds':<20}" + "".join(f"{way + ' ' + name:>16}" for way in WAYS for name in found))
    for step in (*STEPS, "together"):
        row = "".join(f"{found[name][way][step]:>16.2f}" for way in WAYS for name in found)
        ratio = ""
        if before:
            ratio = (
                f"   {found['now']['warm'][step] / max(found[before]['warm'][step], 0.001):.2f} of {before}"
            )
        print(f"{step:<20}{row}{ratio}")


WAYS = ("cold", "warm")


def measured(root: Path, repeat: int) -> dict[str, dict[str, float]]:
    """Return the median seconds of each step, by way."""
    found = {}
    with tempfile.TemporaryDirectory() as compiled:
        for way in WAYS:
            runs = []
            for _ in range(repeat):
                if way == "warm":
                    runs.append(once(root, Path(compiled)))
                else:
                    with tempfile.TemporaryDirectory() as empty:
                        runs.append(once(root, Path(empty)))
            if way == "cold":  # fill what the warm runs find
                once(root, Path(compiled))
            found[way] = {step: round(statistics.median(run[step] for run in runs), 3) for step in runs[0]}
    return found


def once(root: Path, compiled: Path) -> dict[str, float]:
    """Return the seconds of each step on a fresh data folder."""
    with tempfile.TemporaryDirectory() as data:
        env = {key: text for key, text in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        env |= {"VEXILLUM_DATA": data, "PYTHONPYCACHEPREFIX": str(compiled), "LOG_LEVEL": "ERROR"}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        found = {
            "database": seconds(["manage.py", "migrate", "--verbosity", "0"], root, env)[0],
            "demo": seconds(["manage.py", "demo"], root, env)[0],
        }
        told = seconds(["-c", PAGES], root, env)[1]
        found |= zip(STEPS[2:], json.loads(told.splitlines()[-1]), strict=True)
    found["together"] = sum(found[step] for step in ("database", "demo", "start", "front page"))
    return found


def seconds(arguments: list[str], root: Path, env: dict[str, str]) -> tuple[float, str]:
    """Run Python; return the processor seconds of the process and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run([sys.executable, *arguments], cwd=root, env=env, capture_output=True, text=True)
    if told.returncode:
        sys.exit(f"{arguments} in {root}:\n{told.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, told.stdout


@contextmanager
def checkout(commit: str) -> Iterator[Path | None]:
    """The files of that commit in a folder of their own, None where git does not have it."""
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
