"""Six processes race on one game: every step is made exactly once."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.games.process import told


def race(database_url: str, folder: Path, *how: str) -> dict[str, Any]:
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "VEXILLUM_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "REDIS_URL": "",
        "LOG_LEVEL": "ERROR",
    }
    return told("tests.games.race", environment, 120, *how)


def every_step_once(found: dict[str, Any]) -> None:
    assert [racer.get("error") for racer in found["racers"]] == [None] * 6
    assert found["trouble"] == ""
    assert found["ended"] and found["gapless"] and found["verified"]
    assert set(found["exits"]) == {0}
    assert sum(racer["steps"] for racer in found["racers"]) == found["entries"] - 1  # all except the set-up


def test_on_sqlite(tmp_path: Path) -> None:
    every_step_once(race(f"sqlite:///{tmp_path}/race.sqlite3", tmp_path))


@pytest.mark.postgres
def test_on_postgresql(own_database: str, tmp_path: Path) -> None:
    every_step_once(race(own_database, tmp_path))


def test_by_plans_on_sqlite(tmp_path: Path) -> None:
    every_step_once(race(f"sqlite:///{tmp_path}/race.sqlite3", tmp_path, "plans"))


@pytest.mark.postgres
def test_by_plans_on_postgresql(own_database: str, tmp_path: Path) -> None:
    every_step_once(race(own_database, tmp_path, "plans"))
