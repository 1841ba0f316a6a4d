"""A bad value in the environment stops the start with a message that says what to do."""

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.catalogues import ROOT
from config.env import database, env_bool, env_int, env_list, secret_key


@pytest.mark.parametrize(("value", "read"), [("1", True), ("Yes", True), ("off", False), ("", True)])
def test_switches(monkeypatch: pytest.MonkeyPatch, value: str, read: bool) -> None:
    monkeypatch.setenv("SWITCH", value)
    assert env_bool("SWITCH", True) is read


def test_a_switch_that_is_neither_on_nor_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWITCH", "maybe")
    with pytest.raises(ImproperlyConfigured, match="SWITCH is 'maybe'; set it to 1 or 0"):
        env_bool("SWITCH", True)


def test_numbers_and_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBER", " 15 ")
    monkeypatch.setenv("LIST", "a.example, b.example,")
    assert (env_int("NUMBER", 1), env_int("ABSENT", 1)) == (15, 1)
    assert env_list("LIST") == ["a.example", "b.example"]
    monkeypatch.setenv("NUMBER", "soon")
    with pytest.raises(ImproperlyConfigured, match="whole number"):
        env_int("NUMBER", 1)


def test_the_secret_key_is_made_once_and_kept_for_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    key = secret_key(tmp_path / "new")
    assert len(key) > 50
    assert secret_key(tmp_path / "new") == key
    assert (tmp_path / "new" / "secret_key").stat().st_mode & 0o077 == 0
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["secret_key"]


def test_without_a_database_url_it_is_sqlite_with_wal_and_immediate(tmp_path: Path) -> None:
    entry = database("", tmp_path)
    assert entry["NAME"] == str(tmp_path / "vexillum.sqlite3")
    assert entry["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in entry["OPTIONS"]["init_command"]


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_sqlite_database_is_its_owners_alone(tmp_path: Path) -> None:
    """Also one that an earlier version laid open, and what SQLite writes beside it."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    file = folder / "vexillum.sqlite3"
    for name in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        name.touch(0o644)
        name.chmod(0o644)
    database("", folder)
    assert [mode(path) for path in sorted(folder.iterdir())] == [0o600] * 3
    assert mode(folder) == 0o700


def test_a_new_database_is_private_from_its_first_byte(tmp_path: Path) -> None:
    umask = os.umask(0o000)
    try:
        entry = database("", tmp_path / "a" / "b")
        with sqlite3.connect(str(entry["NAME"])) as opened:
            opened.execute("PRAGMA journal_mode=WAL")
            opened.execute("CREATE TABLE t (x)")
            found = {path.name: mode(path) for path in (tmp_path / "a" / "b").iterdir()}
    finally:
        os.umask(umask)
    assert set(found) == {"vexillum.sqlite3", "vexillum.sqlite3-wal", "vexillum.sqlite3-shm"}
    assert set(found.values()) == {0o600}
    assert mode(tmp_path / "a" / "b") == 0o700


def test_a_folder_that_holds_other_things_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    database(f"sqlite:///{tmp_path}/mine.sqlite3", tmp_path / "data")
    assert mode(tmp_path) == 0o755
    assert mode(tmp_path / "mine.sqlite3") == 0o600


def test_a_postgres_url_is_taken_apart(tmp_path: Path) -> None:
    entry = database("postgres://anna:a%40b@db.example:5433/games?sslmode=require", tmp_path)
    assert [entry[k] for k in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "games",
        "anna",
        "a@b",
        "db.example",
        "5433",
    ]
    assert entry["OPTIONS"] == {"sslmode": "require"}


def test_the_timeouts_of_postgresql_stand_before_what_the_url_asks_for(tmp_path: Path) -> None:
    url = "postgres://anna@db/games?options=-c%20work_mem%3D8MB"
    entry = database(url, tmp_path, {"lock_timeout": 5, "statement_timeout": 0})
    assert entry["OPTIONS"] == {"options": "-c lock_timeout=5s -c work_mem=8MB"}


@pytest.mark.parametrize("url", ["mysql://root@localhost/games", "postgres://localhost", "games.sqlite3"])
def test_a_database_url_of_another_kind_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="must look like postgres://"):
        database(url, tmp_path)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"VEXILLUM_ENV": "prod"}, "set it to development, test or production"),
        ({"VEXILLUM_ENV": "production"}, "ALLOWED_HOSTS is empty"),
        ({"VEXILLUM_ENV": "production", "DEBUG": "1"}, "unset DEBUG"),
        ({"REDIS_URL": "localhost:6379"}, "must start with redis://"),
    ],
    ids=str,
)
def test_settings_that_cannot_be_meant_stop_the_start(
    tmp_path: Path, bad: dict[str, str], message: str
) -> None:
    env = {"PATH": os.environ["PATH"], "VEXILLUM_DATA": str(tmp_path), **bad}
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert message in done.stderr


def test_what_the_manual_says_about_the_environment_is_what_is_read() -> None:
    code = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "env.py"))
    read = set(re.findall(r'(?:environ\.get|env_\w+)\(\s*"([A-Z_]+)"', code))
    table = (ROOT / "docs" / "running.md").read_text().split("## Environment")[1].split("\n## ")[0]
    told = set(
        re.findall(r"`([A-Z][A-Z_]{3,})`", "".join(line.rsplit("|", 3)[0] for line in table.splitlines()))
    )
    internal = {"VEXILLUM_EMBEDDED_RUNNER"}  # set by the play command, not by people
    assert read - internal == told & read
    assert told <= read | {"DEBUG", "INFO", "WARNING"}
