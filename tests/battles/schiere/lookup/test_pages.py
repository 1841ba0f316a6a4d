"""The calculator's page needs no account and no database query. It has both languages, reports every
mistake, and can be cached on phones.
"""

from typing import Any

import pytest
from django.test import Client

from battles.schiere.answers.schema import schema
from battles.schiere.lookup.data import modifiers
from battles.schiere.lookup.views import KEPT
from kit.lookup.serving import header_mark

LOOK = "/battles/schiere/lookup/"
PRINTED = {
    "ask": "duel",
    "a.class": "heavy_infantry",
    "d.class": "heavy_infantry",
    "received": "countercharges",
    "cards.0.0": "sword1",
    "cards.0.1": "feint",
    "cards.1.0": "feint",
    "cards.1.1": "shield",
    "cards.2.0": "sword3",
    "cards.2.1": "sword2",
}


def page(client: Client, query: dict[str, str], language: str = "en") -> str:
    return client.get(LOOK, query, headers={"accept-language": language}).content.decode()


def test_the_printed_duel_and_the_three_aims(client: Client) -> None:
    """The page shows the printed duel with the best cards for each of three aims. It needs neither an account
    nor the database.
    """
    told = page(client, PRINTED)
    assert "3 swords: 5/4" in told and "Left, attack / defence: attacker 2/4, defender 2/3." in told
    for aim in ("as much net damage as possible", "to eliminate the defender", "not to be eliminated"):
        assert aim in told


def test_the_page_answers_in_the_requested_language(client: Client) -> None:
    told = page(client, PRINTED, "it")
    assert "3 spade: 5/4" in told and "più danni netti possibile. Vale 1,50 punti" in told
    assert "3 swords" in page(client, PRINTED | {"lang": "en"}, "it")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            {"shooters.0.weapon": "bows", "shooters.0.distance": "2", "target.class": "light_infantry"},
            "33.3%",
        ),
        ({"a.enterprising": "true"}, "88.9%"),
        ({"moves": "false", "card": "feint"}, "it surrenders"),
    ],
)
def test_a_shot_the_initiative_a_rout(client: Client, query: dict[str, str], expected: str) -> None:
    ask = {"shooters.0.weapon": "shot", "a.enterprising": "initiative", "moves": "nerve"}[next(iter(query))]
    assert expected in page(client, {"ask": ask} | query)


def test_a_rally_and_an_army(client: Client) -> None:
    assert "They cannot be stopped." in page(client, {"ask": "rally", "chief": "astute"})
    taken = {"army.units.rome_legionaries": "12", "army.units.rome_velites": "8", "army.orders": "8"}
    army = {"ask": "army", "army.army": "rome", "army.points": "40", **taken}
    assert "This army may be fielded." in (told := page(client, army)) and "4 + 4 + 4" in told
    dear = page(client, army | {"army.units.carthage_elephants": "1"}, "it")
    assert "non può scendere in campo" in dear and "L425" in dear and "L326" in dear


def test_impossible_input_is_reported_with_its_field(client: Client) -> None:
    query = PRINTED | {"d.class": "heavy_cavalry", "received": "", "cards.1.1": "feint"}
    answer = client.get(LOOK, query)
    told = answer.content.decode()
    assert answer.status_code == 400 and "A card is played once in a duel" in told and "cards[1]" in told
    assert 'value="heavy_cavalry" selected' in told  # the form keeps the choice


@pytest.mark.parametrize("odd", ["9" * 5000, "\0x", "<script>", "-1", "a" * 300, "٣"])
@pytest.mark.parametrize("name", ["ask", "a.class", "a.damage", "cards.0.0", "cards", "a.x.y.z.q", ""])
def test_odd_words_are_refused_or_passed_by(client: Client, name: str, odd: str) -> None:
    answer = client.get(LOOK, {"ask": "duel", "a.class": "wing", "d.class": "wing", name: odd})
    assert answer.status_code in (200, 400) and b"<script>" not in answer.content.replace(b"<script src", b"")


def test_json_in_and_out(client: Client) -> None:
    told = client.get(LOOK, {"ask": "nerve", "card": "shield", "format": "json"}).json()
    assert told["result"] == "stands"
    sent: Any = {"ask": "rally", "order": "shield"}
    assert client.post(LOOK, sent, content_type="application/json").json()["result"] == "rallies"
    wrong = client.post(LOOK, "[", content_type="application/json")
    assert wrong.status_code == 400 and wrong.json()["mistakes"][0]["code"] == "not_json"
    assert client.get(f"{LOOK}schema.json").json() == schema()


def test_a_phone_keeps_page_scripts_and_tables_of_one_version(client: Client) -> None:
    script = client.get("/battles/schiere/sw.js").content.decode()
    assert (
        f'"schiere-{KEPT.version}-{header_mark()}"' in script
        and f"/battles/schiere/data.json?v={KEPT.version}" in script
    )
    assert "schiere_page.js" in script and f'"{LOOK}?lang=it"' in script
    assert client.get("/battles/schiere/manifest.webmanifest").json()["scope"] == "/battles/schiere/"
    assert set(client.get("/battles/schiere/data.json").json()["texts"]) == {"en", "it"}


def test_modifiers_are_read_off_the_rules() -> None:
    """Every line of the rulebook's table that can apply to a melee appears."""
    found = modifiers()
    assert found["stands"] == [-1, 0, True] and found["charged_by_elephants"] == [-1, -2, False]
    assert len(found) == 18
