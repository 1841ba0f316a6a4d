"""Run test programs in separate processes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def told(module: str, environment: dict[str, str], timeout: int, *arguments: str) -> Any:
    """Run a program and return its output as JSON; it must exit without an error."""
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
    """Run a manage.py command in a separate process, as a user at a terminal would."""
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
