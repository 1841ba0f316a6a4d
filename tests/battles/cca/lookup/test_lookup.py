"""The Commands & Colors calculator needs no account and no database query. It gives the same answers as
`manage.py resolve` and the odds.
"""

from __future__ import annotations

import gzip
import io
import json
import re
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from battles.cca.answers.lookup import fight_out, resolve, schema
from battles.cca.forecast.odds import exchanges
from battles.cca.lookup.answer_rows import results
from battles.cca.rules.cards import CARDS
from battles.cca.rules.combat.exchange import Answers
from battles.cca.rules.combat.situation import read_combat
from battles.cca.rules.terrain.terrain import TERRAIN
from battles.cca.rules.units import UNITS
from engine.game import BadScenario
from tests.found import some

LOOK = "/battles/cca/lookup/"
QUERY = {"attacker.type": "elephant", "target.type": "heavy_inf", "attacker.leader": "attached"}
FACTS = {"attacker": {"type": "elephant", "leader": "attached"}, "target": {"type": "heavy_inf"}}


def test_the_page_names_every_unit_terrain_and_card_in_both_languages(client: Client) -> None:
    for language, heading in (("en", "Close combat"), ("it", "Blocchi rimasti")):
        answer = client.get(LOOK, headers={"accept-language": language})
        page = answer.content.decode()
        assert answer.status_code == 200 and heading in page and "%(" not in page
        assert all(f'id="u-{one}"' in page for one in UNITS)
        assert all(f'id="t-{one}"' in page for one in TERRAIN if one != "clear")
        assert all(f'id="c-{one}"' in page for one in CARDS)
        assert len(gzip.compress(answer.content)) < 60_000


def test_page_json_and_command_agree_with_the_odds(client: Client) -> None:
    out = io.StringIO()
    call_command("resolve", "cca", json.dumps({"ask": "combat", **FACTS}), stdout=out)
    told = client.get(LOOK, {**QUERY, "format": "json"}).json()
    assert told == json.loads(out.getvalue()) == resolve({"ask": "combat", **FACTS})
    odds = exchanges(read_combat(FACTS), Answers())
    dies = odds.chance(lambda one: one.target_toll.eliminated)
    assert Fraction(told["target"]["eliminated"]) == dies > 0
    assert sum(Fraction(share) for share in told["target"]["lost"].values()) == 1
    page = re.sub(r"\s+", " ", client.get(LOOK, QUERY).content.decode())
    assert f"Eliminated: <strong>{round(100 * dies)}%</strong>" in page


def test_dice_are_thrown_for_a_board_on_the_table(client: Client) -> None:
    for language, heading in (("en", "Thrown for your table"), ("it", "Tirati per il tuo tavolo")):
        answer = client.get(LOOK, {**QUERY, "throw": "1"}, headers={"accept-language": language})
        page = answer.content.decode()
        assert heading in page and "%(" not in page and "no-store" in answer["Cache-Control"]
        assert page.split(heading)[1].count('role="img"') >= 3  # heavy foot meets the dice of its own kind
    refused = client.get(LOOK, {"attacker.type": "triarii", "target.type": "auxilia", "throw": "1"})
    assert refused.status_code == 400 and "Thrown" not in refused.content.decode()
    assert "max-age=0" not in client.get(LOOK, QUERY)["Cache-Control"]


def test_every_result_of_thrown_dice_is_told() -> None:
    """Thrown dice take two blocks from a heavy foot unit and make it retreat. A unit with a single block is
    eliminated instead.
    """
    fought = fight_out({"ask": "combat", **FACTS}, iter([3, 3, 5, *[1] * 50]).__next__)
    assert [purpose for purpose, _faces in fought.throws][0] == "attack"
    assert results(fought)[0] == "The target loses 2 blocks." and "retreats" in results(fought)[1]
    facts = {"attacker": {"type": "heavy_inf"}, "target": {"type": "light_inf", "blocks": 1}}
    gone = fight_out({"ask": "combat", **facts}, iter([1] * 50).__next__)
    assert results(gone) == ["The target is eliminated.", "The attacker may advance into the hex."]
    nothing = {"attacker": {"type": "light_inf"}, "target": {"type": "heavy_inf"}, "battle_back": False}
    assert results(fight_out({"ask": "combat", **nothing}, iter([2] * 50).__next__)) == ["Nothing happens."]


