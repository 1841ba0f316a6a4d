"""A game of Commands & Colors is played with the keyboard alone, from the first card to the end. Its pages
are checked with axe.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from battles.cca.rules.system import CCA
from games import services
from games.models import Game
from tests.battles.cca.begun import asked, play_on, stored_battle
from tests.browser.measuring import VIOLATIONS
from tests.browser.steps import AGREE, overflow, space
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_STEPS = 400
OWN = "[...document.querySelectorAll('.map__svg a[data-own]')].map((a) => a.id.slice(2))"
GOALS = "document.querySelector('form[data-map-sends]')?.dataset.mapSends.split(' ') || []"
MOVED_ON = "seq => document.querySelector('#live').dataset.seq !== seq"


def against_the_bot() -> Game:
    """Create a battle that the first banner wins, with Anna at the bottom."""
    now, anna = timezone.now(), person("anna")
    scenario = {**CCA.scenario("akragas"), "banners": 1}
    game = services.create_game(gm=anna, now=now, name="Akragas", system="cca", scenario=scenario)
    services.take_seat(game.pk, anna, "bottom", now=now)
    services.set_bot(game.pk, anna, "top", True, now=now)
    return services.start(game.pk, anna, now=now)


class Keys:
    """A player who uses only the keyboard."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, target: Any) -> None:
        """Focus an element and press Enter on it."""
        target.focus()
        self.page.keyboard.press("Enter")

    def send(self, target: Any) -> None:
        """Press Enter on an element, and check the response."""
        seq = self.page.get_attribute("#live", "data-seq")
        self.press(target)
        if self.page.locator(AGREE).count():
            self.press(self.page.locator(AGREE))
        self.page.wait_for_function(MOVED_ON, arg=seq)

    def move(self) -> None:
        """Move the first unit that can move as far forward as possible, then go on to combat."""
        for at in self.page.evaluate(OWN):
            self.press(space(self.page, at))
            self.page.wait_for_selector(f'#chosen[data-at="{at}"]', state="attached")
            goals = self.page.evaluate(GOALS)
            if goals:
                self.send(space(self.page, max(goals)))
                break
        self.send(self.page.locator("#acts form:has([value=go_to_battle]) button"))

    def act(self) -> None:
        """Answer the current decision."""
        cards = self.page.locator(".chand form button")
        if cards.count():
            self.send(cards.first)
        elif self.page.locator("#acts form:has([value=go_to_battle])").count():
            self.move()
        else:
            self.send(self.page.locator(".cflags button, #acts .act button").first)


def test_a_whole_game_is_played_by_keyboard(visit: Any) -> None:
    game = against_the_bot()
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    keys = Keys(page)
    for _step in range(MOST_STEPS):
        game.refresh_from_db()
        if game.has_ended:
            break
        keys.act()
    assert game.has_ended and game.seq > 10
    page.goto(game.get_absolute_url())
    assert "banner" in page.inner_text("#live")


@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("desk", "dark")])
def test_axe_finds_nothing(visit: Any, size: str, theme: str) -> None:
    axe = Path(pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH).read_text()
    game = stored_battle()
    page = visit("anna", size, color_scheme=theme)

    def look(address: str) -> None:
        page.goto(address)
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == [], address
        assert overflow(page) <= 0, address

    for kind in ("card", "command", "battle"):
        game = play_on(game, asked(kind))
        seat = services.table(game).decisions()[0].seat
        look(f"{game.get_absolute_url()}?seat={seat}")
    for address in (
        "scenarios/",
        "scenarios/trebbia/",
        "scenarios/zama/sheet/?size=card",
        "cheatsheet/",
        "lookup/",
    ):
        look(f"/battles/cca/{address}")


@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("desk", "dark")])
def test_axe_finds_nothing_in_a_match_its_orders_and_results(visit: Any, size: str, theme: str) -> None:
    axe = Path(pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH).read_text()
    game = stored_battle(rival="bruno", match="both")
    page = visit("anna", size, color_scheme=theme)
    page.goto(f"/games/{game.pk}/orders/")
    page.click("#fold-flags summary")
    page.check("[name=on-flags]")
    page.check("[name='f-flags.ignore'][value=none]")
    page.select_option("[name='f-flags.heavy_foot']", "all")
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == [] and overflow(page) <= 0
    page.click("text=Save orders")
    page.wait_for_selector("text=Standing orders saved.")
    assert game.seats.get(user=person("anna")).orders["flags"]["heavy_foot"] == "all"
    for address, shown in ((game.get_absolute_url(), "#match"), ("/results/cca/", "#measured")):
        page.goto(address)
        page.wait_for_selector(shown)
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == [], address
        assert overflow(page) <= 0, address


def test_the_whole_board_is_in_sight_and_legible_on_a_phone(visit: Any) -> None:
    game = against_the_bot()
    page = visit("anna", "phone")
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    page.wait_for_selector("[data-map][data-ready]")
    boxes = """() => { const svg = document.querySelector('.map__svg'), box = svg.getBoundingClientRect(),
      seen = svg.closest('[data-map]').getBoundingClientRect(), tools = document.querySelector('.map__zooms');
      const label = svg.querySelector(`.map-level--${svg.dataset.level} .map-piece text`);
      return { over: Math.max(box.right - seen.right, box.bottom - seen.bottom, seen.left - box.left,
        tools.getBoundingClientRect().bottom - box.top), label: label.getBoundingClientRect().height }; }"""
    found = page.evaluate(boxes)
    assert found["over"] <= 1, found  # nothing is outside the window or below the tools
    assert found["label"] >= 9, found
