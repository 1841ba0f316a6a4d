"""docs/cases.md explains every word that the public cases use, and no other word, to authors of other
engines.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/cases.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.M)
COMMON = {"kind", "dice", "faces", "by", "seat", "orders"}  # common to all steps


def cases(system: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the given and expected parts of each case."""
    for path in sorted((ROOT / "tests/cases" / system).glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield case["given"], case["expected"]


def steps(system: str) -> Iterator[dict[str, Any]]:
    for given, _expected in cases(system):
        yield from (step for step in (*given.get("steps", ()), *given.get("actions", ())) if "kind" in step)


def listed(value: Any) -> list[Any]:
    return [value] if isinstance(value, str) else list(value or ())


def rows(heading: str) -> dict[str, str]:
    """Return the words of one of the document's lists, with their meanings."""
    part = DOCUMENT.split(f"### {heading}\n", 1)[1].split("\n##", 1)[0]
    return dict(ROW.findall(part))


def words(system: str, key: str) -> set[str]:
    return {str(word) for _given, expected in cases(system) for word in listed(expected.get(key))}


def used(heading: str) -> set[str]:
    """Return the codes that occur in the cases and belong under a heading of the document, such as "DBA:
    steps".
    """
    match heading:
        case "DBA: steps":
            return {step["kind"] for step in steps("dba")}
        case "Justinian: actions":
            return {step["kind"] for step in steps("justinian")}
        case "DBA: refusals":
            return words("dba", "refused")
        case "Justinian: refusals":
            return words("justinian", "refused")
        case "DBA: faults":
            return words("dba", "faults")
        case "DBA: deeds":
            return {deed.split()[2] for deed in words("dba", "deeds")}
        case "DBA: events":
            return words("dba", "events")
    assert heading == "Justinian: events"
    return words("justinian", "events") | words("justinian", "told")


HEADINGS = [
    "DBA: steps",
    "DBA: refusals",
    "DBA: deeds",
    "DBA: faults",
    "DBA: events",
    "Justinian: actions",
    "Justinian: refusals",
    "Justinian: events",
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_every_word_of_the_cases_is_explained_and_no_other(heading: str) -> None:
    """Every word that the cases use has a row in its list of docs/cases.md, and every row's word is used."""
    told = rows(heading)
    assert used(heading) - set(told) == set(), "to be explained in docs/cases.md"
    assert set(told) - used(heading) == set(), "no case uses it: take it out of docs/cases.md"
    assert all(len(meaning) > 3 for meaning in told.values())


@pytest.mark.parametrize(("system", "heading"), [("dba", "DBA: steps"), ("justinian", "Justinian: actions")])
def test_every_field_of_a_step_is_named_in_its_row(system: str, heading: str) -> None:
    told = rows(heading)
    missing = {
        (step["kind"], name)
        for step in steps(system)
        for name in set(step) - COMMON
        if f"`{name}`" not in told.get(step["kind"], "")
    }
    assert missing == set()


@pytest.mark.parametrize("system", ["dba", "engine", "justinian"])
def test_every_key_of_what_is_given_and_expected_is_in_the_document(system: str) -> None:
    known = set(re.findall(r"[A-Za-z_]+", DOCUMENT))
    keys = {key for given, expected in cases(system) for key in (*given, *expected)}
    assert keys - known == set()


def test_no_case_asks_only_which_decision_is_pending() -> None:
    weak = [expected for _given, expected in cases("justinian") if set(expected) <= {"decision", "seat"}]
    assert weak == []
