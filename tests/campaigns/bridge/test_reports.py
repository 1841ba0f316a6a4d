"""Battles fought outside the application: reported in elements or strength points, converted and shown."""

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.bridge import dba_muster
from campaigns.bridge.justinian_dba import BRIDGE
from engine.codec import Codec
from engine.game import BattleReport, InvalidAction
from games import services
from tests.campaigns.bridge.kinds import SCENARIO, fought, opened
from tests.campaigns.bridge.wars import a_war

SHAPES = Codec(1)


@pytest.fixture
def great():
    """Return a battle of several armies: 18 SP as 12 elements against 16 SP as 11."""
    battle = opened("several armies").battle
    return battle, BRIDGE.muster(battle, SCENARIO)


def test_fallen_elements_are_the_same_share_of_strength(great):
    battle, muster = great
    report = BRIDGE.convert_losses(battle, muster, "attacker", {"army:illyricum": 2, "army:totila": 4})
    assert (report.winner, report.losses) == ("attacker", {"army:illyricum": 3, "army:totila": 6})


def test_the_reckoning_is_told_in_sentences(great):
    battle, muster = great
    report = BRIDGE.convert_losses(battle, muster, None, {"army:illyricum": 2, "army:totila": 4})
    with override("en"):
        lines = dba_muster.report_lines(SHAPES.encode(report), SHAPES.encode(battle))
    assert "2 of 12 elements fell; the same share of 18 SP, to the nearest whole number, is 3 SP" in lines[0]
    assert "4 of 11 elements" in lines[1] and "6 SP" in lines[1]
    assert dba_muster.report_lines(SHAPES.encode(BattleReport(None, {})), SHAPES.encode(battle)) == []


@pytest.mark.parametrize("fallen", [{"army:illyricum": 99}, {"army:illyricum": -1}, {"army:nobody": 1}])
def test_wrong_totals_name_the_unit(great, fallen):
    battle, muster = great
    with pytest.raises(InvalidAction, match="more_elements_than_fielded") as refused:
        BRIDGE.convert_losses(battle, muster, "attacker", fallen)
    assert refused.value.facts["unit"] in fallen


def test_a_small_unit_without_an_element_is_asked_for_none(great):
    battle, muster = great
    fielded = BRIDGE.elements(muster)
    assert sum(fielded.values()) == 23
    everybody = BRIDGE.convert_losses(battle, muster, "attacker", fielded)
    assert everybody.losses == {u.id: u.sp for f in (battle.attacker, battle.defender) for u in f.units}


# --- on the page ---


@pytest.fixture
def at_war(db):
    return a_war()


def test_report_in_elements_dispute_and_confirm_on_the_page(at_war, client):
    campaign, link, gm, rival = at_war
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    first = link.opening["attacker"]["units"][0]["id"]
    client.force_login(gm)
    wrong = client.post(
        address, {"do": "report", "winner": "attacker", "count": "elements", f"fell-{first}": "99"}
    )
    assert wrong.status_code == 422 and "elements" in wrong.content.decode()
    too_many = client.post(address, {"do": "report", "winner": "attacker", f"loss-{first}": "999"})
    assert too_many.status_code == 422 and "SP" in too_many.content.decode()
    link.refresh_from_db()
    assert link.status == "open"
    client.post(address, {"do": "report", "winner": "attacker", "count": "elements", f"fell-{first}": "1"})
    link.refresh_from_db()
    assert link.status == "reported" and link.report["facts"]["attacker"]["fallen"] == 1
    assert "of 12 elements fell" in client.get(address).content.decode()
    client.force_login(rival)
    client.post(address, {"do": "dispute"})
    link.refresh_from_db()
    assert link.status == "open"
    client.force_login(gm)
    client.post(address, {"do": "report", "winner": "attacker", f"loss-{first}": "1"})
    client.force_login(rival)
    client.post(address, {"do": "confirm"})
    link.refresh_from_db()
    assert link.status == "confirmed"
    assert campaign.entries.get(reason="battle").action["losses"] == {first: 1}


def test_the_two_games_lead_to_each_other(at_war, client):
    campaign, link, gm, _ = at_war
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    client.force_login(gm)
    assert address in client.get(campaign.get_absolute_url()).content.decode()
    assert link.battle.get_absolute_url() in client.get(address).content.decode()
    child = client.get(link.battle.get_absolute_url()).content.decode()
    assert address in child and campaign.get_absolute_url() in child


def test_a_battle_given_up_is_reported_by_hand(at_war, client):
    campaign, link, gm, _ = at_war
    services.abandon(link.battle_id, gm, now=timezone.now())
    client.force_login(gm)
    page = client.get(reverse("game-battle", args=[campaign.pk, link.pk])).content.decode()
    assert "was ended without a result" in page and f'href="{link.battle.get_absolute_url()}"' not in page


@pytest.mark.parametrize(("language", "words"), [("en", "leadership"), ("it", "comando")])
def test_the_reckoning_is_readable_in_both_languages(at_war, client, language, words):
    campaign, link, gm, _ = at_war
    client.force_login(gm)
    client.cookies["django_language"] = language
    page = client.get(
        reverse("game-battle", args=[campaign.pk, link.pk]), headers={"accept-language": language}
    ).content.decode()
    assert words in page


def test_the_report_tells_who_holds_the_field_and_whose_general_was_lost():
    campaign = opened("a great leader (battle 2)")
    commanders = {
        side: getattr(campaign.battle, side).facts["commander"] for side in ("attacker", "defender")
    }
    lost = 0
    for seed in range(12):
        report = fought(campaign, seed).report
        beaten = [side for side in commanders if report.facts[side]["general_lost"]]
        assert report.holds == report.winner
        assert report.fates == tuple((commanders[side], "lost") for side in beaten if commanders[side])
        lost += len(report.fates)
    assert lost, "no general fell in twelve battles"
