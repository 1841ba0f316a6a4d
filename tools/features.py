"""Fill in the table of docs/features.md: the size of each feature, and its cost.

    python -m tools.features          # measures in a scratch database and rewrites the table
    python -m tools.features --check  # fails if the table is out of date

Lines are counted in the code, templates, styles and scripts of the folders with the feature's name.
Migrations and blank lines are left out. Queries are counted with the feature switched on and off: during
a step, on the page of a game, and on a player's home page. The measured game does not use the feature.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "features.md"
BEGIN, END = "<!-- features -->", "<!-- /features -->"
HEAD: Final = (
    "| Feature | Files | Lines | Tests | Imports of the core | Hears | Shows itself in "
    "| Queries: step, game, home |\n"
    "|---|---|---|---|---|---|---|---|"
)
CORE: Final = re.compile(r"^\s*(?:from|import) ((?:games|accounts)[\w.]*)(?: import ([\w, ]+))?", re.M)


def feature_names() -> list[str]:
    """Return the features listed in the settings, by the name of their folder."""
    from django.conf import settings

    return [one.rpartition(".")[2] for one in settings.VEXILLUM_FEATURES]


def files_of(name: str) -> list[Path]:
    """Return the source files of a feature, without migrations, tests and translations."""
    rooms = (ROOT / "features" / name, ROOT / "templates" / "features" / name, ROOT / "static" / name)
    found = (path for room in rooms for path in sorted(room.rglob("*")) if path.is_file())
    return [
        path for path in found if path.suffix in {".py", ".html", ".xml", ".css", ".js"} and _counts(path)
    ]


def _counts(path: Path) -> bool:
    return "migrations" not in path.parts


def tests_of(name: str) -> list[Path]:
    """Return the test files of a feature. They are in a folder with its name, or in a single file."""
    room = ROOT / "tests" / "features"
    return [*sorted((room / name).glob("test_*.py")), *room.glob(f"test_{name}.py")]


def count_lines(paths: list[Path]) -> int:
    """Return the number of lines of these files that are not blank."""
    return sum(1 for path in paths for line in path.read_text("utf-8").splitlines() if line.strip())


def core_modules(name: str) -> set[str]:
    """Return the modules of ``games`` and ``accounts`` that a feature imports."""
    found = set()
    for path in files_of(name):
        if path.suffix == ".py":
            for module, names in CORE.findall(path.read_text("utf-8")):
                parts = [f"{module}.{one.strip()}" for one in names.split(",")] if names else []
                found |= {one for one in parts if _is_module(one)} or {module}
    return found


def _is_module(dotted: str) -> bool:
    path = ROOT / dotted.replace(".", "/")
    return path.with_suffix(".py").is_file() or path.is_dir()


def events_heard(name: str) -> list[str]:
    """Return the names of the events to which a feature has subscribed."""
    from games import events

    every = events._subscriptions.items()
    return sorted(
        event.__name__
        for event, subscribers in every
        if any(one.handler.__module__.startswith(f"features.{name}.") for one in subscribers)
    )


def slots_used(name: str) -> list[str]:
    """Return the slots of the core's pages in which a feature shows something."""
    from games import slots

    return [
        slot
        for slot in slots.SLOTS
        if any(one.template.startswith(f"features/{name}/") for one in slots.fragments(slot))
    ]


# --- measurements -------------------------------------------------------------------------------------------


def queries_of(name: str) -> tuple[int, int, int]:
    """Return the queries that a feature adds to a step, to the page of a game and to the home page."""
    from tests.features.switching import switched_off

    with_it = _queries()
    with switched_off(f"features.{name}"):
        without = _queries()
    step, game, home = (one - other for one, other in zip(with_it, without, strict=True))
    return step, game, home


def _queries() -> tuple[int, int, int]:
    """Count the queries of a step and two pages. Each page is loaded once before it is measured."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from tests.web.cast import browser, hold, running

    game, client = running(), browser("owner")
    found = []
    for page in ("", game.get_absolute_url(), "/"):
        if page:
            client.get(page)
        with CaptureQueriesContext(connection) as asked:
            if page:
                assert client.get(page).status_code == 200
            else:
                assert client.post(reverse("game-act", args=[game.pk]), hold(game)).status_code == 302
        found.append(len(asked))
    return found[0], found[1], found[2]


# --- the table ----------------------------------------------------------------------------------------------


def rows() -> Iterator[str]:
    """Yield the lines of the table. This needs a database that may be written to."""
    yield HEAD
    for name in feature_names():
        files, cost = files_of(name), queries_of(name)
        tests = sum(len(re.findall(r"^def test_", path.read_text("utf-8"), re.M)) for path in tests_of(name))
        told = (
            f"`{name}`",
            len(files),
            count_lines(files),
            tests,
            len(core_modules(name)),
            ", ".join(events_heard(name)) or "–",
            ", ".join(slots_used(name)) or "–",
            ", ".join(map(str, cost)),
        )
        yield f"| {' | '.join(map(str, told))} |"


def filled_page(table: str) -> str:
    """Return docs/features.md with this table."""
    before, _old, after = re.split(f"{BEGIN}|{END}", PAGE.read_text("utf-8"))
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def main() -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.test.runner import DiscoverRunner
    from django.test.utils import setup_test_environment

    setup_test_environment()
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        wanted = filled_page("\n".join(rows()))
    finally:
        runner.teardown_databases(databases)
    if "--check" in sys.argv:
        return int(wanted != PAGE.read_text("utf-8"))
    PAGE.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
