"""Stored campaigns whose battles are fought with Schiere: chosen by both sides, fought by people, by bots
or with the boxed game, and reported to the campaign.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from engine.game import IllegalAction, InvalidAction
from games import services
from games.models import Outbox
from tests.campaigns.bridge.wars import a_war, came_back, fought_on, whole
from tests.campaigns.italia.battling import theatre
from tests.games.cast import NOW, a_game, a_user

pytestmark = pytest.mark.django_db


def test_a_campaign_of_programs_fights_its_battle_out_and_goes_on() -> None:
    gm = a_user("gm")
    people = {"byzantium": "bot", "barbarian": "bot"}
    campaign = a_game(gm, people, system="justinian", options={"battles": "open"}, battle_system="schiere")
    link = None
    for _ in range(400):
        services.answer_due(campaign.pk, NOW)
        link = campaign.battle_links.first()
        if link is not None:
            break
    assert link is not None and link.battle.system == "schiere" and link.system == "schiere"
    services.fight_out(link.battle.pk, NOW)
    link.refresh_from_db()
    assert link.status == "confirmed" and link.report["facts"]["attacker"]["units"] > 0
    services.answer_due(campaign.pk, NOW, limit=1)
    came_back(campaign, link)


def test_two_people_choose_schiere_for_their_battle_and_fight_it_to_its_end() -> None:
    campaign, link, gm, rival = a_war()
    other = link.battle
    services.fight_with(link.pk, gm, "schiere", now=NOW)
    link.refresh_from_db()
    assert (link.battle, link.wishes) == (other, {"byzantium": "schiere"})  # one side's wish changes nothing
    asked = Outbox.objects.filter(payload__otherwise="schiere", game=campaign)
    assert [one.recipient for one in asked] == [rival], "the other side is asked"
    services.fight_with(link.pk, rival, "schiere", now=NOW)
    link.refresh_from_db()
    assert link.battle.system == "schiere" and link.battle != other and link.wishes == {}
    services.pause(campaign.pk, gm, now=NOW)
    services.resume(campaign.pk, gm, now=NOW + timedelta(days=2))
    game = fought_on(link)
    assert game.has_ended
    link.refresh_from_db()
    assert link.status == "reported" and link.confirmations == []
    for user in (gm, rival):
        services.confirm_battle(link.pk, user, now=NOW)
    link.refresh_from_db()
    came_back(campaign, link)


def test_a_rewind_of_the_campaign_gives_the_open_battle_up(django_capture_on_commit_callbacks: Any) -> None:
    campaign, link, gm, rival = a_war("schiere")
    battle = fought_on(link, 6)
    assert battle.entries.count() > 6
    to = services.rewind_points(campaign)[-1]
    asked = services.ask_back(campaign.pk, gm, to_seq=to, drawn_seq=campaign.seq, now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        services.answer_back(campaign.pk, asked.pk, rival, agree=True, now=NOW)
    link.refresh_from_db()
    battle.refresh_from_db()
    assert (link.status, battle.status) == ("void", "abandoned")
    campaign.refresh_from_db()
    whole(campaign)


def test_a_battle_beside_the_box_is_reported_in_lost_units_and_agreed(client: Any) -> None:
    campaign, link, gm, rival = a_war("schiere")
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    first = link.opening["attacker"]["units"][0]["id"]
    client.force_login(gm)
    page = client.get(address + "?report=1").content.decode()
    assert "How the forces became armies" in page and "Lost on the board" in page
    wrong = client.post(
        address, {"do": "report", "winner": "attacker", "count": "elements", f"fell-{first}-captured": "99"}
    )
    assert wrong.status_code == 422
    fled = {"winner": "attacker", "count": "elements", f"fell-{first}-routed": "1"}
    client.post(address, {"do": "report", **fled})
    client.force_login(rival)
    page = client.get(address).content.decode()
    assert "units were lost on the board" in page
    client.post(address, {"do": "confirm"})
    link.refresh_from_db()
    assert link.status == "confirmed"
    services.answer_due(campaign.pk, NOW, limit=1)
    assert campaign.entries.get(reason="battle").action["losses"] == link.report["losses"]


def test_choosing_is_for_the_two_sides_and_for_systems_that_a_bridge_leads_to(client: Any) -> None:
    campaign, link, gm, rival = a_war("schiere")
    with pytest.raises(InvalidAction, match="no_such_battle_system"):
        services.fight_with(link.pk, gm, "chess", now=NOW)
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    client.force_login(rival)
    assert "Propose with DBA on a table" in client.get(address).content.decode()
    client.post(address, {"do": "system", "system": "dba"})
    client.force_login(gm)
    page = client.get(address).content.decode()
    assert "would rather fight it with DBA on a table" in page and "Leave it as it is" in page
    client.post(address, {"do": "system", "system": "dba"})
    link.refresh_from_db()
    assert (link.system, link.battle.system) == ("dba", "dba")
    services.leave_to_programs(link.pk, gm, now=NOW)
    services.leave_to_programs(link.pk, rival, now=NOW)
    with pytest.raises(IllegalAction, match="programs_fight"):
        services.fight_with(link.pk, gm, "schiere", now=NOW)


@pytest.mark.postgres
def test_a_combat_of_italia_fought_out_on_postgresql_comes_back_whole() -> None:
    assert connection.vendor == "postgresql"
    _a_combat_of_italia()


def test_a_combat_of_italia_fought_out_comes_back_whole() -> None:
    _a_combat_of_italia()


def _a_combat_of_italia() -> None:
    """Run the first large combat of a game: both sides leave it to bots, and the campaign continues."""
    found = theatre("italia1", 1, battle_system="schiere")
    for _ in range(2000):
        link = found.waiting()
        if link is not None:
            break
        found.step()
        found.game.refresh_from_db()
    else:
        raise AssertionError("no combat came up")
    now = timezone.now()
    for user in found.sides(link):
        services.leave_to_programs(link.pk, user, now=now)
    assert link.battle is not None and link.battle.system == "schiere"
    services.fight_out(link.battle.pk, now)
    link.refresh_from_db()
    assert link.status == "confirmed"
    services.answer_due(found.game.pk, now, limit=1)
    came_back(found.game, link)
