"""Any two armies make a battle that the table assistant accepts."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from armies.dba.lists import army_lists
from armies.dba.roster import from_picks, ready_roster
from armies.services import save_army
from battles.dba.muster.scenario import battle
from battles.dba.rules.system import DBA
from games.models import Game
from tests.armies.web.factories import NOW, person, vandals
from tests.found import some


def test_every_ready_army_may_be_mustered():
    for army in some(army_lists().values()):
        roster = ready_roster(army.id)
        facts = battle(roster, roster, "civil war", ("one", "other"))
        DBA.open(facts, {})  # would raise BadScenario with every mistake
        assert len(facts["armies"]["red"]["elements"]) == 13  # twelve elements and the camp followers


def test_a_scenario_keeps_the_general_and_dismounting():
    red = battle(ready_roster("lombard"), ready_roster("gepid"), "x", ("a", "b"))["armies"]["red"]
    assert [e["id"] for e in red["elements"] if e.get("general")] == ["r1"]
    assert red["elements"][0]["dismounts"]["code"] == "4Sp"
    assert "dismounts" not in red["elements"][-2]


@pytest.mark.django_db
def test_a_player_opens_a_battle_with_his_own_army(client):
    anna = person("anna")
    client.force_login(anna)
    saved = vandals(anna)
    url = reverse("battles:new-battle")
    assert client.get(url, {"a": str(saved.pk)}).status_code == 200
    answer = client.post(url, {"a": str(saved.pk), "b": "early_byzantine", "who": "both", "dice": "physical"})
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.name, game.dice_mode) == ("Gelimer against Early Byzantine (Justinianic)", "physical")
    assert [s.user for s in game.seats.all()] == [anna, anna]
    with override("it"):
        assert game.title == "Gelimer contro Bizantini (Giustiniano)"


@pytest.mark.django_db
@pytest.mark.parametrize(("who", "other"), [("invite", (None, False)), ("bot", (None, True))])
def test_a_form_that_arrives_twice_makes_one_battle(client, who, other):
    anna = person("anna")
    client.force_login(anna)
    url = reverse("battles:new-battle")
    key = str(client.get(url).context["key"])
    sent = {"a": "vandal", "b": "early_byzantine", "who": who, "key": key}
    answers = [client.post(url, sent)["Location"] for _again in range(2)]
    game = Game.objects.get()
    assert answers == [game.get_absolute_url()] * 2
    assert [(s.user, s.is_bot) for s in game.seats.all()] == [(anna, False), other]
    client.post(url, {**sent, "b": "gepid"})  # the user went back and submitted a changed form
    assert Game.objects.count() == 2


@pytest.mark.django_db
def test_an_unfinished_or_hidden_army_does_not_fight_and_the_page_says_why(client):
    anna, mallory = person("anna"), person("mallory")
    hidden = vandals(mallory)
    short = from_picks(
        army_lists()["vandal"], [{"3Kn": 1}, {"3Kn": 5}, {}, {"2LH": 2}, {"4Wb": 1}, {"2Ps": 2}]
    )
    unfinished = save_army(anna, short, NOW)
    client.force_login(anna)
    url = reverse("battles:new-battle")
    page = client.post(url, {"a": str(unfinished.pk), "b": str(hidden.pk)}).content.decode()
    assert "this one has 11" in page and "is not shared with you" in page
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_a_stranger_logs_in_first(client):
    assert "login" in client.get(reverse("battles:new-battle"))["Location"]
