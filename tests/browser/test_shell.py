"""The frame of every page: its tabs on a phone, what happens if the connection is lost or the back button is
used, and how it works without scripts.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Letter
from tests.browser.steps import press
from tests.web.cast import lobby, person, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Comes_Orientis_Belisarius_VI"


def test_a_long_name_takes_no_line_of_its_own_on_a_phone(visit: Any) -> None:
    person(LONG)
    page = visit(LONG)
    assert page.locator(".site-header").bounding_box()["height"] <= 60
    page.click(".site-menu")
    name = page.locator(".site-account__name").bounding_box()
    assert name["x"] >= 0 and name["x"] + name["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_tab_one_is_on_is_in_sight_on_a_phone(visit: Any) -> None:
    game = running()
    page = visit("owner")
    page.goto(reverse("game-verify", args=[game.pk]))
    tab = page.locator(".tabs [aria-current]").bounding_box()
    assert tab["x"] >= 0 and tab["x"] + tab["width"] <= 360


def test_an_answer_lost_on_the_line_is_given_once_by_pressing_again(
    visit: Any, complaints: list[str]
) -> None:
    """The server acted, but its response was lost. Pressing the button again says so, and the action is not
    repeated.
    """
    game = running()
    page = visit("owner", "desk")
    page.goto(game.get_absolute_url())

    def lost(route: Any) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route("**/act", lost, times=1)
    hold = page.locator("form.act:has(input[name=kind][value=hold]) button").first
    hold.click()
    page.wait_for_selector("#flash .notice--error")
    assert "No connection" in page.inner_text("#flash")
    assert game.entries.filter(seat="red").count() == 1
    hold.click()
    page.wait_for_function("() => !document.querySelector('#flash .notice--error')")
    page.wait_for_selector("#next:not(:has-text('Your move'))")
    assert game.entries.filter(seat="red").count() == 1
    complaints[:] = [one for one in complaints if "htmx:" not in one and "ERR_CONNECTION" not in one]


def test_a_letter_from_the_page_one_went_back_to_is_sent(visit: Any) -> None:
    game = running()
    page = visit("owner")
    page.goto(reverse("game-letters", args=[game.pk]))
    page.fill("#text", "Peace?")
    press(page, "main button:has-text('Send')")
    page.go_back()
    page.fill("#text", "Or war.")
    press(page, "main button:has-text('Send')")
    assert sorted(Letter.objects.values_list("text", flat=True)) == ["Or war.", "Peace?"]


def test_without_a_script_a_refusals_page_may_be_read_in_the_other_language(
    visit: Any, complaints: list[str]
) -> None:
    game = running()
    page = visit("owner", java_script_enabled=False)
    page.goto(game.get_absolute_url())
    game.refresh_from_db()
    form = page.locator("form.act:has(input[name=kind][value=hold])").first
    again = page.context.new_page()
    again.goto(game.get_absolute_url())
    press(again, again.locator("form.act:has(input[name=kind][value=hold]) button").first)
    press(page, form.locator("button"))
    assert "Somebody moved" in page.inner_text("main")
    page.click(".site-menu")  # the menu opens without a script
    press(page, "footer button:has-text('Italiano')")
    assert page.url.endswith(game.get_absolute_url()) and page.locator("html[lang=it]").count() == 1
    complaints[:] = [one for one in complaints if "409" not in one]


def test_a_name_of_one_long_word_is_broken_not_cut_off(visit: Any) -> None:
    name = "Donaudampfschifffahrtsgesellschaftskapitaenskajuetenschluessel"
    game, gathering, over = running(name=name), lobby(name=name), running(name=name)
    services.abandon(over.pk, person("gm"), now=timezone.now())
    page = visit("gm")
    for address in (
        "/",
        reverse("finished-games"),
        reverse("notices"),
        game.get_absolute_url(),
        gathering.get_absolute_url(),
        reverse("game-desk", args=[game.pk]),
    ):
        page.goto(address)
        assert name in page.content(), address
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
        right = "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
        assert page.eval_on_selector_all("h1, strong.serif", right) <= 360, address


@pytest.mark.parametrize("theme", ["", "dark"])
def test_a_page_is_printed_black_on_white_whatever_the_theme(visit: Any, theme: str) -> None:
    game = running()
    page = visit("owner", "desk", color_scheme="dark")
    if theme:
        press(page, "footer button:has-text('Dark')")
    page.goto(game.get_absolute_url())
    colour = "getComputedStyle(document.querySelector('{}')).backgroundColor"
    assert page.evaluate(colour.format(".card")) != "rgb(255, 255, 255)"
    page.emulate_media(media="print")
    for part in ("body", ".card", "#next"):
        assert page.evaluate(colour.format(part)) == "rgb(255, 255, 255)", part
    assert not page.locator("nav").first.is_visible()


def test_what_was_typed_before_a_log_in_in_another_tab_is_sent(visit: Any) -> None:
    """A log-in renews the CSRF token in forms; the letter in the other tab is still sent."""
    game = running()
    page = visit("owner")
    page.goto(reverse("game-letters", args=[game.pk]))
    page.fill("#text", "A long letter of peace.")
    other = page.context.new_page()
    other.goto("/")
    other.click(".site-menu")
    press(other, ".site-account button")  # logs out in the other tab
    other.goto(reverse("login"))
    other.fill("[name=username]", "owner")
    other.fill("[name=password]", "a-long-pass-word")
    press(other, "main button")
    press(page, "main button:has-text('Send')")
    assert Letter.objects.get().text == "A long letter of peace."
