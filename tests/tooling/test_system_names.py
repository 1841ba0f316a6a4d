"""No code outside the systems mentions a system by name. It uses only what every system provides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from games import plugins

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engine", "games", "maps", "accounts", "config", "templates/games", "templates/components")
PAGES = ("templates/base.html",)
TO_COME = {"italia", "schiere", "cataphract"}
READ = {".py", ".html", ".txt", ".md"}
SETTINGS = re.compile(r"VEXILLUM_(SYSTEMS|BRIDGES|ARMIES) \+?= \[")  # the only place that names them


def names() -> set[str]:
    return {plugin.name for plugin in plugins.installed_plugins()} | TO_COME


def files(root: Path) -> list[Path]:
    found = [path for room in ROOMS for path in (root / room).rglob("*") if path.suffix in READ]
    return sorted({*found, *(root / page for page in PAGES if (root / page).exists())})


def named(paths: Iterable[Path], known: Iterable[str]) -> Iterator[str]:
    """Yield each line that names a system, alone or as part of a longer code."""
    words = re.compile(rf"(?<![a-z])({'|'.join(sorted(known))})(?![a-z])", re.IGNORECASE)
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if words.search(line) and not (path.name == "settings.py" and SETTINGS.match(line)):
                yield f"{path}:{number}: {line.strip()}"


def test_shared_code_names_no_system() -> None:
    assert len(files(ROOT)) > 150 and {"justinian", "dba"} <= names()
    assert list(named(files(ROOT), names())) == []


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("games/views/home.py", 'if game.system == "justinian":'),
        ("engine/odds.py", "def dba_odds(): ..."),
        ("config/urls.py", 'path("", include("campaigns.italia.urls")),'),
        ("templates/games/home.html", '<a href="/battles/schiere/">'),
        ("templates/base.html", '<link href="{% static "battles/DBA.css" %}">'),
        ("config/settings.py", 'DEFAULT_SYSTEM = "dba"'),
    ],
)
def test_a_name_is_found(tmp_path: Path, where: str, text: str) -> None:
    (tmp_path / where).parent.mkdir(parents=True)
    (tmp_path / where).write_text(f"VEXILLUM_SYSTEMS = []\n{text}\n" if where.endswith(".py") else text)
    assert len(list(named(files(tmp_path), names()))) == 1


def test_system_names_in_the_settings_are_allowed(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    settings = 'VEXILLUM_SYSTEMS = ["campaigns.justinian", "battles.dba"]\nLANGUAGES = [("it", "Italian")]\n'
    (tmp_path / "config" / "settings.py").write_text(settings)
    assert list(named(files(tmp_path), names())) == []
