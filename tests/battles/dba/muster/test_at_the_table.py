"""A DBA battle at one table, started from two armies on one phone without an account."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts import guests, limits
from battles.dba.rules.table.state import TableState
from games import services
from games.models import Game
from tests.armies.web.factories import person, vandals
from tests.found import some

pytestmark = pytest.mark.django_db
URL = reverse("battles:dba-table")
TWO = {"a": "polybian_roman", "b": "later_carthaginian"}


def started(client: Client, **more: Any) -> Game:
    key = str(client.get(URL).context["key"])
    answer = client.post(URL, {**TWO, "key": key, **more})
    assert answer.status_code == 302, answer.content.decode()[:3000]
    return Game.objects.get(pk=answer["Location"].strip("/").split("/")[1])


def form_of(client: Client, game: Game, **fields: Any) -> None:
    """Post an answer form with these fields, and check that it is accepted."""
    game.refresh_from_db()
    sent = {"seq": game.seq, "key": f"key-{game.seq}", **fields}
    answer = client.post(reverse("game-act", args=[game.pk]), sent)
    assert answer.status_code == 302, answer.content.decode()[:3000]


def test_strangers_and_players_are_led_there(client: Client) -> None:
    assert f'href="{URL}"' in client.get("/table/").content.decode()
    front = client.get("/").content.decode()
    assert "At the table: two armies, start" in front and f'href="{URL}"' in front
    client.force_login(person("anna"))
    for page in some(["/", "/games/new/", "/battles/dba/lookup/"]):
        assert 'href="/table/"' in client.get(page).content.decode(), page


def test_two_armies_and_start(client: Client) -> None:
    game = started(client, general_a=" Anna ", general_b="Bruno")
    guest = game.gm
    assert guests.is_guest(guest)
    assert (game.status, game.dice_mode, game.public) == ("running", "physical", False)
    assert [seat.user for seat in game.seats.all()] == [guest, guest]
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Polybian Roman (Anna)" in page and "Later Carthaginian (Bruno)" in page
    assert game.title == "Polybian Roman against Later Carthaginian"
    with override("it"):
        assert game.title == "Romani polibiani contro Cartaginesi (guerre puniche)"
    assert Client().get(game.get_absolute_url()).status_code == 404, "nobody else sees it"
    form_of(client, game, kind="concede", seat="red")
    card = reverse("game-card", args=[game.pk])
    assert f'href="{card}"' in client.get(game.get_absolute_url()).content.decode().split('id="next"')[1]
    told = client.get(card).content.decode()
    assert "data-share" in told and "Later Carthaginian (Bruno)" in told
    assert "guest " not in told.split("<table>")[1], "who keeps the phone commands neither side"


def test_the_phones_owner_gets_the_first_seat(client: Client) -> None:
    game = started(client, keeps="b", general_b="Bruno")
    assert game.scenario["armies"]["red"] | {"elements": []} == {
        "name": "Later Carthaginian",
        "list": "later_carthaginian",
        "aggression": 3,
        "topography": game.scenario["armies"]["red"]["topography"],
        "camp": True,
        "commander": "Bruno",
        "elements": [],
    }


def test_the_set_up_is_skipped_with_one_press_and_the_first_die_is_one_tap(client: Client) -> None:
    game = started(client)
    page = client.get(game.get_absolute_url())
    quick = page.context["laid_out"]
    assert [one["name"] for one in quick] == ["Polybian Roman", "Later Carthaginian"]
    assert "Already set up" in page.content.decode()
    form_of(client, game, seat="red", kind="set_table", fixed=quick[1]["fixed"], **{"f-river": "false"})
    page = client.get(game.get_absolute_url())
    assert 'name="face-0"' in page.content.decode() and page.context["laid_out"] == []
    form_of(client, game, seat="blue", kind="roll_pips", **{"face-0": "4"})
    state = services.table(Game.objects.get()).state
    assert isinstance(state, TableState)
    assert (state.phase, state.active, state.invader, state.pips) == ("moves", "blue", "blue", 4)


def test_the_phone_remembers_its_last_two_armies(client: Client) -> None:
    started(client, a="vandal", b="gepid")
    asked = client.get(URL).context["asked"]
    assert (asked["a"], asked["b"]) == ("vandal", "gepid")
    client.cookies["dba_table"] = "no-such-list|gepid"
    asked = client.get(URL).context["asked"]
    assert (asked["a"], asked["b"]) == ("polybian_roman", "gepid"), "what is gone is not offered"


def test_who_is_logged_in_leads_an_army_of_their_own(client: Client) -> None:
    anna = person("anna")
    client.force_login(anna)
    mine = vandals(anna)
    assert f'value="{mine.pk}"' in client.get(URL).content.decode()
    game = started(client, a=str(mine.pk))
    assert (game.gm, game.scenario["armies"]["red"]["name"]) == (anna, "Gelimer")
    strange = Client().post(URL, {**TWO, "a": str(mine.pk)})
    assert strange.status_code == 422 and "not shared with you" in strange.content.decode()


def test_a_double_tap_makes_one_battle_of_one_guest(client: Client) -> None:
    sent = {**TWO, "key": str(client.get(URL).context["key"])}
    # the browser receives only one of the responses
    first, second = client.post(URL, sent), Client().post(URL, sent)
    assert first["Location"] == second["Location"] and Game.objects.count() == 1
    again = client.post(URL, sent)  # the user went back and pressed the button again
    assert again["Location"] == first["Location"] and Game.objects.count() == 1
    client.post(URL, {**sent, "b": "gepid"})
    assert Game.objects.count() == 2
    assert Game.objects.values("gm").distinct().count() == 1


def test_a_returning_guest_can_continue_the_battle(client: Client) -> None:
    game = started(client)
    page = client.get(URL).content.decode()
    assert "Continue: Polybian Roman against Later Carthaginian" in page
    assert f'href="{game.get_absolute_url()}"' in page
    assert "Continue:" not in Client().get(URL).content.decode()
    services.submit(
        game.pk, "red", {"kind": "concede"}, drawn_seq=0, key="k", user=game.gm, now=game.created_at
    )
    assert "Continue:" not in client.get(URL).content.decode()


def test_the_key_of_an_old_form_lets_nobody_in(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = {**TWO, "key": str(client.get(URL).context["key"])}
    client.post(URL, sent)
    monkeypatch.setattr(guests, "TWICE", -guests.TWICE)
    other = Client()
    other.post(URL, sent)
    assert Game.objects.count() == 2
    assert other.session["_auth_user_id"] != client.session["_auth_user_id"]


def test_bad_choices_are_told_and_nothing_is_lost(client: Client) -> None:
    answer = client.post(URL, {"a": "atlantis", "b": "gepid", "general_b": "Bruno", "keeps": "b"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "does not exist" in page
    assert 'value="Bruno"' in page and not Game.objects.exists()
    assert "_auth_user_id" not in client.session, "nobody becomes a guest by a mistake"


def test_a_flood_of_guests_is_told_when_to_come_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "GUESTS", limits.Limit("guest", 1, 3600))
    started(client)
    answer = Client().post(URL, TWO)
    assert answer.status_code == 429 and "Wait up to 60 minutes" in answer.content.decode()
    assert Game.objects.count() == 1


def test_refused_cookies_are_told() -> None:
    answer = Client(enforce_csrf_checks=True).post(URL, TWO)
    assert answer.status_code == 403 and "blocks cookies" in answer.content.decode()
    assert not Game.objects.exists()
