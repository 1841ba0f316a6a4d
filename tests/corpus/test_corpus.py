"""Games stored by earlier versions, which this version opens, shows, continues and verifies.

Each folder next to this file is a corpus that ``freeze.py`` wrote with the code of one commit. A later
version may judge an old entry differently ("newer rules"), but it must never call it tampering, and every
game must continue.
"""

from __future__ import annotations

import json
import lzma
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from tests.corpus.databases import restored
from tests.games.process import told

HERE = Path(__file__).resolve().parent
MANIFESTS = sorted(HERE.glob("*/*.json"))
SYSTEMS = ("justinian", "dba")
PATIENCE = 900  # in seconds


def each_corpus(name: str) -> pytest.MarkDecorator:
    corpora = [path.parent for path in MANIFESTS if path.name == name]
    return pytest.mark.parametrize("corpus", corpora, ids=[folder.name for folder in corpora])


each_system = pytest.mark.parametrize("system", SYSTEMS)


@cache
def manifest(corpus: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((corpus / name).read_text("utf-8"))
    return found


def looked_at(url: str, folder: Path, system: str) -> dict[str, dict[str, Any]]:
    environment = {
        **{k: v for k, v in os.environ.items() if k != "REDIS_URL"},
        "DATABASE_URL": url,
        "VEXILLUM_DATA": str(folder),
        "LOG_LEVEL": "ERROR",
    }
    found = told("tests.corpus.look", environment, PATIENCE, system)
    return {one["id"]: one for one in found}


def check(was: dict[str, Any], now: dict[str, Any], version: str) -> list[str]:
    """Return the faults that this version finds in a game of the corpus."""
    wrong = []
    if now["state"] != was["state"]:
        wrong.append("stands elsewhere")
    if any(status != 200 for _page, status in now["pages"]):
        wrong.append(f"pages: {now['pages']}")
    if now["trouble"]:
        wrong.append(f"trouble: {now['trouble']}")
    if was["status"] == "running" and not now["taken"] and "decision:battle" not in was["stands_at"]:
        wrong.append("does not go on")
    if not now["follows"]:
        wrong.append("what was played on leads elsewhere")
    difference = now["difference"]
    if difference is not None:
        lost = was["verify"] != "ok" and difference["older_order"]  # the game did not even verify when stored
        if not difference["newer_rules"] and not lost:
            wrong.append(f"verify: {difference}")
        elif not lost and version == was["rules_version"]:
            wrong.append(f"verify blames newer rules, but there are none: {difference}")
    return [f"{was['name']}: {one}" for one in wrong]


def check_all(games: list[dict[str, Any]], found: dict[str, dict[str, Any]], system: str) -> None:
    mine = {game["id"]: game for game in games if game["system"] == system}
    assert mine and mine.keys() <= found.keys()
    version = registry.get(system).version
    wrong = [line for pk, was in mine.items() for line in check(was, found[pk], version)]
    assert not wrong, "\n".join(wrong)


@each_corpus("sqlite.json")
@each_system
def test_games_stored_in_sqlite_open_go_on_and_verify(corpus: Path, system: str, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(lzma.decompress((corpus / "games.sqlite3.xz").read_bytes()))
    found = looked_at(f"sqlite:///{file}", tmp_path, system)
    check_all(manifest(corpus, "sqlite.json")["games"], found, system)


@pytest.mark.postgres
@each_corpus("postgres.json")
@each_system
def test_games_stored_in_postgresql_open_go_on_and_verify(corpus: Path, system: str, tmp_path: Path) -> None:
    with restored(corpus / "games.sql.xz") as url:
        found = looked_at(url, tmp_path, system)
    check_all(manifest(corpus, "postgres.json")["games"], found, system)


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_manifest_names_what_the_corpus_holds(file: Path) -> None:
    """The manifest lists the kinds of positions at which games of the corpus stop, and those at which none
    does.
    """
    said = manifest(file.parent, file.name)
    held = {word for game in said["games"] for word in game["holds"]}
    assert {"rewinds", "entered dice", "seeded and entered dice", "standing orders"} <= held
    assert {"letters", "paused", "open battle linked to a running one", "settled battle"} <= held
    stood = {kind for game in said["games"] for kind in game["stands_at"]}
    assert stood == set(said["covered"]) and not stood & set(said["never"])