def test_a_rampage_counts_among_the_losses(client: Client) -> None:
    """Nobody battles back here, so the attacker loses its last block only to the elephant."""
    facts = {
        "attacker": {"type": "light_inf", "blocks": 1},
        "target": {"type": "elephant"},
        "battle_back": False,
    }
    told = resolve({"ask": "combat", **facts})
    combat = {key: value for key, value in facts.items() if key != "battle_back"}
    odds = exchanges(read_combat(combat), Answers(battle_back=False))
    wild = odds.chance(lambda one: one.attack is not None and one.attack.rampage)
    assert told["answered"] == "0" and Fraction(told["attacker"]["mean"]) == wild * Fraction(11, 36) > 0
    assert told["attacker"]["eliminated"] == told["attacker"]["mean"]
    query = {"attacker.type": "light_inf", "attacker.blocks": "1", "target.type": "elephant"}
    page = client.get(LOOK, {**query, "battle_back": "false"}).content.decode()
    assert "The attacker" in page


def test_an_elephant_that_is_battled_back_at_tramples_the_defender() -> None:
    told = resolve({"ask": "combat", **FACTS})
    odds = exchanges(read_combat(FACTS), Answers())
    shot = odds.chance(lambda one: one.attack is not None and one.attack.is_eliminated)
    assert Fraction(told["target"]["eliminated"]) > shot > 0


@pytest.mark.parametrize(
    ("query", "code", "said"),
    [
        ({"mode": "ranged"}, "no_missiles", "has no missiles"),
        ({"evade": "true"}, "cannot_evade", "may not evade"),
        ({"target.terrain": "river"}, "cannot_stand", "can stand on this ground"),
        ({"target.type": "wizard"}, "not_one_of", "unknown"),
    ],
)
def test_mistakes_are_told(client: Client, query: dict[str, str], code: str, said: str) -> None:
    asked = {"attacker.type": "heavy_inf", "target.type": "heavy_inf", **query}
    answer = client.get(LOOK, asked)
    assert answer.status_code == 400 and said in answer.content.decode()
    told = client.get(LOOK, {**asked, "format": "json"})
    assert told.status_code == 400 and code in [one["code"] for one in told.json()["mistakes"]]


def test_every_unit_terrain_and_card_is_told_as_in_the_data(client: Client) -> None:
    asked = [("unit", UNITS), ("terrain", TERRAIN), ("card", CARDS)]
    for kind, known in some(asked):
        for name in some(list(known)):
            sent: Any = {"ask": kind, kind: name}
            assert client.post(LOOK, sent, content_type="application/json").json()["id"] == name
    with pytest.raises(BadScenario):
        resolve({"ask": "unit", "unit": "x"})
    assert client.post(LOOK, [1], content_type="application/json").status_code == 400


def test_the_schema_and_what_a_phone_keeps(client: Client) -> None:
    assert client.get(f"{LOOK}schema.json").json() == schema()
    worker = client.get("/battles/cca/sw.js").content.decode()
    kept = re.findall(r'"(/[^"]+)"', worker)
    assert LOOK in " ".join(kept)
    tables = client.get("/battles/cca/data.json").json()
    assert set(tables["rules"]["types"]) == set(UNITS) and set(tables["texts"]) == {"en", "it"}
    assert f"{LOOK}" in client.get(LOOK).content.decode() and "/battles/cca/data.json?v=" in " ".join(kept)
    assert client.get("/battles/cca/manifest.webmanifest").json()["start_url"] == LOOK
