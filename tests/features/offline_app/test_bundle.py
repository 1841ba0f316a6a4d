"""The bundle that a browser runs: the pure rules and pages, and nothing of this server."""

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from features.offline_app import bundle, python
from tests.found import some

FOLDER = "battles.dba"


@pytest.fixture(scope="module")
def packed() -> dict[str, bytes]:
    return bundle.contents(bundle.bundle_settings(FOLDER))


def test_the_bundle_contains_the_program_and_one_system(packed: dict[str, bytes]) -> None:
    wanted = (
        "engine/journal.py",
        "games/services/steps.py",
        "battles/dba/rules/system.py",
        "django/__init__.py",
    )
    assert set(wanted) <= set(packed)
    assert any(name.startswith("templates/battles/dba/") for name in packed)
    others = ("battles/schiere/", "campaigns/", "leagues/", "templates/campaigns/", "tests/", "data/")
    assert [name for name in packed if name.startswith(others)] == []


def test_it_holds_no_secret_and_no_setting_of_this_server(packed: dict[str, bytes]) -> None:
    secrets = [settings.SECRET_KEY.encode(), str(settings.BASE_DIR).encode()]
    found = [name for name, data in some(packed.items()) if any(secret in data for secret in secrets)]
    assert found == []
    assert not any(name.endswith((".sqlite3", ".env", "secret_key", ".pem")) for name in packed)


def test_the_same_files_give_the_same_archive(packed: dict[str, bytes], tmp_path: Path) -> None:
    few = dict(list(packed.items())[:40])
    bundle.write(few, tmp_path / "one.zip")
    bundle.write(dict(reversed(few.items())), tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert bundle.fingerprint(few) == bundle.fingerprint(dict(reversed(few.items())))
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == few


def test_archives_of_long_ago_are_deleted(tmp_path: Path) -> None:
    old, late, now = (tmp_path / f"{name}.zip" for name in ("old", "late", "now"))
    for path, age in ((old, bundle.SECONDS_KEPT + 60), (late, bundle.SECONDS_KEPT - 60), (now, 0)):
        path.touch()
        os.utime(path, (10**9 - age, 10**9 - age))
    bundle.sweep(now)
    assert sorted(tmp_path.iterdir()) == [late, now]


def test_another_file_gives_another_fingerprint(packed: dict[str, bytes]) -> None:
    few = dict(list(packed.items())[:3])
    name = next(iter(few))
    assert bundle.fingerprint({**few, name: b"other"}) != bundle.fingerprint(few)
    assert bundle.fingerprint({**few, "new": b""}) != bundle.fingerprint(few)


def test_views_are_named_for_the_pages_of_a_game_alone(packed: dict[str, bytes]) -> None:
    known: dict[str, Any] = json.loads(packed["taken.json"])
    views = {name: view for rows in known["addresses"].values() for _route, name, view in rows}
    assert views["game-act"] == "games.views.act.act" and views["dba-combat"].endswith(".combat")
    assert [views[name] for name in ("home", "login", "game-letters", "game-desk")] == ["", "", "", ""]
    assert bundle.places("dba", "X") == ("/games/X/", "/battles/dba/X/")


def test_another_package_than_the_one_that_was_meant_is_refused(settings: Any, tmp_path: Path) -> None:
    settings.BROWSER_DIR = tmp_path
    with pytest.raises(python.DownloadFailed, match="checksum"):
        python.unpack(b"something else")
    assert not python.is_here() and not python.folder().exists()


def test_a_registry_that_cannot_be_had_is_told(settings: Any, tmp_path: Path, monkeypatch: Any) -> None:
    settings.BROWSER_DIR = tmp_path
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "https://127.0.0.1:1")
    with pytest.raises(python.DownloadFailed, match=r"127\.0\.0\.1"):
        python.fetch()
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "file:///etc")
    with pytest.raises(python.DownloadFailed, match="no address of a registry"):
        python.fetch()


def test_a_system_that_the_settings_do_not_name_has_no_places() -> None:
    assert bundle.places("fords", "x") == () and bundle.places("dba", "x")[0] == "/games/x/"


def test_a_feature_that_works_offline_is_packed_with_its_pages() -> None:
    found = {name: view for _route, name, view in bundle.bundle_settings(FOLDER)["addresses"][""]}
    assert found["game-luck"] == "features.dice_statistics.views.luck"
    assert found["feeds"] == "", "it has no place without a connection"
