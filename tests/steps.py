"""Run migrations one by one and without the squashed ones, as the database of an earlier version did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


@contextmanager
def one_by_one() -> Iterator[None]:
    """Hide squashed migrations from Django."""
    every = MigrationLoader.load_disk

    def without_squashed(loader: MigrationLoader) -> None:
        every(loader)
        loader.disk_migrations = {key: one for key, one in loader.disk_migrations.items() if not one.replaces}

    with patch.object(MigrationLoader, "load_disk", without_squashed):
        yield


def go_back(app: str, migration: str) -> Apps:
    """Take the database back to a migration; return the models as they were then."""
    with one_by_one():
        executor = MigrationExecutor(connection)
        executor.migrate([(app, migration)])
        models = executor.loader.project_state([(app, migration)]).apps
        executor.recorder.migration_qs.filter(name__contains="_squashed_").delete()  # none existed then
    return models
