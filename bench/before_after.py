"""Compare the code before and after a rebuild. One run measures both commits in turn, in the same way.

    .venv/bin/python bench/before_after.py [--before 8cd8bf4] [--rounds 3] [--steps 150] [--turn 9]
    [--json]

The script measures three things: the replay of stored games step by step (without bots), the submission
of an action (as JSON and by form), and the page of a game in a late turn. It uses SQLite, and also
PostgreSQL if DATABASE_URL names a server that allows new databases. Both commits are checked out into a
temporary folder, so changes that are not committed do not count. Each is measured with its own submit.py
and late_page.py, changed only to use another database, and with the dependencies installed here. The
output is the medians of the rounds. A ratio of times under 1, or of steps/s over 1, means that the newer
code is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--before", default="8cd8bf4")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--turn", type=int, default=9, help="of the pages")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    server = os.environ.get("DATABASE_URL", "")
    with tempfile.TemporaryDirectory() as folder:
        trees = {"before": Path(folder) / "before", "now": Path(folder) / "now"}
        for name, ref in (("before", asked.before), ("now", "HEAD")):
            subprocess.run(
                ["git", "worktree", "add", "-q", "--detach", trees[name], ref], cwd=ROOT, check=True
            )
        try:
            found = compare(trees, server if server.startswith("postgres") else "", asked)
        finally:
            for tree in trees.values():
                subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    if asked.json:
        print(json.dumps(found))
        return
    print(f"{'':<52}{'before':>10}{'now':>10}{'ratio':>8}")
    for row, values in found.items():
        print(f"{row:<52}{values['before']:>10}{values['now']:>10}{values['ratio']:>8}")


def compare(trees: dict[str, Path], server: str, asked: argparse.Namespace) -> dict[str, dict[str, float]]:
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for tree in trees.values():
        for script in ("submit.py", "late_page.py"):
            database_from_outside(tree / "bench" / script)
    for turn in range(asked.rounds):
        order = list(trees.items())
        for name, tree in order if turn % 2 == 0 else reversed(order):
            for row, value in measure_tree(tree, server, asked):
                values[row][name].append(value)
    found = {}
    for row, columns in values.items():
        before, now = (statistics.median(columns[name]) for name in ("before", "now"))
        found[row] = {"before": before, "now": now, "ratio": round(now / before, 2)}
    return found


def database_from_outside(script: Path) -> None:
    """Change a script so that it uses the database named by BENCH_DATABASE. Without that variable it uses
    SQLite.
    """
    text = script.read_text("utf-8")
    text = text.replace(
        '"DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",',
        '"DATABASE_URL": os.environ.get("BENCH_DATABASE") or f"sqlite:///{folder}/bench.sqlite3",',
    )
    text = re.sub(
        r'( *)os\.environ\.pop\("DATABASE_URL", None\)',
        r'\1os.environ["DATABASE_URL"] = os.environ.get("BENCH_DATABASE", "")',
        text,
    )
    if "BENCH_DATABASE" not in text:
        sys.exit(f"{script}: no place for a database from outside was found")
    script.write_text(text, "utf-8")


def measure_tree(tree: Path, server: str, asked: argparse.Namespace) -> Iterator[tuple[str, float]]:
    for system in ("justinian", "dba"):
        told = run(ROOT / "bench" / "replay.py", tree, "--root", tree, "--system", system, "--rounds", 1)
        yield f"{system}: stored games, replayed steps/s", told["stored, replayed/s"]
    for database in ("SQLite", "PostgreSQL") if server else ("SQLite",):
        with a_database(server if database == "PostgreSQL" else "") as url:
            told = run(tree / "bench" / "submit.py", tree, "--steps", asked.steps, database=url)
            for kind in ("json", "form"):
                yield f"{database}: submit as {kind}, ms", told[kind]["median_ms"]
                yield f"{database}: submit as {kind}, processor ms", told[kind]["cpu_ms"]
        with a_database(server if database == "PostgreSQL" else "") as url:
            told = run(
                tree / "bench" / "late_page.py",
                tree,
                "--repeat",
                asked.repeat,
                "--turn",
                asked.turn,
                database=url,
            )
            for name, page in told["pages"].items():
                yield f"{database}: {name}, processor ms", page["cpu_ms"]


def run(script: Path, tree: Path, *arguments: object, database: str = "") -> dict:
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env |= {"BENCH_DATABASE": database, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, script, *arguments, "--json"]
    told = subprocess.run([str(c) for c in command], cwd=tree, env=env, capture_output=True, text=True)
    if told.returncode:
        sys.exit(f"{script}: {told.stderr[-2000:]}")
    found: dict = json.loads(told.stdout.splitlines()[-1])
    return found


@contextmanager
def a_database(server: str) -> Iterator[str]:
    """Yield the URL of a fresh database on the server, or "" if there is no server."""
    if not server:
        yield ""
        return
    import psycopg

    url, name = urlsplit(server), f"vexillum_bench_{uuid.uuid4().hex[:12]}"
    admin = urlunsplit(url._replace(scheme="postgresql"))
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield urlunsplit(url._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


if __name__ == "__main__":
    main()
