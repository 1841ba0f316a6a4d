"""Pages on the narrowest phones, which are 320 pixels wide. Nothing scrolls sideways, and calculators have
the same header as other pages.
"""

from typing import Any

import pytest
from django.urls import reverse

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOK_UPS = (
    "battles:dba-lookup",
    "battles:dba-matrix",
    "battles:schiere-lookup",
    "battles:cataphract-lookup",
    "battles:cca-lookup",
    "campaigns:italia-lookup",
)
OTHERS = (
    "home",
    "login",
    "signup",
    "leagues:index",
    "armies:dba:index",
    "battles:cca-cheatsheet",
    "battles:cataphract-sheet",
)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", (*LOOK_UPS, *OTHERS))
def test_nothing_moves_sideways(visit: Any, name: str, lang: str) -> None:
    page = visit(extra_http_headers={"Accept-Language": lang})
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(reverse(name))
    assert page.get_attribute("html", "lang") == lang
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("name", LOOK_UPS)
def test_look_ups_have_the_header_of_the_other_pages(visit: Any, name: str) -> None:
    page = visit(extra_http_headers={"Accept-Language": "it"})
    page.goto("/")
    there = page.locator(".brand").bounding_box(), page.locator(".site-menu").bounding_box()
    page.goto(reverse(name))
    assert (page.locator(".brand").bounding_box(), page.locator(".site-menu").bounding_box()) == there
    page.click(".site-menu")
    page.click("#site-nav a[hreflang=en]")
    page.wait_for_selector("html[lang=en]")
    page.click(".site-menu")
    page.click("#site-nav a:has-text('Games')")
    page.wait_for_url(lambda url: url.endswith("/"))


def test_an_answer_of_dba_leaves_the_header_in_place(visit: Any) -> None:
    """The answer's bars must not share a CSS class with the row of a game's page, because that would move the
    header.
    """
    page = visit()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(reverse("battles:dba-lookup") + "?a=Kn&b=Bw")
    header, crumbs = page.locator(".site-header").bounding_box(), page.locator(".crumbs").bounding_box()
    assert header["y"] + header["height"] <= crumbs["y"]


@pytest.mark.parametrize(
    "name, value, text",
    [("battles:cca-lookup", "elephant", "Elephants"), ("battles:schiere-lookup", "elephants", "elephants")],
)
def test_units_of_a_calculator_are_chosen_by_picture(visit: Any, name: str, value: str, text: str) -> None:
    page = visit()
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(reverse(name))
    page.wait_for_selector(".pictures button >> nth=0")
    row = page.locator(".pictures").first
    row.locator(f"button[value={value}]").click()
    assert page.eval_on_selector("select:has([data-picture])", "list => list.value") == value
    assert row.locator("[aria-pressed=true]").count() == 1
    assert row.locator(".pictures__name").inner_text() == text
    assert min(row.locator("button").first.bounding_box()[side] for side in ("width", "height")) >= 24
