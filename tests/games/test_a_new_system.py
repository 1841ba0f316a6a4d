"""The example in docs/a-new-system.md keeps the contract, is small, and can be played in two languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.html import escape

from config.catalogues import compile_stale
from docs.examples.foragers.rules import FORAGERS
from engine import registry
from games import plugins, services
from games.models import Game
from tests.engine.contract import check_contract, check_refusals
from tests.games.cast import NOW, a_game, a_user, do
from tests.web.cast import browser

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "examples" / "foragers"
PAGE = ROOT / "docs" / "a-new-system.md"
SAID = {
    "en": ("Carry 0 into camp", "Forage on, or carry the load into camp?", "forages: ", "The northern camp"),
    "it": ("Porta 0 al campo", "Foraggi ancora o porti il carico al campo?", "foraggia: ", "Il campo setten"),
}


@pytest.fixture
def installed(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the example in the settings, as the page describes."""
    for where, name in ((registry, "_ANNOUNCED"), (registry, "_SYSTEMS"), (plugins, "_PLUGINS")):
        monkeypatch.setattr(where, name, dict(getattr(where, name)))
    settings.VEXILLUM_SYSTEMS = ["docs.examples.foragers"]
    plugins._opened.clear()
    compile_stale(FOLDER)
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, FOLDER / "locale" / "foragers"]
    plugins.wording_class.cache_clear()
    plugins.page.cache_clear()
    plugins.announce_systems()
    assert not plugins.missing_systems()
    yield
    plugins.wording_class.cache_clear()
    plugins.page.cache_clear()


def test_it_is_one_small_folder() -> None:
    files = [path for path in FOLDER.rglob("*") if path.suffix in {".py", ".po"}]
    assert {"rules.py", "wording.py", "plugin.py", "django.po"} <= {path.name for path in files}
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert lines <= 250 and f"{lines} lines in all" in PAGE.read_text(encoding="utf-8")


def test_every_file_of_it_is_named_on_the_page() -> None:
    told = PAGE.read_text(encoding="utf-8")
    for name in ("rules.py", "wording.py", "plugin.py", "django.po", "docs/examples/foragers"):
        assert name in told


@pytest.mark.parametrize("seed", range(5))
def test_it_keeps_the_contract(seed: int) -> None:
    assert check_contract(FORAGERS, seed).outcome is not None
    assert check_contract(FORAGERS, seed, wild=0).outcome is not None


def test_whatever_is_not_offered_is_refused_with_a_reason() -> None:
    assert "not_your_turn" in check_refusals(check_contract(FORAGERS, 1), 300)


@pytest.mark.django_db
def test_it_is_played_through_the_services_to_its_end(installed: None) -> None:
    owner = a_user("owner")
    game = a_game(owner, {"north": owner, "south": "bot"}, system="foragers", options={}, name="A valley")
    for _ in range(300):
        services.answer_due(game.pk, NOW)
        game.refresh_from_db()
        if game.has_ended:
            break
        do(game, owner, "north", {"kind": "forage" if services.table(game).state.load < 6 else "carry"})
    assert game.has_ended and services.verify_game(game).ok


@pytest.mark.django_db
@pytest.mark.parametrize("language", SAID)
def test_it_is_played_on_the_generic_page(installed: None, language: str) -> None:
    owner, client = a_user("owner"), browser("owner")
    client.cookies["django_language"] = language
    created = client.get("/games/new/foragers/")
    assert created.status_code == 200
    game = a_game(owner, {"north": owner, "south": owner}, system="foragers", options={}, name="A valley")
    carry, question, foraged, camp = SAID[language]
    page = client.get(game.get_absolute_url()).content.decode()
    assert escape(carry) in page and escape(question) in page and escape(camp) in page
    sent = {"seq": game.seq, "key": "one", "seat": "north", "kind": "forage"}
    answer = client.post(f"/games/{game.pk}/act", sent, follow=True)
    assert answer.status_code == 200 and foraged in answer.content.decode()
    assert Game.objects.get(pk=game.pk).seq == game.seq + 1
