"""The Cataphract battle sheet in a browser: a visitor starts it, taps a unit, declares a clash with its
odds and rolls it, on a phone and a desktop.
"""

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_two_lancers_charge_by_taps(visit: Callable[..., Any], complaints: list[str], size: str) -> None:
    page = visit(size=size)
    page.goto("/battles/cataphract/sheet/")
    page.check("input[name=dice][value=physical]")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Gara").click()
    page.get_by_text("Gara, active; 3 orders left").wait_for()
    page.locator("a.scounter[href*='unit=b1#']").click()
    page.get_by_role("button", name="Move, no hit").click()
    page.get_by_text("Gara, active; 2 orders left").wait_for()
    assert page.locator("#here h2").inner_text() == "Vandal lancers 1"  # the unit stays selected
    page.locator("#here summary", has_text="Attack").click()
    form = page.locator("#here form:has(input[value=charge])")
    form.locator("input[name=f-defenders][value=a1]").check()
    form.get_by_role("button").click()
    page.locator("form:has(input[value=describe_clash])").get_by_role("button").click()
    page.get_by_role("button", name="Resolve all clashes (1)").click()
    assert page.locator("#clashes").get_by_text("All defenders go:").count() == 1
    page.get_by_role("button", name="Roll this step").click()
    for number, face in enumerate((0, 9)):  # the last tap sends the dice
        page.locator(f"label.face:has(input[name=face-{number}][value='{face}'])").click()
    page.get_by_text("Thracian 1 rolls 9, 2 hits").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []


@pytest.mark.parametrize("battle", ["tricameron", "catalaunian"])
def test_both_rout_points_are_in_sight_on_the_smallest_phone(visit: Callable[..., Any], battle: str) -> None:
    page = visit(size="phone")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/battles/cataphract/sheet/")
    page.select_option("#battle", battle)
    page.get_by_role("button", name="Start").click()
    page.locator("#turn").wait_for()
    edges = page.evaluate(
        """[...document.querySelectorAll("#turn > span:not(.sturn__turn)")].map((one) =>
          one.getBoundingClientRect().right).concat(document.querySelector(".bar__turn").getBoundingClientRect().right)"""
    )
    assert len(edges) == 3 and max(edges[:2]) <= edges[2]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_sheet_is_started_without_scrolling_on_a_phone(visit: Callable[..., Any], language: str) -> None:
    page = visit(size="phone", locale=language)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/battles/cataphract/sheet/")
    start = page.locator("form.card .actions button")
    assert start.count() == 1
    box = start.bounding_box()
    assert box["y"] + box["height"] <= 640
