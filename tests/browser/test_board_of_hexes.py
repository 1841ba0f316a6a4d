"""Boards of hexes by keyboard and touch."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.measuring import OVERLAPS, SMALLEST
from tests.browser.steps import framed, space

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.maps.hexfields"),
]
FOCUS = "document.activeElement.id"
MIDDLE = """name => {
  const svg = document.querySelector('.map__svg'), box = svg.getBoundingClientRect();
  const [, x, y] = window.vexillumSpaces.spaces(svg).find((one) => one[0] === name);
  const scale = box.width / svg.viewBox.baseVal.width;
  return [box.left + x * scale, box.top + y * scale];
}"""


def gone_over(page: Any, start: str, keys: str) -> list[str]:
    space(page, start).focus()
    found = []
    for key in keys:
        page.keyboard.press({"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}[key])
        found.append(str(page.evaluate(FOCUS)).removeprefix("m-"))
    return found


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_an_empty_hex_is_tapped(visit: Any, size: str) -> None:
    page = visit("", size)
    page.goto("/hexes/rows/")
    assert framed(page) == 3 and page.locator("#m-D7").count() == 0
    page.evaluate("document.querySelector('[data-map-zoom=whole]').click()")
    with page.expect_navigation():
        page.mouse.click(*page.evaluate(MIDDLE, "D7"))
    assert "at=D7" in page.url and framed(page, "chosen") == 1


def test_keys_go_from_hex_to_hex_and_do_not_drift(visit: Any) -> None:
    page = visit("", "desk")
    page.goto("/hexes/rows/")
    assert gone_over(page, "D7", "UUUURRDDLL") == ["E7", "F7", "G7", "H7", "H8", "H9", "G9", "F9", "F8", "F7"]
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "at=F7" in page.url
    page.goto("/hexes/columns/")
    assert gone_over(page, "1510", "URRRD") == ["1509", "1609", "1709", "1809", "1810"]


@pytest.mark.parametrize("which", ["rows", "columns"])
def test_nothing_lies_on_something_else_and_letters_can_be_read(visit: Any, which: str) -> None:
    page = visit("", "phone")
    page.goto(f"/hexes/{which}/")
    page.wait_for_selector("[data-map][data-ready]")
    count, found = page.evaluate(OVERLAPS)
    assert count > 10 and found == [] and page.evaluate(SMALLEST) >= 9
    if which == "columns":  # the smaller board is shown whole from the start
        page.evaluate("document.querySelector('[data-map-zoom=whole]').click()")
    level = page.locator(".map__svg").get_attribute("data-level")
    assert level == ("1" if which == "rows" else "0"), "of sixty columns a unit is a dot"
    widths = "all => Math.min(...all.map((e) => e.getBoundingClientRect().width))"
    if which == "rows":
        assert page.eval_on_selector_all(".map-spaces a", widths) >= 24


def test_without_scripts_what_holds_something_is_a_link(visit: Any) -> None:
    page = visit("", "desk", java_script_enabled=False)
    page.goto("/hexes/rows/")
    with page.expect_navigation():
        page.locator("#m-B4").click()
    assert "at=B4" in page.url
    page.fill(".map__find input", "F7")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "at=F7" in page.url
