"""A campaign's map, measured in a browser. No name, sign or piece covers another at any zoom level, and the
important names are readable on a phone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaigns.justinian.rules.scenario.loading import builtin, load
from campaigns.justinian.rules.state.state import State
from games.models import Game
from tests.battles.schiere.begun import play_on as fought_on
from tests.battles.schiere.begun import stored_battle
from tests.browser.measuring import OVERLAPS, SMALLEST
from tests.browser.steps import show_every_hand
from tests.campaigns.italia.begun import campaign as italia
from tests.campaigns.justinian.begun import campaign, play_on
from tests.campaigns.justinian.stored import stored

LANDS = tuple(load(builtin()).provinces)
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def everywhere_persians(flags: bool) -> Game:
    """Create a game with Persian flags or troops in every province, next to cities, forts and treasuries."""

    def change(state: State) -> State:
        if flags:
            return replace(state, frontier={}, markers=dict.fromkeys(LANDS, "persia"))
        return replace(state, frontier={}, detached={place: {"persia": 1} for place in LANDS})

    return stored(change)


def played_to(turn: int) -> Game:
    return play_on(campaign(options={"setup": "suggested"}), lambda table: table.state.turn >= turn)


POSITIONS = {
    "flags everywhere": lambda: everywhere_persians(True),
    "pieces everywhere": lambda: everywhere_persians(False),
    "turn 3": lambda: played_to(3),
    "turn 6": lambda: played_to(6),
}


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_nothing_covers_anything_at_any_zoom(visit: Any, position: str, size: str) -> None:
    game = POSITIONS[position]()
    page = visit("anna", size)
    page.goto(game.get_absolute_url())
    levels = set()
    page.locator("[data-map-zoom=in]").click()
    for _ in range(8):
        count, found = page.evaluate(OVERLAPS)
        level = page.locator(".map__svg").get_attribute("data-level")
        assert found == [], level
        assert count > {"4": 113, "3": 100, "2": 5, "1": 5, "0": 4}[level], level
        levels.add(level)
        page.locator("[data-map-zoom=out]").click()
    assert levels >= ({"0", "1", "2", "3", "4"} if size == "phone" else {"2", "3"})


OTHERS = {
    "italia": italia,
    "italia2": lambda: italia("italia2"),
    "schiere": lambda: fought_on(stored_battle(), lambda table: table.view(None)["turn"] >= 2),
}


@pytest.mark.parametrize("system", OTHERS)
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_nothing_covers_anything_on_the_other_maps_either(visit: Any, system: str, size: str) -> None:
    game = OTHERS[system]()
    page = visit("anna", size)
    if system == "schiere":
        show_every_hand(page, game)
    page.goto(game.get_absolute_url())
    for _ in range(4):
        page.locator("[data-map-zoom=in]").click()
    counts, levels = [], set()
    for _ in range(9):
        count, found = page.evaluate(OVERLAPS)
        assert found == []
        counts.append(count)
        levels.add(page.locator(".map__svg").get_attribute("data-level"))
        page.locator("[data-map-zoom=out]").click()
    # On a desktop, a small board fits the window even at its closest level.
    assert max(counts) > 20 and (len(levels) > 1 or (system, size) == ("schiere", "desk"))


def test_what_one_plays_with_can_be_read_on_a_phone_and_the_whole_fits(visit: Any) -> None:
    game = everywhere_persians(False)
    page = visit("anna", "phone")
    page.goto(game.get_absolute_url())
    svg = page.locator(".map__svg")
    assert svg.get_attribute("data-level") == "4" and page.evaluate(SMALLEST) >= 9
    page.locator("[data-map-zoom=whole]").click()
    assert svg.get_attribute("data-level") == "0" and page.evaluate(SMALLEST) >= 9
    window, drawn = page.locator(".map__window").bounding_box(), svg.bounding_box()
    assert drawn["width"] <= window["width"] and drawn["height"] <= window["height"]


def test_paper_shows_the_whole_map_at_one_level(visit: Any) -> None:
    game = everywhere_persians(False)
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    page.emulate_media(media="print")
    shown = "all => all.filter(e => getComputedStyle(e).display !== 'none').map(e => e.classList[1])"
    assert page.eval_on_selector_all(".map-ink .map-level", shown) == ["map-level--1"]
    window, drawn = page.locator(".map__window").bounding_box(), page.locator(".map__svg").bounding_box()
    assert drawn["width"] <= window["width"] and not page.locator(".map__bar").is_visible()
