"""Freeze a corpus of stored games: an SQLite file or a PostgreSQL dump, and a manifest of its contents.

Run it with the code that is to write the games, once for each database:

    git worktree add --detach /tmp/old COMMIT
    .venv/bin/python tests/corpus/freeze.py --root /tmp/old tests/corpus/COMMIT
    DATABASE_URL=postgres://root@127.0.0.1/scratch \
        .venv/bin/python tests/corpus/freeze.py --root /tmp/old tests/corpus/COMMIT

The script empties the PostgreSQL database. The games are the same in every run; tests/corpus/test_corpus.py
opens every folder next to it.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 26}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder of this corpus")
    parser.add_argument("--root", type=Path, default=HERE.parents[1], help="the checkout whose code writes")
    asked = parser.parse_args()
    out, root = asked.out.resolve(), asked.root.resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
        if not postgres:
            os.environ["DATABASE_URL"] = f"sqlite:///{folder}/games.sqlite3"
        os.environ.update(VEXILLUM_DATA=folder, LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.pop("REDIS_URL", None)
        sys.path[:0] = [str(root), str(HERE)]
        os.chdir(root)
        said = store(postgres)
        if postgres:
            pack(out / "games.sql.xz", dumped(os.environ["DATABASE_URL"]))
        else:
            pack(out / "games.sqlite3.xz", compact(Path(folder) / "games.sqlite3"))
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=root
    ).stdout.strip()
    name = "postgres.json" if postgres else "sqlite.json"
    (out / name).write_text(
        json.dumps({"commit": commit, **said}, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    )
    games = said["games"]
    print(f"{len(games)} games, {sum(g['entries'] for g in games)} entries")
    print("verify under this code:", dict(Counter(g["verify"] for g in games)))


def store(postgres: bool) -> dict[str, Any]:
    """Play all games into an empty database; return their part of the manifest."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from moments import as_given, as_jsonb
    from scenes import Scenes

    from games.services.clock import jobs

    if postgres:
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    call_command("migrate", interactive=False, verbosity=0)
    scenes = Scenes(as_jsonb if postgres else as_given)
    with jobs.postponing():  # scenes give the answers themselves, each at its time
        scenes.play()
    said = manifest(told(scenes.marked))
    connection.close()
    return said


def told(marked: dict[Any, list[str]]) -> list[dict[str, Any]]:
    from moments import kinds_of
    from scenes import stored_games

    from games import services
    from games.services import tables

    found = []
    for game, _last in stored_games():
        tables._opened.clear()
        at = services.table(game)
        found.append(
            {
                "id": str(game.pk),
                "name": game.name,
                "system": game.system,
                "status": game.status,
                "rules_version": game.rules_version,
                "entries": game.entries.count(),
                "stands_at": [] if at.head is None else sorted(kinds_of(at.rules, at.state)),
                "state": "" if at.head is None else game.snapshots.get(seq=game.seq).digest,
                "holds": marked.get(game.pk, ["battle of a campaign"]),
                "verify": verdict(game),
            }
        )
    return found


def verdict(game: Any) -> str:
    from games import services

    if game.seq < 0:
        return "not begun"
    found = services.verify_game(game)
    if found.difference is None:
        return "ok"
    return f"{found.difference.what} at {found.difference.seq}"


def manifest(games: list[dict[str, Any]]) -> dict[str, Any]:
    covered = {kind for game in games for kind in game["stands_at"]}
    return {
        "games": games,
        "covered": sorted(covered),
        "never": sorted(known() - covered),  # the rules have them, but no game of the corpus reaches them
        "events": dict(sorted(told_events().items())),
    }


def known() -> set[str]:
    """Return every frame and decision that the systems know."""
    from typing import get_args

    from battles.dba.rules.table.state import Phase
    from campaigns.justinian.rules.state.play import FRAMES
    from campaigns.justinian.wording.registry import ALL
    from engine.codec import tag_of

    found = {f"frame:{tag_of(frame)}" for frame in FRAMES.kinds}
    found |= {f"decision:{kind}" for kind in ALL.decisions}
    phases = get_args(Phase)
    return found | {f"phase:{p}" for p in phases} | {f"decision:dba_{p}" for p in phases if p != "over"}


def told_events() -> Counter[str]:
    """Count each kind of event in the logs; later versions must still understand them."""
    from games.models import Entry

    counted: Counter[str] = Counter()
    for system, events in Entry.objects.values_list("game__system", "events").iterator():
        counted.update(f"{system}:{event['kind']}" for event in events)
    return counted


def compact(file: Path) -> bytes:
    import sqlite3

    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    return file.read_bytes()


def dumped(url: str) -> bytes:
    """Return plain SQL that any client can execute: inserts without psql commands."""
    done = subprocess.run(
        ["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--rows-per-insert=50", url],
        capture_output=True,
        check=True,
    )
    told_to_psql = (b"\\restrict ", b"\\unrestrict ")  # pg_dump writes these since August 2025
    return b"".join(line for line in done.stdout.splitlines(True) if not line.startswith(told_to_psql))


def pack(file: Path, data: bytes) -> None:
    file.write_bytes(lzma.compress(data, format=lzma.FORMAT_XZ, filters=FILTERS))
    print(f"{file.name}: {len(data):,} bytes, packed {file.stat().st_size:,}")


if __name__ == "__main__":
    main()
