"""The ends of things, as people meet them: a result to be confirmed, a battle undone and offered again."""

from __future__ import annotations

import os
from typing import Any

import pytest

from games import services
from tests.campaigns.bridge.wars import a_war, to_the_end
from tests.games.cast import NOW

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ("phone", "desk")


@pytest.fixture(autouse=True)
def battles(bridges: None, settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba", "campaigns.bridge.justinian_schiere"]


def fits(page: Any, name: str = "") -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
    if name and os.environ.get("SHOTS"):  # to look at, by hand
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
    assert "Your decision: was it so?" in bo.inner_text("#next")
    assert bo.locator("#chances").count() == 0  # the battle has been fought
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
    bo.click("text=Ask the others to go back there")
    bo.wait_for_selector("#request")
    nina.goto(f"/games/{campaign.pk}/back/")
    assert "kept, and offered again" in nina.inner_text("#request")
    fits(nina, f"5-agree-{size}")
    nina.click("text=Agree: the game goes back")
    nina.wait_for_url(f"**{home}")
    nina.goto(battle)
    assert "It does not count" in nina.inner_text("main")
    assert nina.locator(".won").count() == 0
    fits(nina, f"6-void-{size}")
    nina.goto(link.battle.get_absolute_url())
    assert "(void)" in nina.inner_text("h1")
    fits(nina, f"7-void-table-{size}")
    nina.goto(f"/games/{campaign.pk}/chronicle/")
    fits(nina, f"8-chronicle-{size}")
    campaign.refresh_from_db()
    at = services.table(campaign)
    (decision,) = at.decisions()
    choices = at.choices(decision.seat)
    stand = {"kind": "stand"} if any(one.kind == "stand" for one in choices) else None
    if stand is None:
        pytest.skip(f"{decision.kind}: {[one.kind for one in choices]}")
