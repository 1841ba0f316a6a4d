"""Moving a site from SQLite to PostgreSQL with `restore` loses nothing, and its games verify as before."""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.games.process import manage

pytestmark = pytest.mark.postgres
CORPUS = Path(__file__).resolve().parents[1] / "corpus/8cd8bf4"

VERDICTS = """
import json
from games import services
from games.models import Game
games = list(Game.objects.all())
found = {str(one.pk): [one.seq, services.verdict_json(services.verify_game(one))] for one in games}
print(json.dumps(found, sort_keys=True))
"""
ROWS = """
import json
from django.apps import apps
apart = {"contenttypes.ContentType", "auth.Permission", "sessions.Session"}
found = {one._meta.label: one._base_manager.count() for one in apps.get_models(include_auto_created=True)}
print(json.dumps({name: count for name, count in found.items() if name not in apart}, sort_keys=True))
"""
NEXT = """
from django.contrib.auth import get_user_model
from django.utils import timezone
from games import services
user = get_user_model().objects.create_user("after the move")
game = services.create_game(gm=user, name="x", system="dba", now=timezone.now())
print(user.pk == get_user_model().objects.latest("pk").pk, game.seats.count())
"""


@pytest.fixture
def empty() -> Iterator[str]:
    """Create an empty database, yield its URL, and drop the database afterwards."""
    import psycopg

    server, name = os.environ["DATABASE_URL"], f"vexillum_moved_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def asked(url: str, folder: Path, code: str) -> Any:
    done = manage(url, folder, "shell", "-v", "0", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().split("\n")[-1]


def test_a_site_moves_with_every_game_as_it_was(empty: str, tmp_path: Path) -> None:
    old, file = tmp_path / "old.sqlite3", tmp_path / "backup.zip"
    old.write_bytes(lzma.decompress((CORPUS / "games.sqlite3.xz").read_bytes()))
    here = f"sqlite:///{old}"
    assert manage(here, tmp_path, "backup", str(file)).returncode == 0
    moved = manage(empty, tmp_path, "restore", str(file))
    assert moved.returncode == 0, moved.stderr
    assert "Every running game verifies" in moved.stdout
    assert manage(here, tmp_path, "migrate").returncode == 0
    assert asked(empty, tmp_path, ROWS) == asked(here, tmp_path, ROWS)
    stood = json.loads(asked(here, tmp_path, VERDICTS))
    judged = [verdict for _seq, verdict in stood.values()]
    assert len(judged) == 66 and sum(verdict["ok"] for verdict in judged) == 52
    excused = [verdict for verdict in judged if not verdict["ok"]]  # under rules that have changed since
    assert all(verdict["difference"]["newer_rules"] for verdict in excused)
    assert json.loads(asked(empty, tmp_path, VERDICTS)) == stood
    assert asked(empty, tmp_path, NEXT) == "True 2"  # sequences continue after the last number
    gone_on = manage(empty, tmp_path, "sweep")
    assert gone_on.returncode == 0 and int(gone_on.stdout.split()[0]) > 0, gone_on.stderr
    again = manage(empty, tmp_path, "restore", str(file))
    assert again.returncode == 1 and "Add --replace" in again.stderr and "Nothing was changed" in again.stderr


def test_what_cannot_be_moved_changes_nothing(empty: str, tmp_path: Path) -> None:
    assert manage(empty, tmp_path, "migrate").returncode == 0
    file = tmp_path / "backup.zip"
    assert manage(empty, tmp_path, "backup", str(file)).returncode == 0
    back = manage(f"sqlite:///{tmp_path / 'new.sqlite3'}", tmp_path, "restore", str(file))
    assert back.returncode == 1 and "is of postgresql" in back.stderr and "Nothing was changed" in back.stderr
