"""A battle of Cataphract on the map in a browser: an order, a move and the clash, and axe on each page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Game
from games.services.creation import ME
from tests.browser.measuring import VIOLATIONS
from tests.browser.steps import overflow, space
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOVED_ON = "seq => document.querySelector('#live').dataset.seq !== seq"


def both_sides() -> Game:
    """Begin Tricameron with Anna on both sides, without reinforcements in the first turn (L3411)."""
    anna = person("anna")
    seats = {"first": ME, "second": ME}
    while True:
        game = services.create_game(
            gm=anna,
            now=timezone.now(),
            name="Tricameron",
            system="cataphract",
            scenario_name="field-tricameron",
            seats=seats,
        )
        game = services.start(game.pk, anna, now=timezone.now())
        if services.table(game).decisions()[0].kind == "muster":
            return game


@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("desk", "dark")])
def test_a_unit_is_ordered_to_charge(visit: Any, size: str, theme: str) -> None:
    axe = Path(pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH).read_text()
    game = both_sides()
    page = visit("anna", size, color_scheme=theme)
    page.goto(f"{game.get_absolute_url()}?seat=first")

    def look() -> None:
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == []
        assert overflow(page) <= 0

    def press(text: str) -> None:
        seq = page.get_attribute("#live", "data-seq")
        page.locator("#panel button:visible", has_text=text).first.click()
        page.wait_for_function(MOVED_ON, arg=seq)

    def tap(at: str) -> None:
        space(page, at).focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f'#chosen[data-at="{at}"]', state="attached")

    press("Belisarius")
    look()
    tap("5108")
    assert "Thracian 3" in page.inner_text("#here")
    press("Order a unit")
    tap("4607")
    told = page.inner_text("#here")
    assert "May react" in told and "it goes" in told
    look()
    press("Face W")
    assert "Thracian 3" in page.inner_text("#live")
