"""Endings as players see them: a result to confirm, and a battle undone and offered again."""

from __future__ import annotations

import os
from typing import Any

import pytest

from games import services
from tests.campaigns.bridge.wars import a_war, to_the_end
from tests.games.cast import NOW, a_game, a_user, do

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ("phone", "desk")


@pytest.fixture(autouse=True)
def battles(bridges: None, settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba", "campaigns.bridge.justinian_schiere"]


def fits(page: Any, name: str = "") -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
    if name and os.environ.get("SHOTS"):  # screenshots for a human reader
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png", full_page=True)


@pytest.mark.parametrize("size", SIZES)
def test_a_confirmed_battle_is_undone_and_its_result_offered_again(visit: Any, size: str) -> None:
    campaign, link, gm, rival = a_war()
    for who in (gm, rival):
        who.set_password("a-long-pass-word")
        who.save()
    nina, bo = visit("gm", size), visit("rival", size)
    home, battle = campaign.get_absolute_url(), f"/games/{campaign.pk}/battles/{link.pk}/"
    nina.goto(battle)
    assert "Let the campaign's own table decide" in nina.inner_text("#next")
    fits(nina, f"1-battle-{size}")
    before = campaign.seq - 1
    to_the_end(link)
    bo.goto(home)
    assert "your decision: is the report right?" in bo.inner_text("#next").lower()
    assert bo.locator("#chances").count() == 0  # there are no chances to show after the battle
    fits(bo, f"2-verdict-{size}")
    bo.click("text=Confirm the result")
    bo.wait_for_selector("text=Confirmed.")
    bo.goto(home)
    assert "Waiting for agreement from" in bo.inner_text("#next")
    fits(bo, f"3-waits-{size}")
    services.confirm_battle(link.pk, gm, now=NOW)
    campaign.refresh_from_db()
    bo.goto(f"/games/{campaign.pk}/back/?to={before}")
    said = bo.inner_text("#there")
    assert "It would also discard:" in said and "kept, and offered again" in said
    fits(bo, f"4-ask-{size}")
    bo.click("text=Ask the others to undo back to there")
    bo.wait_for_selector("#request")
    nina.goto(f"/games/{campaign.pk}/back/")
    assert "kept, and offered again" in nina.inner_text("#request")
    fits(nina, f"5-agree-{size}")
    nina.click("text=Agree to undo")
    nina.wait_for_url(f"**{home}")
    nina.goto(battle)
    assert "It doesn't count" in nina.inner_text("main")
    assert nina.locator(".won").count() == 0
    fits(nina, f"6-void-{size}")
    nina.goto(link.battle.get_absolute_url())
    assert "(void)" in nina.inner_text("h1")
    fits(nina, f"7-void-table-{size}")
    nina.goto(f"/games/{campaign.pk}/chronicle/")
    fits(nina, f"8-chronicle-{size}")
    undone = campaign.entries.get(seq=before + 1)  # the defender stands once more, so the same battle opens
    campaign.refresh_from_db()
    people = {seat.key: seat.user for seat in campaign.seats.all()}
    services.submit(
        campaign.pk,
        undone.seat,
        undone.action,
        drawn_seq=campaign.seq,
        key="again",
        user=people[undone.seat],
        now=NOW,
    )
    nina.goto(home)
    assert "your decision: is the report right?" in nina.inner_text("#next").lower()
    nina.click("text=Unit by unit, or dispute")
    told = nina.inner_text("#next")
    assert "fought before the campaign went back" in told and "Fight it again" in told
    fits(nina, f"9-offered-{size}")
    nina.click("text=Accept the result")
    nina.wait_for_selector("text=Confirmed.")
    bo.goto(battle)
    bo.click("text=Accept the result")
    bo.wait_for_url(f"**{home}")
    assert "The attackers lose 6" in bo.inner_text("main")


@pytest.mark.parametrize("size", SIZES)
def test_a_rematch_is_one_press_and_a_seat_taken(visit: Any, size: str) -> None:
    anna, bruno = a_user("anna"), a_user("bruno")
    for who in (anna, bruno):
        who.set_password("a-long-pass-word")
        who.save()
    game = a_game(anna, {"red": anna, "blue": bruno}, system="dba", name="At the ford", public=True)
    while not any(one.kind == "concede" for one in services.table(game).choices("blue")):
        at = services.table(game)
        (decision,) = at.decisions()
        user = anna if decision.seat == "red" else bruno
        do(game, user, decision.seat, at.system.codec.write(decision.default))
    do(game, bruno, "blue", {"kind": "concede"})
    one, other = visit("anna", size), visit("bruno", size)
    one.goto(game.get_absolute_url())
    fits(one, f"10-over-{size}")
    one.click("text=Rematch, swapping sides")
    one.wait_for_selector("text=The others have been invited to their seats.")
    assert "Rematch: At the ford" in one.inner_text("h1")
    fits(one, f"11-rematch-{size}")
    other.goto(game.get_absolute_url())
    other.click("text=Rematch, swapping sides")
    other.wait_for_url("**/join/**")
    fits(other, f"12-join-{size}")
    other.locator("main form button:not(.btn--quiet)").first.click()
    made = game.rematches.get()
    other.wait_for_url(f"**{made.get_absolute_url()}")
    assert {seat.key: seat.user for seat in made.seats.all()} == {"red": bruno, "blue": anna}
