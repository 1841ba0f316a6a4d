"""A plan composed by taps, sent as a whole, and undone with Ctrl+Z."""

import os
from typing import Any

import pytest

from tests.web.strolls import stroll

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("VEXILLUM_SHOTS", "")
WIDTHS = {"phone": 360, "desk": 1280}


def shot(page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def kinds(game: Any) -> list[str]:
    return [row.action["kind"] for row in game.entries.order_by("seq") if row.kind == "action"]


@pytest.mark.parametrize("size", WIDTHS)
def test_three_steps_are_composed_sent_and_taken_back(visit: Any, size: str) -> None:
    game = stroll("owner", "rival")
    page = visit("owner", size)
    page.goto(game.get_absolute_url())
    page.click("text=Plan several moves")
    for number in (1, 2, 3):
        page.click("#acts button:has-text('Walk')")
        page.wait_for_selector(f".plan > li:nth-child({number})")
    page.click("#acts button:has-text('Halt')")
    page.wait_for_selector("text=the game waits for: South")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[size]
    shot(page, f"{size}-plan")
    page.keyboard.press("Control+z")  # this removes a step of the plan
    page.wait_for_selector(".plan > li:nth-child(4)", state="detached")
    assert kinds(game) == []
    page.click("button[value=send]")
    page.wait_for_selector("text=3 moves made.")
    assert kinds(game) == ["walk", "walk", "walk"]
    shot(page, f"{size}-sent")
    page.keyboard.press("Control+z")
    page.wait_for_selector("text=Undone.")
    game.refresh_from_db()
    assert game.step == 2
    assert "It stopped: You have undone" in page.inner_text(".plan-card")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[size]
    shot(page, f"{size}-back")


def test_where_somebody_types_ctrl_z_takes_back_what_was_typed(visit: Any) -> None:
    game = stroll("owner", "rival")
    page = visit("owner", "desk")
    page.goto(game.get_absolute_url())
    page.click("#acts button:has-text('Walk')")
    page.wait_for_selector("button[data-undo]")
    page.evaluate("document.querySelector('#live').insertAdjacentHTML('beforeend', '<input id=\"typed\">')")
    page.fill("#typed", "Ave")
    page.press("#typed", "Control+z")
    page.wait_for_timeout(500)
    game.refresh_from_db()
    assert game.step == 1


def test_without_scripts_it_is_plain_forms(visit: Any) -> None:
    game = stroll("owner", "rival")
    page = visit("owner", "phone", java_script_enabled=False)
    page.goto(game.get_absolute_url())
    page.click("text=Plan several moves")
    page.click("#acts button:has-text('Walk')")
    page.click("#acts button:has-text('Throw')")
    page.click("button[value=send]")
    assert "2 moves made." in page.inner_text("main")
    assert kinds(game) == ["walk", "throw"]
