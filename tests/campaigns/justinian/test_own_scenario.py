"""A game master downloads a copy of the scenario, corrects it, has it checked, and plays it on the web."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game
from tests.web.cast import browser

pytestmark = pytest.mark.django_db

NEW = {
    "name": "From the printed map",
    "scenario": "justinian",
    "f-setup": "suggested",
    "f-defence_site": "fort",
    "f-operation_turn": "2",
    "f-epidemic": "table",
    "f-handicap_gold": "-12",
    "f-handicap_income": "0",
    "f-segments": "5",
    "f-balance": "rules",
    "f-start_turn": "4",
    "f-bot": "better",
    "hours": "",
    "dice": "virtual",
    "battle_system": "",
    "seat-byzantium": "me",
    "seat-barbarian": "bot",
}


def fetched() -> dict[str, Any]:
    answer = browser("owner").get(reverse("scenario", args=["justinian", "justinian"]))
    assert answer.status_code == 200
    found: dict[str, Any] = json.loads(answer.content)
    return found


def send(raw: dict[str, Any], **more: str) -> Any:
    file = SimpleUploadedFile("mine.json", json.dumps(raw).encode())
    return browser("owner").post(reverse("new-game-of", args=["justinian"]), {**NEW, **more, "file": file})


def test_a_corrected_copy_is_sound_and_the_campaign_is_played_on_it() -> None:
    raw = fetched()
    raw["setup"]["byzantium"]["treasury_g"]["value"] = 40
    raw["counters"]["built_forts"]["value"] = 0
    totila = next(x for x in raw["leaders"]["barbarian"] if x["id"] == "totila")
    totila["control"] = 9
    assert "The file has no mistakes" in send(raw, do="check").content.decode()
    assert not Game.objects.exists()

    assert send(raw).status_code == 302
    game = Game.objects.get()
    services.start(game.pk, game.gm, now=timezone.now())
    game.refresh_from_db()
    table: Any = services.table(game)
    state = table.state
    assert (state.turn, state.gold) == (4, 40 - 12)  # 528 + 3 x 4 years; a handicap for Byzantium
    assert {"gelimer", "totila"} <= set(state.armies) and "athalaric" not in state.armies
    assert table.rules.setting.scn.leaders["totila"].control == 9
    assert table.rules.setting.scn.counters.built_forts == 0


def test_every_mistake_is_told_with_its_place_and_nothing_is_created() -> None:
    raw = fetched()
    raw["provinces"][0]["revenue"] = "many"
    raw["land_edges"][0]["a"] = "atlantis"
    raw["powers"][0]["activation"] = [0, 10**9]
    for do in ({"do": "check"}, {}):
        answer = send(raw, **do)
        page = answer.content.decode()
        assert answer.status_code == 422
        first = raw["provinces"][0]["id"]
        assert all(
            place in page
            for place in (f"$.provinces[{first}].revenue", "$.land_edges[0]", "$.powers[persia].activation")
        )
        assert "There is no province atlantis." in page
    assert not Game.objects.exists()


def test_a_file_that_is_no_json_is_told_where_to_look() -> None:
    file = SimpleUploadedFile("mine.json", b'{"meta": {},\n "provinces": [,]}')
    address = reverse("new-game-of", args=["justinian"])
    told = browser("owner").post(address, {**NEW, "do": "check", "file": file}).content.decode()
    assert "line 2, column 16" in told and "a comma, a quote or a bracket" in told
