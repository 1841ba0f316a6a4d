"""The calculator's scripts run by Node.js (tests/nodejs.py)."""

import json
import subprocess
from pathlib import Path
from typing import Any


def run(script: str, question: Any, *arguments: str) -> Any:
    """The answer of a script in this folder to a question, both JSON."""
    done = subprocess.run(
        ["node", str(Path(__file__).parent / script), *arguments],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
