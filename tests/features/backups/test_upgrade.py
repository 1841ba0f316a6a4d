"""The effects of an upgrade on running games are reported in advance, without changing anything."""

import hashlib
import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.corpus.databases import restored
from tests.games.process import manage

CORPUS = Path(__file__).resolve().parents[2] / "corpus/8cd8bf4"


def content(file: Path) -> str:
    with closing(sqlite3.connect(file)) as site:
        return hashlib.sha256("".join(site.iterdump()).encode()).hexdigest()


def lost_and_changed(file: Path) -> tuple[str, str]:
    """Spoil two running games as another version's rules could: a missing system, and a decision that is
    no longer asked. Return the names of the games.
    """
    with closing(sqlite3.connect(file)) as site, site:
        games = site.execute(
            "SELECT id, name FROM games_game g WHERE status = 'running' AND EXISTS (SELECT 1 FROM "
            "games_pendingdecision d WHERE d.game_id = g.id AND answered_at IS NULL) "
            "ORDER BY id"
        ).fetchall()
        (gone, one), (other, two) = games[0], games[1]
        site.execute("UPDATE games_game SET system = 'chess' WHERE id = ?", (gone,))
        site.execute(
            "UPDATE games_pendingdecision SET decision = 'castling' WHERE rowid IN (SELECT rowid FROM "
            "games_pendingdecision WHERE game_id = ? AND answered_at IS NULL LIMIT 1)",
            (other,),
        )
    return one, two


def test_what_an_upgrade_changes_on_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite3"
    file.write_bytes(lzma.decompress((CORPUS / "games.sqlite3.xz").read_bytes()))
    before = content(file)
    told = manage(f"sqlite:///{file}", tmp_path, "rehearse_upgrade")
    assert told.returncode == 0, told.stderr + told.stdout
    assert "51 running games" in told.stdout and " 0 cannot be played on" in told.stdout
    assert content(file) == before, "the site itself is only read"

    gone, other = lost_and_changed(file)
    told = manage(f"sqlite:///{file}", tmp_path, "rehearse_upgrade")
    assert told.returncode == 1 and " 1 cannot be played on" in told.stdout, told.stdout
    lines = told.stdout.splitlines()
    assert any("STOPS" in line and gone in line and "chess" in line for line in lines)
    assert any("no longer be asked" in line and other in line and "castling" in line for line in lines)


@pytest.mark.postgres
def test_what_an_upgrade_changes_on_postgresql(tmp_path: Path) -> None:
    with restored(CORPUS / "games.sql.xz") as site:
        told = manage(site, tmp_path, "rehearse_upgrade")
    assert told.returncode == 0, told.stderr + told.stdout
    assert " 0 cannot be played on" in told.stdout and not told.stdout.startswith("0 running")


def test_a_file_and_the_database_itself_are_not_tried_at_once(tmp_path: Path) -> None:
    told = manage(f"sqlite:///{tmp_path / 'no.sqlite3'}", tmp_path, "rehearse_upgrade", "x.zip", "--here")
    assert told.returncode == 1 and "not both" in told.stderr
