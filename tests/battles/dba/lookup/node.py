"""The look-up's scripts run by Node.js. `.ci/run` installs it and fails where it cannot; elsewhere such tests
are skipped, with the reason."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")


def run(script: str, question: Any, *arguments: str) -> Any:
    """What a script of this folder answers to a question, both JSON."""
    done = subprocess.run(
        ["node", str(Path(__file__).parent / script), *arguments],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
