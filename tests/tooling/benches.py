"""The scripts of bench/. For each, bench/tiny.toml gives the arguments of one quick run and what the machine
must have.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "bench"
SECONDS = 400  # for one script, on a busy machine
ROWS: dict[str, dict[str, Any]] = tomllib.loads((BENCH / "tiny.toml").read_text("utf-8"))


def scripts() -> list[str]:
    """Return all scripts, as paths within bench/."""
    return sorted(str(path.relative_to(BENCH)) for path in BENCH.rglob("*.py"))


def needing(*kinds: str) -> list[str]:
    """Return the scripts that need at least one of the given kinds of things, such as a browser. Without
    ``kinds``, return the scripts that need neither a browser nor a server.
    """
    found = []
    for name, row in ROWS.items():
        needs = {need.partition(":")[0] for need in row.get("needs", ())} - {"commit"}
        if needs & set(kinds) if kinds else not needs:
            found.append(name)
    return found


def lacking(name: str) -> str:
    """Return the thing that a script needs and this machine lacks; "" if nothing."""
    for need in ROWS[name].get("needs", ()):
        kind, _, what = need.partition(":")
        if kind == "commit" and not _has_commit(what):
            return f"the commit {what}"
        if kind == "browser" and not (find_spec("playwright") and _browser()):
            return "a browser"
        if kind == "postgres" and not list(Path("/usr/lib/postgresql").glob("*/bin/postgres")):
            return "PostgreSQL"
        if kind == "redis" and not shutil.which("redis-server"):
            return "Redis"
    return ""


def start(name: str) -> subprocess.CompletedProcess[str]:
    """Run a script once with its smallest parameters, apart from this test's database."""
    own = ("DATABASE_URL", "REDIS_URL", "VEXILLUM_DATA", "VEXILLUM_ENV", "DJANGO_SETTINGS_MODULE")
    env = {key: value for key, value in os.environ.items() if key not in own}
    command = [sys.executable, str(BENCH / name), *ROWS[name]["arguments"]]
    return subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def _has_commit(ref: str) -> bool:
    asked = ["git", "cat-file", "-e", f"{ref}^{{commit}}"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, check=False).returncode == 0


def _browser() -> str | None:
    own = os.environ.get("VEXILLUM_CHROMIUM")
    return own or shutil.which("chromium") or shutil.which("google-chrome")
