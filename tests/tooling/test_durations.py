"""Slow and heavy tests are measured and recorded by a tool, never marked by hand."""

import os
import re
import sys
from pathlib import Path

import pytest

from tests.found import some
from tools import durations

TESTS = Path(__file__).parents[1]


def test_no_test_is_marked_slow_or_heavy_by_hand() -> None:
    by_hand = re.compile(r"mark\.(slow|heavy)\b")
    files = some(path for path in TESTS.rglob("*.py") if path != Path(__file__))
    assert [path.name for path in files if by_hand.search(path.read_text(encoding="utf-8"))] == []


def test_every_line_of_the_record_names_a_test_that_is_there() -> None:
    assert [name for name in some(durations.read_record()) if not durations.exists(name)] == []


def test_a_test_notes_the_processor_seconds_of_itself_and_of_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "there" / "log"
    monkeypatch.setenv(durations.VARIABLE, str(log))
    with durations.note_duration("tests/a.py::test_b[c d]"):
        os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", "sum(range(3_000_000))"])
    value, name = log.read_text().rstrip("\n").split(" ", 1)
    assert name == "tests/a.py::test_b[c d]" and float(value) > 0.03


def test_nothing_is_noted_unless_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(durations.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    with durations.note_duration("tests/a.py::test_b"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_new_durations_replace_old_ones_and_deleted_tests_disappear() -> None:
    here = "tests/tooling/test_durations.py::test_nothing_is_noted_unless_it_is_asked_for"
    old = {
        here: 3.0,
        "tests/tooling/test_durations.py::test_that_never_was": 5.0,
        "tests/no/file.py::test": 2.0,
    }
    assert durations.merge_records(old, {}) == {here: 3.0}
    assert durations.merge_records(old, {here: 0.1}) == {here: 0.1}


def test_the_public_cases_are_never_left_out_of_a_pull_request() -> None:
    assert durations.mark_of("tests/a.py::test_b", 20) == "heavy"
    for name in some(durations.IN_EVERY_PULL_REQUEST):
        assert durations.mark_of(name, 20) == "slow" and durations.exists(name)
