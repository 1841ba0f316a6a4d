"""Measure which tests are slow and which are heavy.

    VEXILLUM_DURATIONS=build/durations make test-all
    .venv/bin/python -m tools.durations build/durations

The first command lets every test record the processor seconds that it and its child processes used, so a busy
machine does not matter. The second command writes `tests/durations.txt`, which lists slow test functions,
longest first. It has a line for each function that takes at least SLOW_SECONDS in total, over all its
parameter sets. Functions that were not run keep their line; removed functions lose it.

`tests/conftest.py` marks tests according to that file: `make quick` leaves out slow tests, `make test`
leaves out heavy tests, and `make test-all` runs all tests. A test missing from the file counts as quick.
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
# every pull request runs these tests, however long they take
IN_EVERY_PULL_REQUEST = {"tests/cases/test_suite.py::test_cases_of_a_file"}
HEAD = "# Processor seconds of tests, measured; written by `python -m tools.durations LOG`, not by hand."


def processor_seconds() -> float:
    """Return the processor seconds of this process and its finished children."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


@contextmanager
def note_duration(test: str) -> Iterator[None]:
    """Append the duration of a test to the file named by VEXILLUM_DURATIONS, if the variable is set."""
    file, before = os.environ.get(VARIABLE, ""), processor_seconds()
    yield
    if file:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        with open(file, "a") as log:  # one short write, so that different workers' lines stay apart
            log.write(f"{processor_seconds() - before:.4f} {test}\n")


def measure_log(log: Iterable[str]) -> dict[str, float]:
    """Return the total seconds of each test function, summed over all its parameter sets."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for line in log:
        value, _space, name = line.rstrip("\n").partition(" ")
        seconds[name.partition("[")[0]] += float(value)
    return dict(seconds)


def read_record() -> dict[str, float]:
    """Return the recorded time of each test function, in seconds."""
    rows = (line.split(maxsplit=1) for line in RECORD.read_text().splitlines() if not line.startswith("#"))
    return {name: float(seconds) for seconds, name in rows}


def mark_of(name: str, seconds: float) -> str | None:
    """Return the mark of a test function that takes this long: "heavy", "slow" or None."""
    if seconds >= HEAVY_SECONDS and name not in IN_EVERY_PULL_REQUEST:
        return "heavy"
    return "slow" if seconds >= SLOW_SECONDS else None


def exists(name: str) -> bool:
    """Return whether a test function named in the record still exists."""
    file, _colons, function = name.partition("::")
    path = ROOT / file
    return path.is_file() and f"def {function.rpartition('::')[2]}(" in path.read_text(encoding="utf-8")


def merge_records(old: Mapping[str, float], fresh: Mapping[str, float]) -> dict[str, float]:
    """Merge new measurements into the old ones. An old one is kept only if its test still exists and was not
    run again.
    """
    kept = {name: value for name, value in old.items() if name not in fresh and exists(name)}
    return {**kept, **fresh}


def text_of(seconds: Mapping[str, float]) -> str:
    """Return the text of the record: slow and heavy tests, longest first."""
    longest = sorted(seconds.items(), key=lambda one: (-round(one[1], 2), one[0]))
    rows = [f"{value:7.2f} {name}" for name, value in longest if value >= SLOW_SECONDS]
    return "\n".join([HEAD, *rows]) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1]) as told:
        RECORD.write_text(text_of(merge_records(read_record(), measure_log(told))))
