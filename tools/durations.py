"""Which tests are slow and which are heavy, by measurement.

    .venv/bin/python -m pytest -q -n 2 --durations=0 --durations-min=0.1 ... | tee LOG
    python -m tools.durations LOG

Writes `tests/durations.txt`: a line for each test function that takes at least SLOW_SECONDS with all its
parameters, longest first. `tests/conftest.py` marks tests by that file: `make quick` leaves out what is slow,
`make test` what is heavy, `make test-all` nothing. A test that the file does not name is quick.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

SLOW_SECONDS = 0.4
HEAVY_SECONDS = 1.5
RECORD = Path(__file__).resolve().parent.parent / "tests" / "durations.txt"
LINE = re.compile(r"([\d.]+)s (?:call|setup|teardown)\s+(\S+)")


def measured(log: Iterable[str]) -> dict[str, float]:
    """Return the seconds of each test function in what pytest prints with `--durations`."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for line in log:
        if match := LINE.match(line):
            seconds[match[2].partition("[")[0]] += float(match[1])
    return seconds


def recorded() -> dict[str, float]:
    """Return the seconds of each test function named in the record."""
    rows = (line.split(maxsplit=1) for line in RECORD.read_text().splitlines() if not line.startswith("#"))
    return {name: float(seconds) for seconds, name in rows}


def mark_of(seconds: float) -> str | None:
    """Return the mark of a test that takes so long: heavy, slow, or none."""
    if seconds >= HEAVY_SECONDS:
        return "heavy"
    return "slow" if seconds >= SLOW_SECONDS else None


def write(seconds: dict[str, float]) -> None:
    longest = sorted(seconds.items(), key=lambda one: (-one[1], one[0]))
    rows = [f"{value:6.1f} {name}" for name, value in longest if value >= SLOW_SECONDS]
    head = "# Seconds of test functions, measured; written by `python -m tools.durations LOG`, not by hand."
    RECORD.write_text("\n".join([head, *rows]) + "\n")


if __name__ == "__main__":
    with open(sys.argv[1]) as log:
        write(measured(log))
