"""docs/coverage/justinian.md is accurate: everything that it names exists, and it covers every section of the
rulebook.
"""

import re

from battles.management.commands.cases import FOLDER
from engine.cases import load
from tests.found import some

DOCS = FOLDER.parents[1] / "docs"
SYSTEM = FOLDER.parents[1] / "campaigns" / "justinian"
TESTS = FOLDER.parents[1] / "tests" / "campaigns" / "justinian"
SECTIONS = """
2.1 2.3 3.1 3.2 3.3 3.4 3.41 4.13 4.14 4.22 4.31 4.32 4.33 4.35 4.4 5.11 5.12 5.13 5.2 5.25 5.31 5.34 5.4
6.1 6.2 6.23 6.24 6.27 6.3 6.4 6.45 6.51 6.52 6.53 6.54 7.11 7.14 7.15 7.16 7.17 7.18 7.19 7.2 7.31 7.34
8.11 8.12 8.13 8.14 8.15 8.21 8.22 8.26 8.27 8.28 8.3 9.0 10
"""


def coverage() -> str:
    return (DOCS / "coverage" / "justinian.md").read_text(encoding="utf-8")


def test_every_case_it_names_exists() -> None:
    numbers = {case.number for case in load(FOLDER / "justinian")}
    for named in some(re.findall(r"JUS-[A-Z]?\w*\*?", coverage())):
        if named.endswith("*") or named == "JUS-":
            assert any(n.startswith(named.rstrip("*")) for n in numbers), named
        else:
            assert any(n == named or n.startswith(named) for n in numbers), named


def test_every_file_it_names_exists() -> None:
    for named in some(re.findall(r"`([\w/]+\.py)`", coverage())):
        assert any(
            (folder / named).exists()
            for folder in (SYSTEM, SYSTEM / "rules", SYSTEM / "pages", TESTS, FOLDER.parents[1])
        ), named


def test_every_section_is_in_it() -> None:
    cells = " ".join(row.split("|")[1] for row in coverage().splitlines() if row.startswith("| "))
    found = set(re.findall(r"\d+(?:\.\d+)?", cells))
    assert set(SECTIONS.split()) - found == set()


def test_every_ruling_of_the_dossier_is_told() -> None:
    told = (DOCS / "rulings" / "justinian.md").read_text(encoding="utf-8")
    wanted = [f"C{n}" for n in range(1, 27)] + [f"G{n}" for n in range(1, 17)]
    assert [w for w in wanted if not re.search(rf"^\| {w} \|", told, re.M)] == []


def test_every_worked_example_is_a_case_and_there_are_many_more() -> None:
    numbers = {case.number for case in load(FOLDER / "justinian")}
    elsewhere = {7: "JUS-840", 18: "JUS-439", 19: "JUS-420", 24: "JUS-180"}
    for example in range(1, 25):
        wanted = elsewhere.get(example, f"JUS-X{example:02}")
        assert any(n.startswith(wanted) for n in numbers), example
    tables = {n for n in numbers if n[4] in "BMPERD"}
    assert len(numbers - tables) >= 24 + 120
