"""A fold's contents are loaded when the fold is opened. This works with a finger or the keyboard, without
scripts, and without a connection.
"""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.models import Game
from tests.browser.steps import overflow
from tests.campaigns.justinian.begun import campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OPEN = "document.querySelector('#fold-forces').open"


def opened(visit: Any, game: Game, **options: Any) -> Any:
    page = visit("anna", **options)
    page.goto(f"{game.get_absolute_url()}?seat=byzantium")
    return page


def table(page: Any) -> Any:
    return page.locator("#fold-forces h3")


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_tap_fetches_what_is_folded_once(visit: Any, size: str) -> None:
    page = opened(visit, campaign(), size=size)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "open=" in request.url else None)
    assert table(page).count() == 0
    page.click("#fold-forces > summary")
    table(page).wait_for()
    page.click("#fold-forces > summary")
    page.click("#fold-forces > summary")
    assert table(page).is_visible() and len(asked) == 1
    assert overflow(page) <= 0


def test_by_keyboard_the_focus_stays_on_the_heading(visit: Any) -> None:
    page = opened(visit, campaign())
    page.focus("#fold-forces > summary")
    page.keyboard.press("Enter")
    table(page).wait_for()
    assert page.evaluate("document.activeElement === document.querySelector('#fold-forces > summary')")


def test_an_address_with_its_name_opens_it(visit: Any) -> None:
    game = campaign()
    page = opened(visit, game)
    page.goto("about:blank")
    page.goto(f"{game.get_absolute_url()}#fold-forces")
    table(page).wait_for()


def test_what_was_opened_is_open_with_its_contents_after_a_move(visit: Any) -> None:
    game = campaign()
    page = opened(visit, game)
    page.click("#fold-forces > summary")
    table(page).wait_for()
    page.get_by_text("Place an army").click()
    act = page.locator("#group-place_army form.act").filter(has_text="Praesental Army I ").first
    act.get_by_role("button").click()
    page.locator("#deployment").get_by_text("90", exact=True).wait_for()
    table(page).wait_for()
    assert page.evaluate(OPEN)


def test_the_back_button_shows_the_page_as_it_was_left(visit: Any) -> None:
    game = campaign()
    page = opened(visit, game)
    page.click("#fold-forces > summary")
    table(page).wait_for()
    here = page.url
    page.click(".tabs__button")
    page.click(".tabs a >> nth=1")
    page.wait_for_url("**/chronicle/**")
    page.go_back()
    page.wait_for_url(here)
    if not page.evaluate(OPEN):
        page.click("#fold-forces > summary")
    table(page).wait_for()


def test_without_a_connection_it_says_so_there_and_tries_again(visit: Any, complaints: list[str]) -> None:
    page = opened(visit, campaign())
    page.context.set_offline(True)
    page.click("#fold-forces > summary")
    problem = page.locator("#fold-forces [role=alert]")
    problem.wait_for()
    assert "open it again" in problem.inner_text() and page.locator("#fold-forces .fold__link").is_visible()
    page.context.set_offline(False)
    page.click("#fold-forces > summary")
    page.click("#fold-forces > summary")
    table(page).wait_for()
    complaints.clear()  # the browser logs the failed request


def test_while_it_is_fetched_the_fold_says_so(visit: Any) -> None:
    page = opened(visit, campaign())
    held: list[Any] = []
    page.route("**/*open=forces*", lambda route: held.append(route))
    page.click("#fold-forces > summary")
    page.locator("#fold-forces .fold__wait").wait_for()
    assert not page.locator("#fold-forces .fold__link").is_visible()
    held[0].continue_()
    table(page).wait_for()


def test_without_a_script_a_link_draws_it_with_the_page(visit: Any) -> None:
    page = opened(visit, campaign(), java_script_enabled=False)
    page.click("#fold-forces > summary")
    page.click("#fold-forces .fold__link a")
    assert page.url.endswith("&open=forces#fold-forces") and table(page).is_visible()


def test_a_reckoning_of_the_upkeep_adds_up_where_it_was_fetched(visit: Any) -> None:
    game = campaign()
    page = opened(visit, game)
    page.click("#fold-budget > summary")
    page.click("#fold-upkeep > summary")
    cost = page.locator("[data-pay-cost]")
    cost.wait_for()
    before = int(cost.inner_text())
    page.locator("#fold-upkeep .tick input").first.click()
    assert int(cost.inner_text()) < before
    assert services.table(game).seq == game.seq
