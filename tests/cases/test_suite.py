"""Run the Ancients Test Cases of every system that has some."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from battles.dba.answers.cases import run as run_dba
from battles.dba.answers.lookup import read
from battles.dba.rules.outcomes import CONDITIONS, outcome, rows
from battles.dba.rules.situation import contender
from battles.dba.rules.tables import load as table
from battles.management.commands.cases import FOLDER, runner, runner_modules, systems
from engine.cases import failures, load, read_file
from games import plugins
from tests.found import some

FILES = [(system, path) for system in systems() for path in sorted((FOLDER / system).glob("*.toml"))]


@pytest.mark.parametrize(("system", "path"), FILES, ids=[f"{system}-{path.stem}" for system, path in FILES])
def test_cases_of_a_file(system: str, path: Path) -> None:
    """Run the test cases of one file and check that none fails. Each file is a test of its own, because
    reading all 3,500 cases first took as long as running them.
    """
    run = runner(system)
    failed = {case.number: failures(case, run) for case in some(read_file(path))}
    assert {number: why for number, why in failed.items() if why} == {}


@pytest.mark.parametrize("system", systems())
def test_no_number_is_used_twice(system: str) -> None:
    assert load(FOLDER / system)


def test_dba_has_enough_cases() -> None:
    assert len(load(FOLDER / "dba")) >= 150


def test_commands_and_colors_has_enough_cases_before_it_can_be_played() -> None:
    assert len(load(FOLDER / "cca")) >= 220 and "cca" in runner_modules()


def test_the_cases_of_a_system_run_before_the_system_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "installed_plugins", tuple)
    for name in some({"cca", "schiere", "cataphract"}):
        assert callable(runner(name)), name


def test_schiere_has_enough_cases() -> None:
    assert len(load(FOLDER / "schiere")) >= 120


def test_bridges_have_enough_cases() -> None:
    assert len(load(FOLDER / "bridge")) >= 90 and "bridge" in runner_modules()


def test_dba_cases_reach_every_row_of_the_outcome_tables() -> None:
    """A row counts as reached if it is the first in its table that fits an element of a case. It counts even
    if a harsher table then decides the case.
    """
    reached = set()
    for case in load(FOLDER / "dba"):
        if "comparison" not in case.given or "refused" in case.expected:
            continue
        s, _ = read({k: v for k, v in case.given.items() if k != "comparison"})
        comparison = case.given["comparison"]
        assert outcome(s, comparison)
        for side, foe in (("a", "b"), ("b", "a")):
            name = "equal" if comparison == "equal" else comparison[2:]
            if comparison == "equal" or comparison[0] == side:
                loser, winner = contender(s, side), contender(s, foe)
                mode = "close" if s.mode == "close" else "shot"
                for place, row in enumerate(rows(name, loser.type)):
                    fits = winner.type in row.get("by", [winner.type]) and row.get("mode", mode) == mode
                    if fits and all(CONDITIONS[c](loser, winner) for c in row.get("when", [])):
                        key = loser.type if loser.type in table("outcomes")[name] else "other"
                        reached.add((name, key, place))
                        break
    every = {
        (name, loser, place)
        for name in ("equal", "lower", "half")
        for loser, found in table("outcomes")[name].items()
        for place in range(len(found))
    }
    assert every - reached == set()


def test_the_command_reports_and_fails_loudly() -> None:
    out = StringIO()
    call_command("cases", "dba", stdout=out)
    count = len(load(FOLDER / "dba"))
    assert out.getvalue().strip() == f"dba: {count} of {count} cases pass."
    with pytest.raises(CommandError, match="There are cases for: bridge, cataphract, cca, dba"):
        call_command("cases", "chess")


def test_a_dba_runner_answers_refusals() -> None:
    assert run_dba({"a": {"type": "Bd", "overlaps": 3}, "b": {"type": "Sp"}}) == {
        "refused": ["one_a_flank"],
        "mistakes": {"a.overlaps": "one_a_flank"},
    }
