"""Undoing a die roll: one player asks, and the other reads which dice would be forgotten and agrees."""

import os
from typing import Any

import pytest

from tests.games.stroll import HALT, THROW, WALK
from tests.web.strolls import address, do, stroll

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("VEXILLUM_SHOTS", "")


def shot(page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_asked_on_one_screen_and_agreed_to_on_the_other(visit: Any, size: str) -> None:
    game = stroll("owner", "rival")
    for action in (THROW, THROW, WALK, HALT):
        do(game, "owner", "north", action)
    do(game, "rival", "south", THROW)
    do(game, "rival", "south", WALK)
    red, blue = visit("owner", size), visit("rival", size)
    blue.goto(address(game))
    shot(blue, f"{size}-own")
    red.goto(address(game))
    assert not red.locator("#to").count()  # the last step belongs to the other player
    red.select_option("#ask-to", "1")
    red.fill("#ask-why", "that was another die")
    red.click("button[value=ask]")
    red.wait_for_selector("text=Withdraw the request")
    shot(red, f"{size}-asked")
    blue.goto(game.get_absolute_url())
    shot(blue, f"{size}-game")
    width = 360 if size == "phone" else 1280
    assert blue.evaluate("document.documentElement.scrollWidth") <= width
    blue.click("text=View and answer")
    assert "2 dice already rolled would be discarded." in blue.inner_text("main")
    shot(blue, f"{size}-answer")
    assert blue.evaluate("document.documentElement.scrollWidth") <= width
    blue.click("button[value=agree]")
    blue.wait_for_selector("text=The game is back where it was")
    game.refresh_from_db()
    assert game.step == 1
    red.goto(f"{game.get_absolute_url()}chronicle/")
    assert "and South agreed" in red.inner_text("main")
    shot(red, f"{size}-chronicle")
    red.goto(f"{game.get_absolute_url()}dice/")
    shot(red, f"{size}-dice")
