"""A database of its own for a program that tries something many times, in memory where that can be had."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.seeds import counted_instead_of_random

_begin: list[Callable[[str], None]] = []  # what counts ids and seeds from the start
SETTINGS = "tests.simulation.settings"


@contextmanager
def database(settings: str = SETTINGS) -> Iterator[Path]:
    """Django is set up and the tables stand; the folder goes afterwards."""
    ram = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=ram if os.access(ram, os.W_OK) else None) as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": settings,
            "VEXILLUM_DATA": folder,
            "DATABASE_URL": f"sqlite:///{folder}/own.sqlite3",
            "REDIS_URL": "",
            "LOG_LEVEL": "ERROR",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", interactive=False, verbosity=0)
        with pytest.MonkeyPatch.context() as monkeypatch:
            _begin.append(counted_instead_of_random(monkeypatch))
            yield Path(folder)
            _begin.clear()


def for_hours() -> None:
    """For a program that plays for hours: what is loaded stays, and is not looked through for waste."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def empty(world: str = "test") -> None:
    """As a new database is, its numbers, ids and dice too: what comes next is the same whatever was."""
    from django.core.cache import cache
    from django.db import connection

    from games.services import tables

    for begin in _begin:
        begin(world)
    tables._heads.clear()
    cache.clear()
    connection.close()
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            if table not in ("django_migrations", "django_content_type"):
                cursor.execute(f'DELETE FROM "{table}"')
        cursor.execute("DELETE FROM sqlite_sequence")
