"""Run the calculator's scripts with Node.js (tests/nodejs.py)."""

import json
import subprocess
from pathlib import Path
from typing import Any


def run(script: str, question: Any, *arguments: str) -> Any:
    """Run a script of this folder on a question. Question and answer are JSON."""
    done = subprocess.run(
        ["node", str(Path(__file__).parent / script), *arguments],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
