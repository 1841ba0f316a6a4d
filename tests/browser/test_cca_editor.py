"""The scenario editor of Commands & Colors by taps and keys, from an empty board to a battle, with axe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battles.models import SavedScenario
from games.models import Game
from tests.browser.measuring import VIOLATIONS
from tests.browser.steps import overflow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EDITOR = "/battles/cca/editor/"


class Board:
    """The editor's board. Its methods tap on it as a finger would."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def begin(self) -> None:
        """Start with an empty board."""
        self.page.goto(EDITOR)
        self.page.click("button[value=new]")
        self.page.wait_for_selector("#ceditor .map__svg")

    def choose(self, side: str, piece: str) -> None:
        """Choose what taps place on the board."""
        self.page.check(f"#brush [name=side][value={side}]")
        self.page.select_option("#piece", piece)

    def tap(self, name: str) -> None:
        """Tap a hex, and wait for the updated board."""
        self.page.locator(f"#m-{name}").dispatch_event("click", {"detail": 1})
        self.page.wait_for_selector(f'#ceditor[data-at="{name}"]')

    def units(self) -> dict[str, str]:
        """Return the hex and type of every saved unit."""
        return {one["hex"]: one["type"] for one in SavedScenario.objects.get().document["units"]}


def test_a_battle_is_set_up_by_taps_and_played(visit: Any) -> None:
    page = visit("", "phone")
    board = Board(page)
    board.begin()
    board.choose("bottom", "heavy_inf")
    for name in ("B5", "B6", "B7"):
        board.tap(name)
    board.choose("bottom", "leader")
    board.tap("B6")
    board.choose("top", "elephant")
    for name in ("H5", "H6"):
        board.tap(name)
    board.choose("top", "move")
    board.tap("H8")  # moves the piece of the hex tapped last
    assert board.units() == {
        "B5": "heavy_inf",
        "B6": "heavy_inf",
        "B7": "heavy_inf",
        "H5": "elephant",
        "H8": "elephant",
    }
    for side in ("bottom", "top"):
        page.fill(f"#{side}-banners", "2")
    page.click("button[value=setup]")
    page.wait_for_selector("text=Ready to play")
    assert overflow(page) <= 0
    page.click("button[value=bottom]")
    page.wait_for_selector("#live")
    assert Game.objects.get().scenario["banners"] == 2


def test_pieces_are_placed_by_keys_alone(visit: Any) -> None:
    page = visit("", "desk")
    board = Board(page)
    board.begin()
    board.choose("bottom", "auxilia")
    page.locator("#m-C6").focus()
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector('#ceditor[data-at="C7"]')
    page.wait_for_function("() => document.activeElement.id === 'm-C7'")
    for key in ("ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector('#ceditor[data-at^="D"]')
    assert sorted(name[0] for name in board.units()) == ["C", "D"]


@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("desk", "dark")])
def test_axe_finds_nothing(visit: Any, size: str, theme: str) -> None:
    axe = Path(pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH).read_text()
    page = visit("", size, color_scheme=theme)
    Board(page).begin()
    own = page.url.partition("?")[0]
    page.goto(EDITOR)
    page.select_option("#from", "castulo")
    page.click("button[value=copy]")
    copied = page.url.partition("?")[0]
    points = (
        "/battles/cca/points/?points=130&bottom=elephants&top=horse&ground=rough&hand=5&seed=4711&compose=1"
    )
    for address in (EDITOR, own, f"{copied}?at=B5", "/battles/cca/points/", points):
        page.goto(address)
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == [], address
        assert overflow(page) <= 0, address
