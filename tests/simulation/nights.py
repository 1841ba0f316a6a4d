"""Plays worlds one after the other in a database of its own; run as a program by tools/night.py.

``FIRST STRIDE LAST STEPS``: the seeds FIRST, FIRST + STRIDE, ... below LAST. Prints a line of JSON for each:
the seed, what it took, how many kills and outages there were, and which invariants did not hold.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest


def main() -> None:
    first, stride, last, steps = map(int, sys.argv[1:5])
    ram = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=ram if os.access(ram, os.W_OK) else None) as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.simulation.settings",
            "VEXILLUM_DATA": folder,
            "DATABASE_URL": f"sqlite:///{folder}/night.sqlite3",
            "REDIS_URL": "",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", interactive=False, verbosity=0)
        for seed in range(first, last, stride):
            print(json.dumps(lived(seed, steps)), flush=True)


def lived(seed: int, steps: int) -> dict[str, Any]:
    from games.models import Entry
    from tests.seeds import counted_instead_of_random
    from tests.simulation.invariants import violations
    from tests.simulation.lived import around, played

    empty()
    began = time.perf_counter()
    with pytest.MonkeyPatch.context() as monkeypatch:
        counted_instead_of_random(monkeypatch)("test")
        with around(monkeypatch):
            try:
                world = played(seed, steps)
                found = violations(world)
                counted = {"kills": world.kills, "outages": len(world.outages)}
            except Exception as error:
                found, counted = [f"the world broke down: {error!r}"], {}
    took = round(time.perf_counter() - began, 2)
    return {"seed": seed, "seconds": took, "entries": Entry.objects.count(), **counted, "broken": found}


def empty() -> None:
    """As a new database is, its numbers too: a seed plays the same whatever was played before it."""
    from django.core.cache import cache
    from django.db import connection

    from games.services import tables

    tables._heads.clear()
    cache.clear()
    connection.close()
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            if table != "django_migrations" and table != "django_content_type":
                cursor.execute(f'DELETE FROM "{table}"')
        cursor.execute("DELETE FROM sqlite_sequence")


if __name__ == "__main__":
    main()
