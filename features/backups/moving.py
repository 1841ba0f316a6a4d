"""Move a site from SQLite to PostgreSQL, completely or not at all.

The SQLite backup is unpacked, migrated, and copied row by row into a temporary database on the server.
From there it is restored into the site's database like any PostgreSQL backup.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, models, transaction

from engine.canonical_order import AS_IT_CAME, as_postgresql_keeps_it
from engine.journal import REWIND
from features.backups import backups
from games.models import Entry, Game, Snapshot

MOVED: Final = "moved"  # alias of the SQLite database that is being moved
AT_ONCE: Final = 500  # number of rows to copy at a time


def restore(file: Path) -> None:
    """Restore a backup as :func:`backups.restore` does. A backup from SQLite can also be restored into
    PostgreSQL.
    """
    if backups.read(file).database == connection.vendor:
        backups.restore(file)
        return
    with tempfile.TemporaryDirectory() as folder:
        taken, dump = Path(folder) / "taken.sqlite3", Path(folder) / backups.DATABASE
        with zipfile.ZipFile(file) as archive, archive.open(backups.DATABASE) as data, taken.open("wb") as to:
            shutil.copyfileobj(data, to)
        _migrate(taken)
        with _use_scratch():
            call_command("migrate", verbosity=0)
            _copy_from(taken)
            backups.dump(dump)
        backups.restore_postgresql(dump)


def _migrate(taken: Path) -> None:
    """Migrate the unpacked database in a separate process, because data migrations use their process's
    default database.
    """
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{taken}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--verbosity", "0"]
    done = subprocess.run(
        command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise backups.BadBackup(f"The backup cannot be brought up to date: {done.stderr.strip()[-1000:]}.")


@contextmanager
def _use_scratch() -> Iterator[None]:
    """Redirect every query to a new, empty database on the site's server."""
    own = str(connection.settings_dict["NAME"])
    with scratch() as name:
        connection.close()
        connection.settings_dict["NAME"] = name
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = own


@contextmanager
def scratch() -> Iterator[str]:
    """Create a PostgreSQL database, yield its name, and drop the database afterwards."""
    name = f"vexillum_rehearsal_{uuid.uuid4().hex[:12]}"
    try:
        _run_on_server(f'CREATE DATABASE "{name}"')
    except DatabaseError as error:
        raise backups.BadBackup(
            f"No database can be made to try it in ({str(error).strip()}). Let the role of DATABASE_URL "
            "create databases; to rehearse an upgrade, restore the backup into an empty one and name that "
            "with --here."
        ) from None
    try:
        yield name
    finally:
        _run_on_server(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _run_on_server(statement: str) -> None:
    """Run a statement that must be outside any transaction, on a separate connection."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


# --- row by row -------------------------------------------------------------------------------------------


def _copy_from(taken: Path) -> None:
    connections.databases[MOVED] = {
        **connections.databases["default"],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(taken),
        "OPTIONS": {},
    }
    kept = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    kept = [model for model in kept if not model._meta.proxy]
    try:
        with transaction.atomic():
            for model in kept:  # drop rows created by migrations; the backup has them too
                _run_sql(f"TRUNCATE {connection.ops.quote_name(model._meta.db_table)} CASCADE")
            for model in kept:
                _copy(model)
            for statement in connection.ops.sequence_reset_sql(no_style(), kept):
                _run_sql(statement)
    finally:
        connections[MOVED].close()
        del connections[MOVED], connections.databases[MOVED]


def _run_sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _copy(model: type[models.Model]) -> None:
    """Copy every row unchanged, including the key order of JSON in old games."""
    keep, rows = _KEPT.get(model), list[models.Model]()
    before = Entry.objects.using(MOVED).filter(order=AS_IT_CAME).values_list("game_id", flat=True)
    old = set(before.distinct()) if keep is not None else set()
    for row in model._base_manager.using(MOVED).order_by("pk").iterator(AT_ONCE):
        if keep is not None:
            keep(row, old)
        rows.append(row)
        if len(rows) == AT_ONCE:
            model._base_manager.bulk_create(rows)
            rows.clear()
    model._base_manager.bulk_create(rows)


def _keep_key_order(value: Any) -> Any:
    """Return JSON as text if PostgreSQL would lose the order of its keys, else unchanged
    (games.models.ordered_json).
    """
    plain = json.dumps(value)
    return value if json.dumps(as_postgresql_keeps_it(value)) == plain else plain


def _order_game(row: Any, old: set[Any]) -> None:
    if row.pk in old:
        row.scenario, row.options = _keep_key_order(row.scenario), _keep_key_order(row.options)


def _order_entry(row: Any, _old: set[Any]) -> None:
    if row.order == AS_IT_CAME:
        row.rolls, row.events = _keep_key_order(row.rolls), _keep_key_order(row.events)
        if row.kind != REWIND:  # rewinds are queried by a part of their JSON, so it stays unchanged
            row.action = _keep_key_order(row.action)


def _order_snapshot(row: Any, old: set[Any]) -> None:
    if row.game_id in old:
        row.state = _keep_key_order(row.state)


_KEPT: Final[dict[type[models.Model], Callable[[Any, set[Any]], None]]] = {
    Game: _order_game,
    Entry: _order_entry,
    Snapshot: _order_snapshot,
}
