"""A separate database for programs that repeat an experiment many times. It is SQLite, in memory if possible,
or a new database on the PostgreSQL server VEXILLUM_PROOF_SERVER (``postgres://root@127.0.0.1/postgres``).
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.proof.services import another_database
from tests.seeds import counted_instead_of_random

_begin: list[Callable[[str], None]] = []  # functions that make ids and seeds count from the start
SETTINGS = "tests.simulation.settings"
SERVER = "VEXILLUM_PROOF_SERVER"


@contextmanager
def database(settings: str = SETTINGS) -> Iterator[Path]:
    """Set up Django with a new, migrated database and a temporary data folder. Yield the folder. Both are
    removed afterwards.
    """
    ram = Path("/dev/shm")
    kept = tempfile.TemporaryDirectory(dir=ram if os.access(ram, os.W_OK) else None)
    with kept as folder, _made(folder) as url:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": settings,
            "VEXILLUM_DATA": folder,
            "DATABASE_URL": url,
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


@contextmanager
def _made(folder: str) -> Iterator[str]:
    """Yield the URL of an empty database, and drop it afterwards."""
    server = os.environ.get(SERVER, "")
    if not server:
        yield f"sqlite:///{folder}/own.sqlite3"
        return
    with another_database(server, "synchronous_commit = off") as url:
        yield url


def for_hours() -> None:
    """Prepare for hours of play: exclude everything loaded so far from garbage collection, which
    saves time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def empty(world: str = "test") -> None:
    """Empty the database and reset sequences, ids and dice, so that results do not depend on earlier ones."""
    from django.core.cache import cache
    from django.db import connection

    from games.services import tables

    for begin in _begin:
        begin(world)
    tables._heads.clear()
    cache.clear()
    connection.close()
    kept = ("django_migrations", "django_content_type")
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        full = [name for name in connection.introspection.table_names() if name not in kept]
        if connection.vendor == "postgresql":
            emptied = "; ".join(f'DELETE FROM "{table}"' for table in full)
            cursor.execute(
                f"SET session_replication_role = replica; {emptied}; RESET session_replication_role"
            )
            cursor.execute("SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'")
        else:
            for table in full:
                cursor.execute(f'DELETE FROM "{table}"')
            cursor.execute("DELETE FROM sqlite_sequence")
