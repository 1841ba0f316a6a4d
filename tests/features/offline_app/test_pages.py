"""The page for taking a table battle offline, its scripts, and the files that it fetches."""

import re
import subprocess
import sys
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.template.loader import render_to_string
from django.test import Client

from config.management.commands import play
from features.offline_app import python
from features.offline_app.inside.program import Program
from features.offline_app.views import WORKER_POLICY
from tests.browser.tables import table_battle
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def nothing_fetched(settings: Any, tmp_path: Any) -> None:
    settings.BROWSER_DIR = tmp_path


def test_only_who_has_a_seat_takes_it_along(nothing_fetched: None) -> None:
    game = table_battle()
    where = f"/games/{game.pk}/offline/"
    assert "away-told" in browser("owner").get(where).content.decode()
    assert "away-told" not in browser("stranger").get(where).content.decode()
    assert Client().get(where).status_code == 302


def test_the_page_says_that_nothing_was_fetched(nothing_fetched: None) -> None:
    page = browser("owner").get(f"/games/{table_battle().pk}/offline/").content.decode()
    assert "Ask the people who run it" in page and 'data-do="prepare"' not in page
    assert "offline/fetch/" not in page and "manage.py" not in page


@pytest.mark.parametrize("network", [True, False])
def test_staff_fetch_it_with_one_click(nothing_fetched: None, monkeypatch: Any, network: bool) -> None:
    def fetch() -> bool:
        if not network:
            raise python.DownloadFailed("no network")
        python.folder().mkdir(parents=True)
        for name in python.FILES:
            (python.folder() / name).write_bytes(b"plain")
            (python.folder() / f"{name}.gz").write_bytes(b"packed")
        return True

    monkeypatch.setattr(python, "fetch", fetch)
    where, owner = f"/games/{table_battle().pk}/offline/", person("owner")
    assert browser("owner").post(f"{where}fetch/").status_code == 403 and not python.is_here()
    owner.is_staff = True
    owner.save()
    client = browser("owner")
    assert f"{where}fetch/" in client.get(where).content.decode()
    page = client.post(f"{where}fetch/", follow=True).content.decode()
    assert python.is_here() == network
    assert ("files for offline play are here" in page) == network
    assert ("could not be downloaded" in page) != network


def test_play_fetches_it_behind_the_first_page(monkeypatch: Any) -> None:
    done: list[str] = []

    def unreachable() -> bool:
        done.append("tried")
        raise python.DownloadFailed("no network")

    monkeypatch.setattr(python, "fetch", unreachable)
    monkeypatch.setattr(play, "preload", lambda: done.append("loaded"))
    server: Any = SimpleNamespace(under_way=SimpleNamespace(answered=Event()))
    server.under_way.answered.set()
    said: list[str] = []
    play._load_after_first_page(server, True, said.append)
    assert done == ["loaded", "tried"]
    assert "could not be downloaded: no network" in said[0] and "fetch_browser_python" in said[1]
    play._load_after_first_page(server, False, said.append)
    assert done == ["loaded", "tried", "loaded"] and len(said) == 2


def test_without_a_network_the_command_says_what_is_missing(monkeypatch: Any) -> None:
    def unreachable() -> bool:
        raise python.DownloadFailed("no network")

    monkeypatch.setattr(python, "fetch", unreachable)
    with pytest.raises(CommandError, match="could not be downloaded: no network\nOffline play needs"):
        call_command("fetch_browser_python")


def test_the_worker_alone_may_compile(nothing_fetched: None) -> None:
    where, owner = f"/games/{table_battle().pk}/", browser("owner")
    worker = owner.get(f"{where}offline/worker.js")
    assert worker["Content-Security-Policy"] == WORKER_POLICY
    assert "'wasm-unsafe-eval'" in WORKER_POLICY and "'unsafe-eval'" not in WORKER_POLICY.replace(
        "wasm-unsafe", ""
    )
    for other in ("", "offline/", "offline/guard.js"):
        assert "wasm-unsafe-eval" not in owner.get(where + other)["Content-Security-Policy"], other
    assert owner.get(f"{where}offline/guard.js")["Service-Worker-Allowed"] == "/"


@pytest.mark.parametrize("folder", ["features/offline_app/inside", "games/browser/inside"])
def test_the_worker_starts_archives_of_before_the_move_too(folder: str, tmp_path: Path) -> None:
    """Today's worker script starts an archive with its code in the old folder or the new one. A device whose
    browser dropped its cached files fetches today's script, but has the archive from when it went offline.
    """
    place = tmp_path / folder
    place.mkdir(parents=True)
    (place / "program.py").write_text("class Program:\n    def __init__(self, *told): print(*told)\n")
    found = re.search(r"runPython\(`(.*?)`\)", render_to_string("features/offline_app/worker.js"), re.S)
    assert found is not None
    code = "secret = 'hidden'" + found[1].replace("/app", str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.split() == [str(tmp_path), "/home/pyodide/data", "hidden"], done.stderr


def test_the_worker_calls_methods_that_the_program_has() -> None:
    """The worker calls only methods that the program has. The one exception is ``played``, the name of
    ``export_moves`` in archives from before 28 November 2026.
    """
    script = render_to_string("features/offline_app/worker.js")
    called = set(re.findall(r"\bprogram\.(\w+)", script))
    assert {"ask", "restore", "export_moves", "played"} <= called
    assert {name for name in called if not hasattr(Program, name)} == {"played"}
    assert "program.export_moves ?? program.played" in script


def test_a_stranger_gets_no_script_of_a_private_game(nothing_fetched: None) -> None:
    game = table_battle()
    game.public = False
    game.save()
    for name in ("", "guard.js", "worker.js"):
        assert browser("stranger").get(f"/games/{game.pk}/offline/{name}").status_code == 404, name


def test_files_are_sent_packed_and_kept_for_ever(settings: Any, tmp_path: Any) -> None:
    settings.BROWSER_DIR = tmp_path
    python.folder().mkdir(parents=True)
    for name in python.FILES:
        (python.folder() / name).write_bytes(b"plain")
        (python.folder() / f"{name}.gz").write_bytes(b"packed")
    where = f"/browser/python/{python.VERSION}/pyodide.asm.wasm"
    plain, packed = Client().get(where), Client().get(where, headers={"Accept-Encoding": "gzip, br"})
    assert b"".join(plain.streaming_content) == b"plain" and "Content-Encoding" not in plain
    assert b"".join(packed.streaming_content) == b"packed" and packed["Content-Encoding"] == "gzip"
    assert packed["Content-Type"] == "application/wasm" and "immutable" in packed["Cache-Control"]
    assert Client().get(f"/browser/python/{python.VERSION}/settings.py").status_code == 404
    assert Client().get(f"/browser/program/{'0' * 32}.zip").status_code == 404


def test_the_game_offers_it_where_dice_are_typed() -> None:
    game, owner = table_battle(), browser("owner")
    assert f"/games/{game.pk}/offline/" in owner.get(game.get_absolute_url()).content.decode()
    game.dice_mode = "virtual"
    game.save()
    assert f"/games/{game.pk}/offline/" not in owner.get(game.get_absolute_url()).content.decode()
    assert person("owner").pk == game.gm_id
