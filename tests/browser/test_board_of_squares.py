"""A board of squares by keyboard and touch, drawn by the ``maps`` app."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.measuring import OVERLAPS, SMALLEST
from tests.browser.steps import framed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.urls("tests.maps.skirmish")
def test_squares_are_gone_through_and_chosen_by_keys(visit: Any) -> None:
    page = visit("", "phone")
    page.goto("/skirmish/?at=f2")
    assert page.locator(".map-way--sight").count() == 1 and framed(page) > 8
    count, found = page.evaluate(OVERLAPS)
    assert count > 10 and found == [] and page.evaluate(SMALLEST) >= 9
    page.locator("#m-b2").focus()
    for key, square in (("ArrowUp", "b3"), ("ArrowRight", "c3"), ("ArrowDown", "c2"), ("ArrowLeft", "b2")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == f"m-{square}"
    page.keyboard.press("ArrowUp")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "at=b3" in page.url and page.locator(".map-frame--chosen").count() == 1
