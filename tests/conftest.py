"""Fixtures and hooks for all tests. The settings are in tests/settings.py. VEXILLUM_ENV is test, and Celery
runs jobs at once.

Tests marked ``postgres``, ``redis`` or ``browser`` need what `.ci/run` provides: DATABASE_URL, REDIS_URL or a
Chromium. Elsewhere they are skipped, and pytest names the reason. With CI=true a missing service is a
failure.
"""

import gc
import os
import shutil
from collections.abc import Callable, Generator, Iterator

import pytest
from django.conf import settings
from django.db import connections
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as drawing

from config.catalogues import compile_stale
from games.events import forget_calls
from tests.seeds import counted_instead_of_random
from tools.durations import mark_of, note_duration, read_record

CHROMIUM = os.environ.get("VEXILLUM_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


# A busy machine must not fail tests; bench/ measures the time.
drawing.register_profile("vexillum", deadline=None, suppress_health_check=[HealthCheck.too_slow])
drawing.load_profile("vexillum")


def pytest_configure(config: pytest.Config) -> None:
    compile_stale()
    gc.disable()  # collection creates a million objects and frees none


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()  # keep these objects out of later collections


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with note_duration(item.nodeid):
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that were measured as slow or heavy; heavy ones are also slow."""
    seconds = read_record()
    for item in items:
        name = item.nodeid.partition("[")[0]
        mark = mark_of(name, seconds.get(name, 0))
        if mark:
            item.add_marker("slow")
            item.add_marker(mark)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Use an SQLite file, as shipped. Django's in-memory default has no WAL: all threads of the live
    server share one connection, and a second one fails at once ("table is locked").
    """
    database = connections["default"]
    if database.vendor == "sqlite":
        database.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def begin_the_count() -> Iterator[Callable[[str], None]]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield counted_instead_of_random(monkeypatch)


@pytest.fixture(autouse=True)
def the_same_dice(begin_the_count: Callable[[str], None]) -> Iterator[None]:
    """Give every run the same dice, so that no test fails or passes by luck."""
    begin_the_count("test")
    yield
    begin_the_count("shared")


@pytest.fixture(autouse=True)
def a_sweep_runs_every_errand() -> None:
    """Forget what the sweeps of earlier tests did, as in a new process."""
    forget_calls()


@pytest.fixture(autouse=True)
def the_language_of_the_site() -> Iterator[None]:
    """Reset the language: a page fetched in Italian leaves Italian active in its thread."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.activate(settings.LANGUAGE_CODE)


def missing_service(item: pytest.Item) -> str | None:
    """Return the reason why a marked test cannot run here, or None."""
    if item.get_closest_marker("postgres") and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return "no PostgreSQL: set DATABASE_URL=postgres://user@host:5432/name"
    if item.get_closest_marker("redis") and not os.environ.get("REDIS_URL"):
        return "no Redis: set REDIS_URL=redis://host:6379/0"
    if item.get_closest_marker("browser") and not CHROMIUM:
        return "no Chromium: install it, or set VEXILLUM_CHROMIUM to its path"
    return None


def pytest_runtest_setup(item: pytest.Item) -> None:
    if reason := missing_service(item):
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
