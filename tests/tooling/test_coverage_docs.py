"""Every file that docs/coverage and docs/rulings name exists."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "armies",
    "battles",
    "bench",
    "campaigns",
    "docs",
    "engine",
    "games",
    "kit",
    "maps",
    "static",
    "templates",
    "tests",
)
ENDINGS = (".py", ".toml", ".json", ".html", ".js", ".css", ".md", "/")
COVERAGE = sorted((ROOT / "docs" / "coverage").glob("*.md"))


@cache
def tree() -> tuple[str, ...]:
    """Return every file and folder below the top-level folders in ROOMS. Paths begin at the project's root:
    "/engine/log/replay.py" is a file, and "/engine/log/" a folder.
    """
    found = [
        path
        for room in ROOMS
        for path in (ROOT / room, *(ROOT / room).rglob("*"))
        if "__pycache__" not in path.parts
    ]
    return tuple(f"/{path.relative_to(ROOT).as_posix()}{'/' * path.is_dir()}" for path in found)


def named(text: str) -> list[str]:
    """Return the files and folders that a document names between backquotes. ``{b,c}`` is expanded, and ``*``
    stays as a wildcard.
    """
    words = [word for marked in re.findall(r"`([^`\n]+)`", text) for word in marked.split()]
    return [one for word in words if word.endswith(ENDINGS) or "*" in word for one in spread(word)]


def spread(word: str) -> list[str]:
    """Expand ``a/{b,c}.py`` to ``a/b.py`` and ``a/c.py``."""
    found = re.fullmatch(r"(.*)\{([^{}]*)\}(.*)", word)
    return [word] if found is None else [found[1] + one + found[3] for one in found[2].split(",")]


def exists(name: str) -> bool:
    wanted = re.compile(".*/" + re.escape(name.removeprefix("../")).replace(r"\*", "[^/]*") + "/?")
    return (ROOT / name).exists() or any(wanted.fullmatch(path) for path in tree())


@pytest.mark.parametrize("document", COVERAGE, ids=lambda path: path.name)
def test_every_file_that_a_coverage_table_names_exists(document: Path) -> None:
    names = [
        name for name in named(document.read_text("utf-8")) if not name.startswith(("shared/", "../shared/"))
    ]
    assert len(names) > 5
    assert [name for name in names if not exists(name)] == []


def test_a_file_that_is_gone_is_noticed() -> None:
    assert named("see `odds.py`, `cases/dba/4-*.toml` and `JUS-*`") == [
        "odds.py",
        "cases/dba/4-*.toml",
        "JUS-*",
    ]
    assert named("`rules/{duel,shot}.py`") == ["rules/duel.py", "rules/shot.py"]
    assert exists("battles/dba/rules/odds.py") and exists("cases/dba/4-*.toml")
    assert not exists("battles/dba/rules/oods.py") and not exists("nowhere/")


@pytest.mark.parametrize("document", COVERAGE, ids=lambda path: path.name)
def test_every_row_of_a_coverage_table_has_its_cells(document: Path) -> None:
    rows = [line for line in document.read_text("utf-8").splitlines() if line.startswith("| ")]
    assert [row for row in rows if any(not cell.strip() for cell in row.strip("|").split("|"))] == []


def test_every_misprint_and_gap_of_the_dossier_of_dba_is_ruled() -> None:
    told = (ROOT / "docs" / "rulings" / "dba.md").read_text("utf-8")
    ruled = {int(n) for n in re.findall(r"^\| D(\d+) \|", told, re.M)} | {1, 2, 3}
    assert "| D1-D3 |" in told and set(range(1, 29)) - ruled == set()
