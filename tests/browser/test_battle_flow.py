"""From an attack to the losses on the map, on a phone: the attacker, the place, the battlefield, the
report and the card.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.campaigns.bridge.wars import a_war, to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def battles(bridges: None, settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba", "campaigns.bridge.justinian_schiere"]


def fits(page: Any) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"


def test_an_attack_leads_to_the_field_and_its_losses_back_to_the_map(visit: Any) -> None:
    campaign, link, gm, rival = a_war()
    for who in (gm, rival):
        who.set_password("a-long-pass-word")
        who.save()
    bo, nina = visit("rival"), visit("gm")
    home = re.compile(re.escape(campaign.get_absolute_url()))
    bo.goto(campaign.get_absolute_url())
    told = bo.inner_text("#next")
    assert "Battle of Dara, 528" in told and "attacks, led by Chosroes: 35 SP" in told
    fits(bo)
    bo.get_by_role("link", name="To the battlefield").click()  # the first tap
    bo.wait_for_url(re.compile(str(link.battle_id)))
    fits(bo)
    bo.click(".tabs__button")
    bo.get_by_role("link", name="Card to share").click()
    bo.fill("[name=name]", "The day of the elephant")
    bo.get_by_role("button", name="Save the name").click()
    bo.wait_for_selector("text=Named by")
    fits(bo)
    to_the_end(link)
    bo.goto(link.battle.get_absolute_url())
    assert "The day of the elephant" in bo.inner_text("h1")
    bo.get_by_role("button", name=re.compile("Confirm the result")).click()  # the second tap
    bo.wait_for_selector("text=Confirmed.")
    nina.goto(campaign.get_absolute_url())
    assert "Your decision: is the report right?" in nina.text_content("#next")  # here in capitals
    nina.get_by_role("button", name="Confirm the result").click()  # the last tap
    nina.wait_for_url(home)
    assert "The attackers lose 6" in nina.inner_text("main")
    nina.goto(f"/games/{campaign.pk}/battles/{link.pk}/")
    picture = nina.locator(".share-card img")
    assert picture.evaluate("e => e.decode().then(() => e.naturalWidth)") == 1200
    fits(nina)
    nina.get_by_role("link", name="Watch it on the map").click()
    nina.wait_for_url(re.compile(r"/replay/\?at=\d+#play"))
    nina.locator(".motion").wait_for(state="visible")
    fits(nina)
