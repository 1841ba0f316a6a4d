"""A Schiere battle between two people: secret armies, deployment, the end page, and undoing."""

from __future__ import annotations

from typing import Any

import pytest

from battles.schiere.rules.system import SCHIERE
from games import services
from tests.battles.schiere.begun import do, stored_battle
from tests.browser.steps import overflow
from tests.browser.two_people import ACT, PEOPLE, POLLED, Two

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RESERVE = f"{ACT.format('reserve')} button"


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_armies_are_chosen_in_secret_and_placed_square_by_square(visit: Any, size: str) -> None:
    """The players do it by touch on a phone, and by keyboard alone on a desktop."""
    game = stored_battle(rival="bruno", options={"points": "20", "turns": "6"})
    two = Two(visit, game, size, keys=size == "desk", has_touch=size == "phone")
    for _ in range(40):
        owing = two.owing()
        if "act" in owing.values():
            break
        seat, kind = next(iter(owing.items()))
        two.answer(seat, kind)
        if kind == "muster" and "muster" in two.owing().values():  # armies stay secret until both are chosen
            other = next(one for one in PEOPLE if one != seat)
            assert "legionaries × 4" not in two.pages[other].inner_text("#live").lower()
    two.told(f"to the first turn, {size}")
    view = services.table(two.refreshed()).view(None)
    assert view["turn"] == 1 and len(view["pieces"]) == 20
    for page in two.pages.values():
        page.reload()
        assert overflow(page) <= 0 and page.locator(".map-piece--counter > *").count() >= 20


def test_the_keys_stay_where_they_were_when_the_page_goes_on(visit: Any) -> None:
    """If the rival answers while the player's button has the focus, Enter still presses it."""
    game = stored_battle(rival="bruno", options={"points": "20", "turns": "6"})
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    button = page.locator(f"{ACT.format('muster')} button:not([type=button])").first
    assert button.get_attribute("id") is None
    button.focus()
    seq = page.get_attribute("#live", "data-seq")
    muster = next(one for one in services.table(game).decisions() if one.seat == "carthage")
    usual = muster.default() if callable(muster.default) else muster.default
    do(game, "carthage", SCHIERE.codec.write(usual))
    page.wait_for_selector(f"#live:not([data-seq='{seq}']):not(.htmx-settling)", timeout=POLLED)
    assert button.evaluate("e => e === document.activeElement")


def nobody_acts(game: Any) -> Any:
    """Answer for both sides with defaults until the last turn."""
    while (table := services.table(game)).turn != 6 or table.decisions()[0].kind != "act":
        decision = table.decisions()[0]
        usual = decision.default() if callable(decision.default) else decision.default
        game = do(game, decision.seat, SCHIERE.codec.write(usual))
    return game


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_end_tells_the_reckoning_and_leads_to_the_replay(visit: Any, size: str) -> None:
    game = nobody_acts(stored_battle(rival="bruno", options={"points": "20", "turns": "6"}))
    two = Two(visit, game, size)
    while list((owing := two.owing()).values()) == ["act"]:
        (seat,) = owing
        two.pages[seat].wait_for_selector(RESERVE, timeout=POLLED)
        two.tap(seat, RESERVE)
    outcome = services.table(two.refreshed()).outcome()
    assert outcome is not None
    for page in two.pages.values():
        page.wait_for_selector("#counts", timeout=POLLED)  # the other page finds out by polling
        assert page.locator("#counts table").count() == 2 and "The game is over" in page.inner_text("#next")
        assert overflow(page) <= 0
    page = two.pages["carthage"]
    with page.expect_navigation():
        page.click("#counts .btn >> nth=0")
    page.wait_for_selector("#map .map__svg")
    assert page.locator(".map-piece--counter > *").count() == 0, "nobody is placed at the beginning"
    page.goto(f"{game.get_absolute_url()}replay/?at={game.seq}")
    assert page.locator(".map-piece--counter > *").count() >= 20 and overflow(page) <= 0
