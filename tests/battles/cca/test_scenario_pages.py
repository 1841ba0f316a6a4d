"""Every built-in scenario has a page, a file to download and a sheet to print, and visitors can start it."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.test import Client
from django.utils import translation

from battles.cca.rules.scenarios import read_scenario, scenarios
from battles.cca.rules.system import CCA
from battles.cca.scenarios.briefing_text import briefing
from battles.cca.wording import CcaWording
from engine.game import BadScenario
from games.models import Game
from tests.found import some

pytestmark = pytest.mark.django_db
LIST = "/battles/cca/scenarios/"


def test_every_scenario_is_listed_with_where_its_set_up_is_from(client: Client) -> None:
    for language, ours in (("en", "ours"), ("it", "nostro")):
        page = client.get(LIST, headers={"accept-language": language}).content.decode()
        assert page.count(f'<span class="chip">{ours}</span>') == 5
        for name in some(list(scenarios())):
            assert f'href="{LIST}{name}/"' in page


def test_briefing_sheet_and_file_of_every_scenario(client: Client) -> None:
    for name, one in some(list(scenarios().items())):
        page = html.unescape(client.get(f"{LIST}{name}/").content.decode())
        told = briefing(one)
        assert f"{one.banners} banners win the battle" in page and "map__svg" in page and "%(" not in page
        assert all(said in page for said in told.special) and len(told.special) == len(one.special)
        assert sum(army.units for army in told.armies) == len(one.position.units)
        assert ("not play-tested" in page) == (one.layout == "design")
        for size in ("", "?size=card"):
            sheet = client.get(f"{LIST}{name}/sheet/{size}").content.decode()
            assert ("cpaper--card" in sheet) == bool(size) and "map__svg" in sheet
            assert all(f'data-side="{side}"' in sheet for side in ("bottom", "top"))  # printed light and dark
        file = json.loads(client.get(f"{LIST}{name}.json").content)
        assert file == CCA.scenario(name) and read_scenario(file) == one
    assert client.get(f"{LIST}nowhere/").status_code == 404


def test_the_cheat_sheet_is_told_in_both_languages(client: Client) -> None:
    for language, said in (("en", "Draw a card."), ("it", "Pesca una carta.")):
        page = client.get("/battles/cca/cheatsheet/", headers={"accept-language": language}).content.decode()
        assert said in page and "%(" not in page


def test_a_visitor_plays_any_scenario_on_either_side(client: Client) -> None:
    for seat in ("top", "bottom"):
        sent = {"system": "cca", "scenario": "zama", "seat": seat}
        answer = client.post("/play/", sent)
        assert answer.status_code == 302
        found = re.search(r"[0-9a-f-]{36}", answer["Location"])
        assert found is not None
        game = Game.objects.get(pk=found[0])
        assert game.scenario_name == "zama" and game.seats.get(key=seat).user == game.gm
        client = Client()
    client.post("/play/", {"system": "cca", "scenario": "atlantis"})
    assert Game.objects.count() == 2


def test_a_visitor_plays_both_sides_of_a_scenario_by_one_button(client: Client) -> None:
    page = client.get(f"{LIST}zama/").content.decode()
    assert page.count('name="seat"') == 3 and 'value="both"' in page
    assert client.post("/play/", {"system": "cca", "scenario": "zama", "seat": "both"}).status_code == 302
    game = Game.objects.get()
    assert {seat.user for seat in game.seats.all()} == {game.gm} and game.running
    assert "bot" not in game.name


def test_every_mistake_of_a_file_is_told_with_its_hex() -> None:
    document = {**CCA.scenario("cannae"), "roster": None}
    document["units"] = [
        *document["units"],
        {"side": "top", "type": "auxilia", "hex": "A3"},
        {"side": "top", "type": "auxilia", "hex": "B13"},
        {"side": "top", "type": "camel", "hex": "E4"},
    ]
    document["terrain"] = {"A6": "lake"}
    with pytest.raises(BadScenario) as bad:
        read_scenario(document)
    for language, said in (("en", "Two units stand in A3."), ("it", "Ci sono due unità in A3.")):
        with translation.override(language):
            told = [CcaWording.mistake(one) for one in bad.value.mistakes]
        assert said in told and any(text.startswith("B13 ") for text in told)
        assert any(text.startswith("A6: ") for text in told) and any(text.startswith("E4: ") for text in told)
