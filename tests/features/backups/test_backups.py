"""Everything is backed up into one file and restored from it, on both databases and with games of earlier
versions.
"""

import errno
import json
import lzma
import os
import sqlite3
import zipfile
from contextlib import closing
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.utils import timezone

from features.backups import backups
from tests.corpus.databases import restored
from tests.games.process import manage

CORPUS = Path(__file__).resolve().parents[2] / "corpus/8cd8bf4"


def rehearse(old: str, new: str, folder: Path) -> None:
    """Back up a site, and restore it elsewhere as if it had been lost. Check that a restore overwrites games
    only if asked to.
    """
    file = folder / "backup.zip"
    taken = manage(old, folder, "backup", str(file))
    assert taken.returncode == 0, taken.stderr
    assert "51 running" in taken.stdout and file.stat().st_mode & 0o077 == 0
    back = manage(new, folder, "restore", str(file))
    assert back.returncode == 0, back.stderr
    assert "Every running game verifies" in back.stdout
    count = "from games.models import Game; print({game.restore_count for game in Game.objects.all()})"
    assert manage(new, folder, "shell", "-c", count).stdout.split("\n")[-2] == "{1}"
    gone_on = manage(new, folder, "sweep")
    assert gone_on.returncode == 0 and int(gone_on.stdout.split()[0]) > 0, gone_on.stderr
    again = manage(new, folder, "restore", str(file))
    assert again.returncode == 1 and "Add --replace" in again.stderr and "Nothing was changed" in again.stderr
    again = manage(new, folder, "restore", str(file), "--replace")
    assert again.returncode == 0, again.stderr
    (kept,) = folder.glob("before-*-backup.zip")  # with answers given after the first backup
    assert f"The previous contents are in {kept}" in again.stdout and zipfile.is_zipfile(kept)


def test_a_lost_site_goes_on_from_its_backup_on_sqlite(tmp_path: Path) -> None:
    lost = tmp_path / "lost.sqlite3"
    lost.write_bytes(lzma.decompress((CORPUS / "games.sqlite3.xz").read_bytes()))
    rehearse(f"sqlite:///{lost}", f"sqlite:///{tmp_path / 'new.sqlite3'}", tmp_path)


@pytest.mark.postgres
def test_a_lost_site_goes_on_from_its_backup_on_postgresql(tmp_path: Path) -> None:
    import psycopg

    with restored(CORPUS / "games.sql.xz") as lost:
        name = "vexillum_restored"
        new = urlunsplit(urlsplit(lost)._replace(path=f"/{name}"))
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
            admin.execute(f"DROP DATABASE IF EXISTS {name}")
            admin.execute(f"CREATE DATABASE {name}")
            try:
                rehearse(lost, new, tmp_path)
            finally:
                admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


# --- files that are no backup, or not for this site: reported before anything changes ---


def packed(file: Path, **changes: object) -> Path:
    """Return a backup whose database is five bytes long."""
    told = {
        "vexillum_backup": 1,
        "made_at": "2026-11-22T12:00:00+00:00",
        "database": backups.connection.vendor,
        "migrations": ["games.0001_initial"],
        "games": {"running": 2},
        "sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        **changes,
    }
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("manifest.json", json.dumps(told))
        archive.writestr("database", b"hello")
    return file


def test_a_backup_says_what_it_is(tmp_path: Path) -> None:
    assert backups.read(packed(tmp_path / "b.zip")).games == {"running": 2}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"vexillum_backup": 2}, "another Vexillum"),
        ({"sha256": "0" * 64}, "damaged"),
        ({"database": "oracle"}, "set DATABASE_URL to an empty oracle database"),
        (
            {"migrations": ["games.0001_initial", "games.9999_of_tomorrow"]},
            "newer Vexillum.*games.9999_of_tomorrow.*Update",
        ),
        ({"vexillum_backup": 2, "colour": "red"}, "in format 2; this one reads format 1. Update"),
        ({"colour": "red"}, "no backup of Vexillum"),
        ({"migrations": [1]}, "no backup of Vexillum"),
        ({"migrations": None}, "no backup of Vexillum"),
    ],
)
def test_what_cannot_be_put_back_is_told_with_what_to_do(
    change: dict[str, object], told: str, tmp_path: Path
) -> None:
    with pytest.raises(backups.BadBackup, match=told):
        backups.read(packed(tmp_path / "b.zip", **change))


