"""The pages of the battle sheet: started without an account, played by taps, armies loaded from files."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Game

pytestmark = pytest.mark.django_db
START = "/battles/cataphract/sheet/"


def begin(client: Client, **sent: Any) -> Game:
    response = client.post(START, {"battle": "tricameron", "dice": "virtual", **sent})
    assert response.status_code == 302, response.content.decode()
    return Game.objects.get(pk=response["Location"].strip("/").split("/")[-1])


def play(client: Client, game: Game, kind: str, fixed: str = "{}", **fields: Any) -> str:
    game.refresh_from_db()
    sent = {"kind": kind, "fixed": fixed, "seq": game.seq, "seat": "first", "key": str(uuid4())}
    response = client.post(
        reverse("game-act", args=[game.pk]), {**sent, **{f"f-{k}": v for k, v in fields.items()}}, follow=True
    )
    return response.content.decode()


def test_a_visitor_begins_a_sheet_with_one_form() -> None:
    client = Client()
    game = begin(client)
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "Thracian 1" in page and "Gelimer" in page and "0/35" in page


def test_the_calculators_lead_to_the_sheet() -> None:
    for address in (reverse("battles:cataphract-lookup"), reverse("calculators")):
        assert f'href="{START}"' in Client().get(address).content.decode()


def test_a_tapped_unit_shows_what_it_may_do() -> None:
    client = Client()
    game = begin(client)
    page = client.get(f"/games/{game.pk}/?unit=a1").content.decode()
    assert 'id="here"' in page and "Mark: Moved" in page


def test_a_segment_of_clashes_is_played_through() -> None:
    client = Client()
    game = begin(client)
    play(client, game, "activate", leader="gara")
    play(client, game, "move_units", units=["b1", "b2"], hits="0")
    play(client, game, "charge", attackers=["b1"], defenders=["a1"])
    play(client, game, "describe_clash", aspect="front", terrain="", advance_hits="0")
    page = play(client, game, "charge", attackers=["b2"], defenders=["a2"])
    assert "Clash 2" in page
    page = play(client, game, "describe_clash", aspect="flank", terrain="", advance_hits="0")
    assert "All defenders go" in page
    play(client, game, "resolve_segment")
    for _step in range(4):
        page = play(client, game, "next_step")
    assert "After clash 1" in page and "After clash 2" in page
    game.refresh_from_db()
    assert not game.entries.filter(kind="refused").exists()


def test_dice_are_asked_for_all_clashes_at_once() -> None:
    client = Client()
    game = begin(client, dice="physical")
    play(client, game, "activate", leader="gara")
    play(client, game, "move_units", units=["b1", "b2"], hits="0")
    for mine, theirs in (("b1", "a1"), ("b2", "a2")):
        play(client, game, "charge", attackers=[mine], defenders=[theirs])
        play(client, game, "describe_clash", aspect="front", terrain="", advance_hits="0")
    play(client, game, "resolve_segment")
    page = play(client, game, "next_step")
    assert page.count("(d10)") == 4


CSV = """record,side,name,count,level,type,size,tq,ma,missile,rank,initiative,charisma
army,1,Avars,,30,,,,,,,,
unit,1,Lancers,3,,LN,5,6,7,,,,
leader,1,Bayan,,,,,,,,OC,5,3
army,2,Romans,,40,,,,,,,,
unit,2,Archers,2,,LI,7,6,5,C,,,
leader,2,Priscus,,,,,,,,OC,5,2
"""


def file(text: str, name: str = "sirmium.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def test_armies_come_from_a_table() -> None:
    client = Client()
    game = begin(client, file=file(CSV))
    assert game.title == "sirmium"
    assert "Lancers 3" in client.get(f"/games/{game.pk}/").content.decode()


def test_every_mistake_of_a_table_is_named_with_its_line() -> None:
    bad = CSV.replace("LN,5,6", "LX,5,66").replace("army,2,Romans,,40", "army,2,Romans,,")
    response = Client().post(START, {"battle": "tricameron", "dice": "virtual", "file": file(bad)})
    page = response.content.decode()
    assert response.status_code == 422
    assert "line 3, type" in page and "line 3, tq" in page and "line 5, level" in page


@pytest.mark.parametrize("battle", ["tricameron", "dara"])
def test_a_printed_battle_comes_back_from_its_table(battle: str) -> None:
    client = Client()
    table = client.get(f"{START}{battle}.csv").content.decode()
    game = begin(client, file=file(table))
    printed = client.get(f"{START}{battle}.json").json()
    for seat in ("first", "second"):
        names = [one["name"] for one in game.scenario["sides"][seat]["units"]]
        assert names == [one["name"] for one in printed["sides"][seat]["units"]]


@pytest.mark.parametrize(
    ("battle", "kind", "said"),
    [
        ("dara", "fight_round", "Champions:"),
        ("catalaunian", "pass_leader", "Sangiban is Finished"),
        ("dara", "enter_gate", "withdraw at 50 rout points"),
    ],
)
@pytest.mark.parametrize("language", ["en", "it"])
def test_special_rules_are_entered_on_the_page(battle: str, kind: str, said: str, language: str) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    game = begin(client, battle=battle)
    fields = {"pass_leader": {"leader": "sangiban"}, "enter_gate": {"unit": "b1"}}.get(kind, {})
    page = play(client, game, kind, **fields)
    assert "%(" not in page
    assert said in page or language == "it"
    game.refresh_from_db()
    assert game.entries.filter(kind="action").count() == 1


def test_a_feigned_retreat_is_told_step_by_step_on_the_page() -> None:
    client = Client()
    game = begin(client, battle="utus")
    play(client, game, "activate", leader="arnegisclus")
    runner = next(u["id"] for u in game.scenario["sides"]["second"]["units"] if u.get("feigns"))
    rider = next(u["id"] for u in game.scenario["sides"]["first"]["units"] if u.get("pursues") is not None)
    page = play(client, game, "feign", unit=runner, target=rider)
    assert "feigns a retreat before" in page and "Did the target see where the retreat began?" in page
    page = client.get(f"/games/{game.pk}/?unit={runner}").content.decode()
    assert "%(" not in page


def test_an_option_for_engaged_units_reaches_the_battle() -> None:
    client = Client()
    game = begin(client, engaged="yes")
    page = client.get(f"/games/{game.pk}/?unit=a1").content.decode()
    assert "Mark: Engaged" in page
    assert "Mark: Engaged" not in client.get(f"/games/{begin(Client()).pk}/?unit=a1").content.decode()
