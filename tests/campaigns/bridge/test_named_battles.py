"""The name of a campaign's battle, and how its result gets back to the campaign's map."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Profile
from campaigns.justinian.wording import JustinianWording
from engine.game import OpenBattle
from games import services
from games.services import messages
from tests.campaigns.bridge.kinds import SCENARIO, opened
from tests.campaigns.bridge.wars import a_war, to_the_end
from tests.flat import flat
from tests.games.cast import NOW

pytestmark = pytest.mark.django_db

WORDING = JustinianWording(SCENARIO)


def salona(**ground: Any) -> OpenBattle:
    """Create a battle in which Athalaric attacks Sittas before Salona."""
    battle = opened("several armies").battle
    attacker = replace(battle.attacker, facts={**battle.attacker.facts, "commander": "athalaric"})
    defender = replace(battle.defender, facts={**battle.defender.facts, "commander": "sittas"})
    ground = {**battle.ground, "city": "Salona", "province": "dalmatia", **ground}
    return replace(battle, attacker=attacker, defender=defender, ground=ground)


def test_a_battle_is_called_by_place_and_year_and_has_commanders() -> None:
    with override("en"):
        assert WORDING.battle_name(salona(), 1) == "Battle of Salona, 528"
        assert WORDING.battlefield(salona()) == "Salona, Dalmatia"
        assert WORDING.commander(salona().attacker) == "Athalaric"
    with override("it"):
        assert WORDING.battle_name(salona(), 1) == "Battaglia di Salona, 528"
        assert WORDING.commander(salona().defender) == "Sitta"


def test_without_a_commander_there_is_none_and_without_a_city_the_province() -> None:
    battle = salona(city=None, province="moesia_i")
    headless = replace(battle, defender=replace(battle.defender, facts={"commander": None}))
    with override("en"):
        assert WORDING.battle_name(headless, 2) == "Battle of Moesia I, 532"
        assert WORDING.commander(headless.defender) == ""
        assert WORDING.host(headless.defender) == "Ostrogoths"
    with override("it"):
        assert WORDING.battle_name(headless, 2) == "Battaglia di Mesia I, 532"
        assert WORDING.battlefield(headless) == "Mesia I"


def test_the_battle_bears_its_name_in_every_list_and_page_and_mail(client: Client) -> None:
    campaign, link, gm, _rival = a_war()
    battle = link.battle
    name = re.escape(battle.names["en"])
    assert re.fullmatch(r"Battle of .+, 528", battle.names["en"])
    assert re.fullmatch(r"Battaglia di .+, 528", battle.names["it"])
    client.force_login(gm)
    for address in ("/", battle.get_absolute_url(), reverse("battles:dba-report", args=[battle.pk])):
        assert re.search(name, client.get(address).content.decode()), address
    assert f"<title>{battle.names['en']}" in client.get(battle.get_absolute_url()).content.decode()
    assert (
        f"<h1>{battle.names['en']}"
        in client.get(reverse("game-battle", args=[campaign.pk, link.pk])).content.decode()
    )
    client.cookies["django_language"] = "it"
    assert battle.names["it"] in client.get("/").content.decode()


def test_a_mail_calls_the_battle_in_the_readers_language() -> None:
    _campaign, link, gm, _rival = a_war()
    gm.email = "gm@example.org"
    gm.save()
    Profile.objects.filter(pk=Profile.of(gm).pk).update(language="it")
    to_the_end(link)
    messages.send(timezone.now())
    assert any(link.battle.names["it"] in one.subject for one in mail.outbox)


def test_a_name_that_somebody_gives_holds_in_every_language() -> None:
    _campaign, link, gm, _rival = a_war()
    same = services.change_settings(link.battle_id, gm, now=NOW, name=link.battle.title, public=False)
    assert same.names == link.battle.names
    named = services.change_settings(link.battle_id, gm, now=NOW, name="The great day")
    with override("it"):
        assert named.title == "The great day"


def test_sides_are_called_by_their_armies(client: Client) -> None:
    _campaign, link, gm, _rival = a_war()
    client.force_login(gm)
    page = client.get(link.battle.get_absolute_url()).content.decode()
    assert "Red" not in page and "Blue" not in page
    assert "Byzantium" in page


def test_a_finished_battle_asks_to_confirm_its_losses_and_leads_back_to_the_map(client: Client) -> None:
    campaign, link, gm, rival = a_war()
    battle = to_the_end(link)
    units = link.opening["attacker"]["units"]
    sp, lost = sum(u["sp"] for u in units), sum(link.report["losses"].get(u["id"], 0) for u in units)
    assert lost > 0
    people = {seat.key: seat.user for seat in campaign.seats.all()}
    client.force_login(people[link.attacker])
    page = client.get(battle.get_absolute_url()).content.decode()
    assert f"Confirm the result: lost {lost} of {sp} SP" in page
    assert battle.names["en"] in client.get("/").content.decode()  # as "Your decision" on the home page
    assert f'href="{campaign.get_absolute_url()}"' in page
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    assert client.post(address, {"do": "confirm", "from": "table"}).status_code == 302
    page = client.get(battle.get_absolute_url()).content.decode()
    assert "Confirm the result" not in page and "Back to the map" in page
    client.force_login(people[link.defender])
    sent = client.post(address, {"do": "confirm", "from": "table"})
    assert sent.headers["Location"] == campaign.get_absolute_url()  # both agreed: the campaign continues


def test_the_campaigns_chronicle_leads_to_the_battle_by_its_name(client: Client) -> None:
    campaign, link, gm, rival = a_war()
    to_the_end(link)
    for player in (gm, rival):
        services.confirm_battle(link.pk, player, now=NOW)
    client.force_login(gm)
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    for steps in ("", "?steps=1"):
        page = flat(client.get(reverse("game-chronicle", args=[campaign.pk]) + steps).content.decode())
        assert f'<a href="{address}">{link.battle.names["en"]}</a>' in page, steps or "told"
    desk = client.get(reverse("game-desk", args=[campaign.pk])).content.decode()
    assert link.battle.names["en"] in desk


def test_the_meter_is_empty_at_nothing_lost_and_marked_at_the_break(client: Client) -> None:
    _campaign, link, gm, _rival = a_war()
    client.force_login(gm)

    def fills() -> list[tuple[str, str]]:
        page = flat(client.get(link.battle.get_absolute_url()).content.decode())
        return re.findall(r'class="(meter[^"]*)".*?<rect class="meter__fill" width="(\d+)"', page)

    assert fills() == [("meter", "0"), ("meter", "0")]
    battle = to_the_end(link)
    at = services.table(battle)
    full = [
        s["total"] >= s["breaks_at"]
        for s in (at.view(None)["armies"][k]["standing"] for k in ("red", "blue"))
    ]
    assert [kind == "meter meter--full" for kind, _width in fills()] == full
    assert fills()[0][1] == "2"
