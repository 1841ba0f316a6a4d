"""Test programs in a process of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def told(module: str, environment: dict[str, str], timeout: int, *arguments: str) -> Any:
    """What the program prints when it is done, as JSON; it must end well."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def manage(database: str, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A process of its own, as somebody at a terminal starts it."""
    settings = {"DATABASE_URL": database, "VEXILLUM_DATA": str(folder), "LOG_LEVEL": "ERROR"}
    kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=kept | settings | {"VEXILLUM_ENV": "development", "REDIS_URL": ""},
        capture_output=True,
        text=True,
        check=False,
    )
