"""A request that never gets a response is cancelled: the page keeps polling, and tells the player about
the move.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.games.cast import do
from tests.web.cast import person, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GIVEN_UP = 800  # in milliseconds; shorter than on a real page


def hasten(page: Any) -> None:
    """Make requests time out sooner than the page's usual half minute."""
    assert page.evaluate("htmx.config.timeout") == 30_000
    page.evaluate(f"htmx.config.timeout = {GIVEN_UP}")


def test_a_poll_that_hangs_holds_up_no_later_one(visit: Any, complaints: list[str]) -> None:
    game = running()
    page = visit("owner", "desk")
    page.goto(game.get_absolute_url())
    page.wait_for_load_state("networkidle")
    hasten(page)
    held: list[Any] = []

    def hang(route: Any) -> None:
        held.append(route)

    page.route("**/version*", hang, times=1)
    with page.expect_event("requestfailed", lambda request: "/version" in request.url, timeout=60_000):
        page.mouse.move(100, 100)  # the player is active, so the page polls often
    assert len(held) == 1
    do(game, person("rival"), "blue", {"kind": "hold"}, now=timezone.now())
    game.refresh_from_db()
    page.wait_for_selector(f"#live[data-seq='{game.seq}']", timeout=60_000)
    assert not page.locator("#flash .notice--error").count()
    complaints[:] = [one for one in complaints if "htmx:" not in one]


def test_a_move_whose_answer_hangs_is_told_and_given_once(visit: Any, complaints: list[str]) -> None:
    game = running()
    page = visit("owner", "desk")
    page.goto(game.get_absolute_url())
    page.wait_for_load_state("networkidle")
    hasten(page)
    page.route("**/act", lambda route: route.fetch() and None, times=1)  # its response is lost
    hold = page.locator("form.act:has(input[name=kind][value=hold]) button").first
    hold.click()
    page.wait_for_selector("#flash .notice--error")
    assert "No connection" in page.inner_text("#flash")
    page.evaluate("htmx.config.timeout = 30000")
    hold.click()
    page.wait_for_selector("#next:not(:has-text('Your move'))")
    assert game.entries.filter(seat="red").count() == 1
    complaints[:] = [one for one in complaints if "htmx:" not in one]


def test_no_other_answer_can_be_pressed_while_one_is_on_its_way(visit: Any, complaints: list[str]) -> None:
    game = running()
    page = visit("owner", "desk")
    page.goto(game.get_absolute_url())
    page.wait_for_load_state("networkidle")
    held: list[Any] = []

    def hang(route: Any) -> None:
        held.append(route)

    page.route("**/act", hang, times=1)
    answers = page.locator("#live form[hx-post] button")
    assert answers.count() > 1
    hold = page.locator("form.act:has(input[name=kind][value=hold]) button").first
    hold.click()
    page.wait_for_function("!document.querySelector('#live form[hx-post] button:enabled')")
    assert len(held) == 1
    held[0].abort()  # the answer is lost, so the player can choose again
    page.wait_for_function("!document.querySelector('#live form[hx-post] button:disabled')")
    page.wait_for_selector("#flash .notice--error")
    assert hold.evaluate("button => button === document.activeElement")
    assert not game.entries.filter(seat="red").count()
    complaints[:] = [one for one in complaints if "htmx:" not in one and "ERR_FAILED" not in one]
