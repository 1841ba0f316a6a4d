"""The narrowest phones, 320 pixels: nothing scrolls sideways, and calculators have the same header as
other pages.
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
