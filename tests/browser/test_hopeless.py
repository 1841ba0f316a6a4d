"""An attack that no die can win: its button says so, and the first press only asks for confirmation."""

from typing import Any

import pytest

from tests.browser.steps import ANSWERED
from tests.campaigns.justinian.attacking import attacking

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_an_attack_at_nought_percent_asks_once_and_is_sent_by_the_second_press(visit: Any, size: str) -> None:
    game = attacking(1, 35)
    player = game.seats.get(key="byzantium").user
    player.set_password("a-long-pass-word")
    player.save()
    page = visit(player.username, size)
    page.goto(game.get_absolute_url())
    asking = page.locator("details.sure").first
    assert "0%" in asking.locator("summary").inner_text() and not asking.locator("button").is_visible()
    asking.locator("summary").click()
    assert asking.locator("button").is_visible()
    game.refresh_from_db()
    before = game.seq
    page.evaluate(ANSWERED)
    asking.locator("button").click()
    page.wait_for_selector("body:not([data-sending])")
    game.refresh_from_db()
    assert game.seq == before + 1 and game.entries.get(seq=game.seq).action["kind"] == "attack"
