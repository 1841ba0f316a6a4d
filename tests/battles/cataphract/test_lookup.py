"""The Cataphract calculator: a page open to everyone, its JSON, and the command."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from battles.cataphract.lookup import words
from battles.cataphract.rules.checks import command, quality
from battles.cataphract.rules.contingents import contingents
from battles.cataphract.rules.shock.situation import TERRAIN

LOOK = "/battles/cataphract/lookup/"


@pytest.mark.parametrize("ask", words.ASKED)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_each_question_opens_with_an_example_that_is_answered(client: Client, ask: str, lang: str) -> None:
    page = client.get(LOOK, {"ask": ask, "lang": lang})
    assert page.status_code == 200 and 'class="told result"' in page.text
    assert f'lang="{lang}"' in page.text


def test_an_address_holds_the_whole_question(client: Client) -> None:
    facts = {"attackers.0.type": "HC", "attackers.0.tq": "7", "attackers.0.check": "true"}
    facts |= {"defenders.0.type": "MI", "defenders.0.tq": "4", "terrain.0": "woods", "format": "json"}
    assert client.get(LOOK, facts).json()["column"] == 6


def test_impossible_input_is_explained_and_kept_in_the_form(client: Client) -> None:
    page = client.get(LOOK, {"attackers.0.of": "numeri", "defenders.0.of": "numeri", "defenders.0.hits": "4"})
    assert page.status_code == 400
    assert "has routed already (10.14)" in page.text and '<option value="4" selected>' in page.text


def test_a_guess_is_called_one(client: Client) -> None:
    page = client.get(LOOK, {"ask": "shot", "firer.of": "aux_b", "target.of": "numeri", "distance": "2"})
    assert "a guess" in page.text


def test_a_posted_question_is_answered_or_refused_with_its_path(client: Client) -> None:
    sent = json.dumps({"ask": "rally", "unit": {"type": "MI", "tq": 5, "routed": True}, "charisma": 4})
    assert client.post(LOOK, sent, "application/json").json()["hits"] == 2
    refused = client.post(LOOK, '{"ask": "rally", "unit": {"type": "XX"}}', "application/json")
    assert refused.status_code == 400
    assert {m["path"] for m in refused.json()["mistakes"]} >= {"$.unit.type", "$.unit.tq"}


def test_the_command_answers_and_publishes_what_may_be_asked() -> None:
    out = StringIO()
    call_command("resolve", "cataphract", '{"ask": "doom", "rolled": 9}', stdout=out)
    assert json.loads(out.getvalue())["result"] == "all_finished"
    out = StringIO()
    call_command("resolve", "cataphract", "--schema", stdout=out)
    assert len(json.loads(out.getvalue())["oneOf"]) == 10


def test_every_code_has_a_word() -> None:
    assert set(command.KINDS) == set(words.CHECKS) == set(words.RATINGS)
    assert set(quality.KINDS) == set(words.QUALITY)
    assert set(TERRAIN) < set(words.LINES)
    found = {mark.found for one in contingents().values() for mark in one.marks}
    assert found <= set(words.FOUND)


def test_the_page_holds_the_charts_and_is_kept_offline(client: Client) -> None:
    page = client.get(LOOK, {"lang": "en"}).text
    assert "2(4)" in page and "Clash of Spears and Swords: rear" in page
    assert "<td>4</td>" in page and "<td>5?</td>" in page  # a worked example, and a guess
    worker = client.get("/battles/cataphract/sw.js").text
    assert "lookup/asking.js" in worker and f'"{LOOK}?lang=it"' in worker
    data = client.get("/battles/cataphract/data.json").json()
    assert data["clash"]["cells"]["front"]["HC"]["HC"] == 7
    assert client.get("/battles/cataphract/manifest.webmanifest").json()["start_url"] == LOOK
