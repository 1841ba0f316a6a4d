"""A bad value in the environment stops the start with a message that says what to do."""

import logging
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.catalogues import ROOT
from config.env import database, env_bool, env_int, env_list, env_origins, secret_key
from tests.tooling.composed import COMPOSE


@pytest.mark.parametrize(("value", "read"), [("1", True), ("Yes", True), ("off", False), ("", True)])
def test_boolean_variables_are_read(monkeypatch: pytest.MonkeyPatch, value: str, read: bool) -> None:
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


def test_origins_of_other_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIGINS", "https://tools.example, http://localhost:5173, http://[::1]:8080,")
    assert env_origins("ORIGINS") == ["https://tools.example", "http://localhost:5173", "http://[::1]:8080"]
    assert env_origins("ABSENT") == []
    monkeypatch.setenv("ORIGINS", "https://tools.example:99999")
    with pytest.raises(ImproperlyConfigured, match="ORIGINS: its port is not"):
        env_origins("ORIGINS")


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
    """The permissions also cover a database that an earlier version left readable, and the files that SQLite
    writes next to it.
    """
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
        ({"VEXILLUM_CACHE_URL": "foo"}, "must start with redis://"),
        ({"REDIS_URL": "redis://localhost:0"}, "REDIS_URL: its port is not"),
        ({"DATABASE_URL": "postgres://a@b:x/c"}, "DATABASE_URL: its port is not"),
        ({"DATABASE_URL": "postgres://a@b:0/c"}, "DATABASE_URL: its port is not"),
        ({"SITE_URL": "https://play.example.org:99999"}, "SITE_URL: its port is not"),
        ({"API_ORIGINS": "https://a.example,https://b.example/"}, "has 'https://b.example/'"),
        ({"API_ORIGINS": "tools.example"}, "set it to addresses like https://tools.example"),
        ({"API_ORIGINS": "https://Tools.example"}, "in small letters"),
        ({"API_ORIGINS": "*"}, "set it to addresses like"),
        ({"API_ORIGINS": "null"}, "set it to addresses like"),
        ({"EMAIL_PORT": "0"}, "from 1 to 65535"),
        ({"EMAIL_PORT": "smtp"}, "from 1 to 65535"),
        ({"EMAIL_TIMEOUT": "0"}, "from 1 to 3600"),
        ({"VEXILLUM_JOB_SECONDS": "0"}, "from 2 to 3600"),
        ({"VEXILLUM_SWEEP_SECONDS": "-1"}, "from 1 to 3600"),
        ({"VEXILLUM_OUTAGE_MINUTES": "0"}, "from 1 to 10080"),
        ({"VEXILLUM_LOCK_SECONDS": "-5"}, "from 0 to 86400"),
        ({"VEXILLUM_PROXIES": "-1"}, "from 0 to 10"),
        ({"LOG_LEVEL": "loud"}, "set it to DEBUG, INFO, WARNING, ERROR or CRITICAL"),
        ({"EMAIL_USE_SSL": "1", "EMAIL_USE_TLS": "1"}, "are both on"),
        ({"VEXILLUM_SIGNUP": "no"}, "set it to open, invited or closed"),
        ({"VEXILLUM_TERMS_URL": "terms.html"}, "set it to an address like"),
        (
            {"VEXILLUM_ENV": "production", "ALLOWED_HOSTS": "a.example", "SECURE_HSTS_PRELOAD": "1"},
            "SECURE_HSTS_PRELOAD needs",
        ),
    ],
    ids=str,
)
def test_settings_that_cannot_be_meant_stop_the_start(
    tmp_path: Path, bad: dict[str, str], message: str
) -> None:
    env = {"PATH": os.environ["PATH"], "VEXILLUM_DATA": str(tmp_path), **bad}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert message in done.stderr and done.stderr.startswith("Vexillum does not start: ")
    assert "Traceback" not in done.stderr and done.stderr.count("\n") == 1


