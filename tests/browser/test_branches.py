"""Two phones that continued a game offline: the page where people choose a branch, on a phone and a
desktop.
"""

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from games.models import Branch, Game
from tests.browser.measuring import VIOLATIONS
from tests.features.offline.phones import Phone, a_battle
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOOK = os.environ.get("VEXILLUM_LOOK", "")  # a folder for screenshots


def parted() -> Game:
    game = a_battle(person("owner"), person("rival"), hands="any")
    mine = Phone(game, person("owner"), random.Random(1), "red").take().play(9)
    theirs = Phone(game, person("rival"), random.Random(2), "blue").take().play(12)
    assert mine.come_back().result == "home"
    assert theirs.come_back().result == "conflict"
    return game


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_lets_everybody_in(visit: Callable[..., Any], theme: str) -> None:
    axe = Path(pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH).read_text()
    game = parted()
    own = a_battle(person("owner"), person("rival"))
    Phone(own, person("rival"), random.Random(1)).take().play(20).come_back()
    page = visit("owner", "phone", color_scheme=theme, locale="it-IT")
    for number, one in enumerate((game, own)):
        page.goto(reverse("game-branches", args=[one.pk]))
        page.locator("summary").first.click()
        if LOOK:
            page.screenshot(path=f"{LOOK}/branches-it-{theme}-{number}.png", full_page=True)
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == []


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_both_branches_are_shown_and_one_is_chosen(visit: Callable[..., Any], size: str) -> None:
    game = parted()
    page = visit("owner", size, java_script_enabled=size == "desk")
    page.goto(reverse("game", args=[game.pk]))
    page.get_by_role("link", name="View and choose").click()
    if LOOK:
        page.screenshot(path=f"{LOOK}/branches-{size}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") if size == "desk" else True
    for button in page.locator("section.branch button").all():
        box = button.bounding_box()
        assert box["height"] >= 44 and box["x"] >= 0
        assert box["x"] + box["width"] <= {"phone": 360, "desk": 1280}[size]
    page.get_by_role("button", name="Keep the version on rival’s phone").click()
    page.wait_for_url(f"**{reverse('game', args=[game.pk])}")
    assert Branch.objects.filter(state="chosen").count() == 1
    game.refresh_from_db()
    assert game.seq == 9 + 1 + 12
