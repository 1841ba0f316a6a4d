"""Write and restore backups. A backup is one file with a snapshot of the database and the data needed to
restore it.

The file is a zip of ``manifest.json`` and ``database``. For SQLite, ``database`` is a database file,
copied while in use; for PostgreSQL it is a dump by ``pg_dump``. A restore replaces everything or nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
import zipfile
import zlib
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

FORMAT: Final = 1
MANIFEST, DATABASE = "manifest.json", "database"
MOVES: Final = "sqlite"  # this kind of database can be restored into PostgreSQL too (features.backups.moving)
EMPTY: Final = b"DROP SCHEMA public CASCADE;\n"
SCHEMA: Final = b"CREATE SCHEMA public;\n"  # only some dumps begin with this statement


class BadBackup(Exception):
    """Raised with the reason when a backup cannot be written or restored. The database has not been
    changed.
    """


@dataclass(frozen=True)
class Manifest:
    """The description of a backup. ``database`` is "sqlite" or "postgresql", ``migrations`` the applied
    migrations as "app.name", ``games`` the number of games by status, and ``sha256`` the checksum of
    ``database``.
    """

    vexillum_backup: int
    made_at: str
    database: str
    migrations: tuple[str, ...]
    games: dict[str, int]
    sha256: str


def write(file: Path, now: datetime) -> Manifest:
    """Write a backup that only the file's owner may read, because it contains e-mail addresses, letters, and
    the seeds of running games. Either the complete file appears or none. A run that is killed leaves a
    folder NAME.*.part next to the file. Raises BadBackup if the database cannot be backed up, and OSError
    if the file cannot be written.
    """
    with tempfile.TemporaryDirectory(".part", f"{file.name}.", file.parent) as folder:
        taken, packed = Path(folder) / DATABASE, Path(folder) / "packed"
        migrations, games = _applied_migrations(), _games()
        dump(taken)
        with taken.open("rb") as data:
            sha256 = hashlib.file_digest(data, "sha256").hexdigest()
        manifest = Manifest(FORMAT, now.isoformat(), connection.vendor, migrations, games, sha256)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
            archive.write(taken, DATABASE)
        packed.chmod(0o600)
        os.replace(packed, file)
    return manifest


def read(file: Path) -> Manifest:
    """Read the manifest of a backup, and check that the backup can be restored into this database. Raises
    BadBackup if it cannot, and OSError if the file cannot be read.
    """
    if not file.is_file():
        raise BadBackup(f"There is no file {file}.")
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _manifest(file, json.loads(archive.read(MANIFEST)))
            with archive.open(DATABASE) as data:
                sha256 = hashlib.file_digest(data, "sha256").hexdigest()  # type: ignore[arg-type]
    except (*DAMAGE, OSError) as error:
        # an error with a file name is about reading the backup file, not about its contents
        if isinstance(error, OSError) and error.filename:
            raise
        raise BadBackup(f"{file} is no backup of Vexillum, or it is damaged ({error}).") from None
    if sha256 != manifest.sha256:
        raise BadBackup(f"{file} is damaged: it does not hold what was packed. Take another copy of it.")
    if manifest.database != connection.vendor and manifest.database != MOVES:
        raise BadBackup(
            f"{file} is of {manifest.database}, DATABASE_URL names {connection.vendor}: set DATABASE_URL to "
            f"an empty {manifest.database} database."
        )
    loader = MigrationLoader(None)
    if newer := [one for one in manifest.migrations if not _is_known(loader, one)]:
        raise BadBackup(
            f"{file} was written by a newer Vexillum, which this one cannot read ({', '.join(newer)}). "
            "Update Vexillum first."
        )
    return manifest


DAMAGE: Final = (zipfile.BadZipFile, zlib.error, KeyError, TypeError, ValueError, EOFError, RuntimeError)


def _manifest(file: Path, told: Any) -> Manifest:
    """Check the contents of a manifest file and return the manifest. Raises BadBackup for an unknown format,
    and TypeError for a malformed manifest.
    """
    if isinstance(told, dict) and told.get("vexillum_backup", FORMAT) != FORMAT:
        other = str(told["vexillum_backup"])[:20]
        raise BadBackup(
            f"{file} was written by another Vexillum, in format {other}; this one reads format {FORMAT}. "
            "Update Vexillum first."
        )
    manifest = Manifest(**told)
    if not isinstance(manifest.migrations, list) or not all(isinstance(n, str) for n in manifest.migrations):
        raise TypeError("its migrations have no names")
    return manifest


def restore(file: Path) -> None:
    """Replace the database with a backup that :func:`read` has accepted. The caller applies migrations
    afterwards. Raises BadBackup if the database refuses the backup; the database is then unchanged.
    """
    with tempfile.TemporaryDirectory() as folder:
        taken = Path(folder) / DATABASE
        with zipfile.ZipFile(file) as archive, archive.open(DATABASE) as data, taken.open("wb") as to:
            shutil.copyfileobj(data, to)
        connection.close()
        if connection.vendor == "sqlite":
            _put_back_sqlite(taken)
        else:
            restore_postgresql(taken)


def count_rows() -> tuple[int, int]:
    """Return the number of games and of users in the database, or 0 if their tables do not exist."""
    people = _read_rows(get_user_model()._meta.db_table, "count(*)")
    return sum(_games().values()), people[0][0] if people else 0


def why(error: Exception) -> str:
    """Explain in a sentence why a backup command failed."""
    if isinstance(error, OSError):
        # without a name, the failing file is the backup or a temporary file
        named = error.filename or f"There, or in {tempfile.gettempdir()} (TMPDIR names another folder)"
        return f"{named}: {error.strerror or error}."
    if isinstance(error, DatabaseError):
        said = str(error).strip().splitlines()
        return (
            f"The database that DATABASE_URL names cannot be used: {said[0] if said else 'no reason told'}."
        )
    return str(error)


# --- SQLite -----------------------------------------------------------------------------------------------


def _copy(source: str, target: str, patience: float = 20) -> None:
    end = time.monotonic() + patience

    def waited(status: int, _left: int, _pages: int) -> None:
        """Raise BadBackup if a database is still locked after ``patience`` seconds. SQLite calls this after
        each try, and would otherwise try forever.
        """
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() >= end:
            raise BadBackup(f"{source} or {target} is locked: stop Vexillum first.")

    try:
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target, patience)) as other:
            one.backup(other, progress=waited)
    except sqlite3.Error as error:
        raise BadBackup(f"{source} cannot be copied to {target}: {error}.") from None


def _put_back_sqlite(taken: Path) -> None:
    try:
        with closing(sqlite3.connect(taken)) as found:
            told = found.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        told = str(error)
    if told != "ok":
        raise BadBackup(f"The database in the backup is damaged: {told}.")
    _copy(str(taken), str(connection.settings_dict["NAME"]))


# --- PostgreSQL -------------------------------------------------------------------------------------------


def restore_postgresql(taken: Path) -> None:
    """Replace all tables with those of a dump, in one transaction."""
    script, whole = taken.with_name("script"), taken.with_name("whole")
    _run(["pg_restore", "--no-owner", "--no-privileges", "-f", str(script), str(taken)])
    with script.open("rb") as lines, whole.open("wb") as to:
        _write_fresh(lines, to)
    with whole.open("rb") as told:
        psql = ["psql", "-X", "-q", "--single-transaction", "-v", "ON_ERROR_STOP=1", "-d", _name()]
        _run(psql, stdin=told, stdout=subprocess.DEVNULL)


def _write_fresh(lines: BinaryIO, to: BinaryIO) -> None:
    """Copy a dump's SQL script, preceded by statements that empty the database."""
    head = list(islice(lines, 100))
    to.writelines([EMPTY, *([] if SCHEMA in head else [SCHEMA]), *head])
    shutil.copyfileobj(lines, to)


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _run(command: list[str], **streams: Any) -> None:
    """Run a PostgreSQL program. The connection is passed in its environment, so that no password appears on
    a command line.
    """
    told = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    environment = os.environ | {name: str(told[key]) for name, key in names.items() if told.get(key)}
    try:
        done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, check=False, **streams)
    except FileNotFoundError:
        raise BadBackup(
            f"{command[0]} is not installed: install the PostgreSQL client (postgresql-client)."
        ) from None
    if done.returncode:
        raise BadBackup(f"{command[0]}: {done.stderr.decode(errors='replace').strip()[-2000:]}.")


# --- both databases ---------------------------------------------------------------------------------------


def dump(taken: Path) -> None:
    if connection.vendor == "sqlite":
        _copy(str(connection.settings_dict["NAME"]), str(taken))
    else:
        _run(["pg_dump", "-Fc", "--no-owner", "--no-privileges", "-n", "public", "-f", str(taken), _name()])


def _applied_migrations() -> tuple[str, ...]:
    return tuple(f"{app}.{name}" for app, name in _read_rows("django_migrations", "app, name"))


def _games() -> dict[str, int]:
    return {status: int(count) for status, count in _read_rows("games_game", "status, count(*)", "status")}


def _read_rows(table: str, columns: str, group: str = "") -> list[tuple[Any, ...]]:
    """Read rows without models, because an older database has other columns. Return [] if the table does not
    exist.
    """
    if table not in connection.introspection.table_names():
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table}" + (f" GROUP BY {group}" if group else ""))
        return list(cursor.fetchall())


def _is_known(loader: MigrationLoader, one: str) -> bool:
    key = tuple(one.split(".", 1))
    replaced = (key in migration.replaces for migration in loader.disk_migrations.values())
    return key in loader.disk_migrations or any(replaced)
