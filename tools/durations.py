"""Measure which tests are slow and which are heavy.

    VEXILLUM_DURATIONS=build/durations make test-all
    .venv/bin/python -m tools.durations build/durations

The first command lets every test record the processor seconds that it and its child processes used, so a busy
machine does not matter. The second writes `tests/durations.txt`: a line for each test function that takes at
least SLOW_SECONDS with all its parameters, longest first. Functions that were not run keep their line,
removed ones lose it.

`tests/conftest.py` marks tests by that file: `make quick` leaves out slow tests, `make test` heavy ones,
`make test-all` none. A test missing from the file is quick.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SLOW_SECONDS = 0.05
HEAVY_SECONDS = 1.5
ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests" / "durations.txt"
VARIABLE = "VEXILLUM_DURATIONS"
IN_EVERY_PULL_REQUEST = {
    "tests/cases/test_suite.py::test_cases_of_a_file"
}  # tests that every pull request runs, however long they take
HEAD = "# Processor seconds of tests, measured; written by `python -m tools.durations LOG`, not by hand."


def processor_seconds() -> float:
    """Return the processor time of this process and its finished children."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


@contextmanager
def note_duration(test: str) -> Iterator[None]:
    """Add a line on a test to the file that VEXILLUM_DURATIONS names, if it names one."""
    file, before = os.environ.get(VARIABLE, ""), processor_seconds()
    yield
    if file:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        with open(file, "a") as log:  # a single short write, so that lines of several workers do not mix
            log.write(f"{processor_seconds() - before:.4f} {test}\n")


def measure_log(log: Iterable[str]) -> dict[str, float]:
    """Return the seconds of each test function, all its parameters together."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for line in log:
        value, _space, name = line.rstrip("\n").partition(" ")
        seconds[name.partition("[")[0]] += float(value)
    return dict(seconds)


def read_record() -> dict[str, float]:
    """Return the seconds of each test function in the record."""
    rows = (line.split(maxsplit=1) for line in RECORD.read_text().splitlines() if not line.startswith("#"))
    return {name: float(seconds) for seconds, name in rows}


def mark_of(name: str, seconds: float) -> str | None:
    """Return the mark of a test function that takes this long: heavy, slow, or none."""
    if seconds >= HEAVY_SECONDS and name not in IN_EVERY_PULL_REQUEST:
        return "heavy"
    return "slow" if seconds >= SLOW_SECONDS else None


def exists(name: str) -> bool:
    """Return whether the test function of a line in the record still exists."""
    file, _colons, function = name.partition("::")
    path = ROOT / file
    return path.is_file() and f"def {function.rpartition('::')[2]}(" in path.read_text(encoding="utf-8")


def merge_records(old: Mapping[str, float], fresh: Mapping[str, float]) -> dict[str, float]:
    """Merge new measurements with earlier ones of tests that still exist and were not run."""
    kept = {name: value for name, value in old.items() if name not in fresh and exists(name)}
    return {**kept, **fresh}


def text_of(seconds: Mapping[str, float]) -> str:
    """Write the record as a file: slow and heavy tests, longest first."""
    longest = sorted(seconds.items(), key=lambda one: (-round(one[1], 2), one[0]))
    rows = [f"{value:7.2f} {name}" for name, value in longest if value >= SLOW_SECONDS]
    return "\n".join([HEAD, *rows]) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1]) as told:
        RECORD.write_text(text_of(merge_records(read_record(), measure_log(told))))