def test_what_the_manual_says_about_the_environment_is_what_is_read() -> None:
    code = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "env.py"))
    read = set(re.findall(r'(?:environ\.get|env_\w+)\(\s*"([A-Z_]+)"', code))
    table = (ROOT / "docs" / "running.md").read_text().split("## Environment")[1].split("\n## ")[0]
    told = set(
        re.findall(r"`([A-Z][A-Z_]{3,})`", "".join(line.rsplit("|", 3)[0] for line in table.splitlines()))
    )
    internal = {"VEXILLUM_EMBEDDED_RUNNER"}  # set by the play command, not by people
    assert read - internal == told & read
    assert told <= read | {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", "STARTTLS"}
    passed = set(COMPOSE["x-vexillum"]["environment"])
    image = {"VEXILLUM_ENV", "VEXILLUM_DATA"}  # set by the Dockerfile
    none = {"VEXILLUM_BROWSER_DIR", "DEBUG"}  # the image sets the first, production refuses the second
    assert read - internal - image - none == passed


def told(code: str, tmp_path: Path, **env: str) -> str:
    """Return the output of a process with these variables."""
    told = {"PATH": os.environ["PATH"], "VEXILLUM_DATA": str(tmp_path), **env}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=told, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_every_variable_may_be_empty_as_compose_passes_it(tmp_path: Path) -> None:
    """An empty variable counts as not set."""
    shown = (
        "import config.settings as s; print({n: v for n, v in vars(s).items() if n.isupper() and n not in "
    )
    shown += "['LANGUAGES']})"
    given = dict.fromkeys(COMPOSE["x-vexillum"]["environment"], "")
    assert told(shown, tmp_path, **given) == told(shown, tmp_path)


@pytest.mark.parametrize("level", ["DEBUG", "WARNING"])
def test_the_level_of_the_log_reaches_workers(tmp_path: Path, level: str) -> None:
    code = (
        "import logging; from config.celery import app; app.set_default();"
        "app.log.setup(loglevel=logging.CRITICAL); print(logging.getLogger().getEffectiveLevel())"
    )
    assert told(code, tmp_path, LOG_LEVEL=level) == str(getattr(logging, level))


def test_mail_by_ssl(tmp_path: Path) -> None:
    code = "import config.settings as s; print(s.EMAIL_USE_SSL, s.EMAIL_USE_TLS, s.EMAIL_PORT)"
    assert told(code, tmp_path, EMAIL_USE_SSL="1") == "True False 465"
    assert told(code, tmp_path) == "False True 587"


def test_browsers_are_told_of_other_hosts_only_when_asked(tmp_path: Path) -> None:
    code = "import config.settings as s; print(s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"
    site = {"VEXILLUM_ENV": "production", "ALLOWED_HOSTS": "a.example"}
    assert told(code, tmp_path, **site) == "False False"
    assert told(code, tmp_path, **site, SECURE_HSTS_INCLUDE_SUBDOMAINS="1") == "True False"


def test_a_site_that_is_not_ready_is_told_so(tmp_path: Path) -> None:
    site = {"VEXILLUM_ENV": "production", "ALLOWED_HOSTS": "*", "VEXILLUM_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **site},
        capture_output=True,
        text=True,
    )
    for number in ("W001", "W003", "W004", "W005", "W006"):
        assert f"config.{number}" in done.stderr, number


def test_the_demo_is_refused_where_people_play(tmp_path: Path) -> None:
    site = {"VEXILLUM_ENV": "production", "ALLOWED_HOSTS": "a.example", "VEXILLUM_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", "demo"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **site},
        capture_output=True,
        text=True,
    )
    assert done.returncode and "there is no demo" in done.stderr


@pytest.mark.parametrize("name", ["run", "prod"])
def test_what_is_installed_to_run_holds_no_test_runner(name: str) -> None:
    lock = (ROOT / "locks" / f"{name}.txt").read_text()
    assert "django==" in lock and not re.search(r"^(pytest|hypothesis|coverage|mypy)", lock, re.M)
