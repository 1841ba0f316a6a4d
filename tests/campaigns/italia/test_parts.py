"""One table or one nation's card is downloaded, corrected and uploaded by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.italia.rules.system import ITALIA
from engine.game import BadScenario
from games.models import Game
from tests.found import some
from tests.web.cast import browser, person


@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_every_part_put_back_as_it_is_gives_the_scenario(name: str) -> None:
    whole = ITALIA.scenario(name)
    for part in some(ITALIA.parts(name)):
        found = ITALIA.complete_document(ITALIA.part(name, part)).scenario
        for table in some(whole):
            same = sorted(map(repr, found[table])) == sorted(map(repr, whole[table]))
            assert same, f"{part}: {table}"


def test_a_nations_rows_take_the_place_of_its_old_ones_and_no_others() -> None:
    part = ITALIA.part("italia1", "romans")
    part["setups"] = part["setups"][:1]
    found, whole = ITALIA.complete_document(part).scenario, ITALIA.scenario("italia1")
    others = [row for row in whole["setups"] if row["nation"] != "romans"]
    assert [row for row in found["setups"] if row["nation"] != "romans"] == others
    assert [row for row in found["setups"] if row["nation"] == "romans"] == part["setups"]
    assert found["charts"] == whole["charts"]


def wrong(part: Any) -> set[tuple[str, str]]:
    own = None
    try:
        own = ITALIA.complete_document(part)
        ITALIA.open(own.scenario, {})
    except BadScenario as bad:
        return {((own.locate_mistake(one) if own else one).path, one.code) for one in bad.mistakes}
    return set()


def test_every_mistake_is_named_where_it_stands_in_the_part() -> None:
    part = ITALIA.part("italia1", "romans")
    part["setups"][0]["place"] = "moon"
    assert {path.partition("]")[0] for path, _code in some(wrong(part))} == {"$.setups[0"}
    assert ("$.setups[0].place", "unknown_place") in wrong(part)
    part["reinforcements"][1]["round"] = part["charts"][2]["halves"] = "soon"
    assert {path for path, _code in wrong(part)} == {"$.reinforcements[1].round", "$.charts[2].halves"}
    part["setups"][0]["nation"] = "celts"
    assert ("$.setups[0].nation", "another_nation") in wrong(part)
    table = ITALIA.part("italia1", "setups")
    assert wrong({**table, "board": table["setups"]}) and wrong({**table, "moons": []}) == {
        ("$.moons", "unknown_field")
    }
    assert wrong({**table, "part_of": "italia9"}) == {("$.part_of", "not_one_of")}


def test_a_game_is_made_of_a_part_that_was_sent_alone(db: None) -> None:
    person("anna")
    anna = browser("anna")
    address = reverse("scenario", args=["italia", "italia1"])
    assert anna.get(f"{address}?part=moon").status_code == 404
    part = json.loads(anna.get(f"{address}?part=romans").content)
    part["nations"][0]["name"] = "Quirites"
    page = anna.get(reverse("new-game-of", args=["italia"])).content.decode()
    assert f"{address}?part=romans" in page

    def sent(document: Any, **more: str) -> Any:
        file = SimpleUploadedFile("part.json", json.dumps(document).encode())
        return anna.post(reverse("new-game-of", args=["italia"]), {"name": "Own", "file": file, **more})

    made = sent(part, **{f"f-{one.name}": one.options[0].value for one in ITALIA.options()})
    assert made.status_code == 302, made.content.decode()[:3000]
    names = {card["id"]: card["name"] for card in Game.objects.get().scenario["nations"]}
    assert names["romans"] == "Quirites" and names["celts"] == "Celts"
    part["setups"][0]["place"] = "moon"
    assert "$.setups[0].place" in sent(part, do="check").content.decode()