def test_another_file_is_no_backup(tmp_path: Path) -> None:
    file = tmp_path / "letter.zip"
    for content in (b"", b"Dear all", b"PK\x05\x06" + bytes(18)):
        file.write_bytes(content)
        with pytest.raises(backups.BadBackup, match="no backup of Vexillum"):
            backups.read(file)
    for nothing in (tmp_path / "nothing.zip", tmp_path):
        with pytest.raises(backups.BadBackup, match="There is no file"):
            backups.read(nothing)


def test_a_cut_file_is_no_backup(tmp_path: Path) -> None:
    whole = packed(tmp_path / "b.zip").read_bytes()
    for length in range(0, len(whole), 7):
        (tmp_path / "cut.zip").write_bytes(whole[:length])
        with pytest.raises(backups.BadBackup):
            backups.read(tmp_path / "cut.zip")


def test_a_file_whose_end_is_altered_is_whole_or_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup whose end is altered is read correctly or refused. The end of a zip file states where its
    parts are, so an altered one can point to before the file's start or past its end.
    """
    monkeypatch.setattr(backups, "_is_known", lambda *told: True)
    monkeypatch.setattr(backups, "MigrationLoader", lambda connection: None)
    whole = packed(tmp_path / "b.zip").read_bytes()
    for place in range(len(whole) - 22, len(whole)):
        for value in (0, 1, 128, 255):
            (tmp_path / "bent.zip").write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
            try:
                assert backups.read(tmp_path / "bent.zip").games == {"running": 2}
            except backups.BadBackup as refused:
                assert "damaged" in str(refused)


def test_a_failed_sqlite_copy_is_reported(tmp_path: Path) -> None:
    with pytest.raises(backups.BadBackup, match="cannot be copied to .*: unable to open"):
        backups._copy(str(tmp_path / "site.sqlite3"), str(tmp_path / "nowhere" / "database"))
    held = tmp_path / "held.sqlite3"
    with closing(sqlite3.connect(held, isolation_level=None)) as other:
        other.execute("CREATE TABLE small (told)")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(backups.BadBackup, match="is locked: stop Vexillum first"):
            backups._copy(str(held), str(tmp_path / "copy.sqlite3"), patience=0.1)


def test_a_disk_that_is_full_is_named() -> None:
    told = backups.why(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert told.startswith("There, or in ") and "TMPDIR" in told and told.endswith("No space left on device.")


def test_what_a_killed_backup_leaves_bears_the_name_that_is_swept_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command in docs/operations.md that deletes old backups deletes these leftovers too."""
    found: list[str] = []

    def killed(taken: Path) -> None:
        found.append(taken.parent.name)
        raise backups.BadBackup("killed")

    monkeypatch.setattr(backups, "dump", killed)
    monkeypatch.setattr(backups, "_applied_migrations", tuple)
    monkeypatch.setattr(backups, "_games", dict)
    with pytest.raises(backups.BadBackup):
        backups.write(tmp_path / "2026-11-24.zip", timezone.now())
    assert found[0].startswith("2026-11-24.zip.") and found[0].endswith(".part")
    sweeps = (Path(__file__).parents[3] / "docs/operations.md").read_text(encoding="utf-8")
    assert "-path '*.zip*'" in sweeps and not list(tmp_path.iterdir())


def test_of_a_long_dump_every_line_is_put_back() -> None:
    """If a line is lost anywhere in the middle of a table, no database is left behind."""
    lines = [b"%d\n" % number for number in range(300)]
    to = BytesIO()
    backups._write_fresh(BytesIO(b"".join(lines)), to)
    assert to.getvalue().splitlines(keepends=True) == [backups.EMPTY, backups.SCHEMA, *lines]
    again = BytesIO()
    backups._write_fresh(BytesIO(backups.SCHEMA + b"".join(lines)), again)
    assert again.getvalue() == backups.EMPTY + backups.SCHEMA + b"".join(lines)


@pytest.mark.django_db
def test_a_site_with_people_and_no_games_is_not_put_away_unasked(tmp_path: Path) -> None:
    get_user_model().objects.create_user("solo")
    with pytest.raises(
        CommandError, match=r"games \(0\) or people \(1\). Add --replace.*Nothing was changed"
    ):
        call_command("restore", str(packed(tmp_path / "b.zip", database=backups.connection.vendor)))
