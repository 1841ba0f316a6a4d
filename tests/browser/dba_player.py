"""A player of a battle on DBA's board who uses only keys or only touch, and the moves that are offered."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from tests.browser.steps import ANSWERED, overflow

TABS = 150  # more presses of Tab than a page of the battle has stops


STEPS = 60  # more presses of an arrow than there are elements on the field


# the arrow keys that lead from the focused element towards another, the better one first
ARROWS = """name => {
    const there = document.querySelector(`[data-element='${name}']`), here = document.activeElement;
    if (there === here) return ["here", "here"];
    const [a, b] = [here, there].map((one) => one.getBoundingClientRect());
    const dx = b.x + b.width / 2 - a.x - a.width / 2, dy = b.y + b.height / 2 - a.y - a.height / 2;
    const across = dx > 0 ? "ArrowRight" : "ArrowLeft", down = dy > 0 ? "ArrowDown" : "ArrowUp";
    return Math.abs(dx) > Math.abs(dy) ? [across, down] : [down, across];
}"""


FOCUSED = "selector => document.activeElement.matches(selector)"


WAYS = pytest.mark.parametrize("way", ["keys", "finger"])


class Player:
    """A page that is used in one way only: with the Tab, arrow and Enter keys, or by touch."""

    def __init__(self, visit: Any, way: str) -> None:
        self.keys = way == "keys"
        size, options = ("desk", {}) if self.keys else ("phone", {"has_touch": True})
        self.page = visit("anna", size, reduced_motion="reduce", **options)
        self.frame = self.page  # or the frame in which a battle is played offline

    def open(self, address: str) -> None:
        self.page.goto(address)
        assert overflow(self.page) <= 0, address

    def reach(self, selector: str) -> None:
        """Press Tab until an element that matches has the focus."""
        for _ in range(TABS):
            if self.frame.evaluate(FOCUSED, selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not reach {selector}")

    def walk_to(self, name: str) -> None:
        """Go from the field's only tab stop to an element with the arrow keys."""
        self.reach("[data-map] a[tabindex='0']")
        for _ in range(STEPS):
            first, second = self.frame.evaluate(ARROWS, name)
            if first == "here":
                return
            before = self.frame.evaluate("document.activeElement.id")
            self.page.keyboard.press(first)
            if self.frame.evaluate("document.activeElement.id") == before:
                self.page.keyboard.press(second)
        raise AssertionError(f"the arrow keys do not reach {name}")

    def choose(self, name: str) -> None:
        """Choose an element on the field, and with it its group."""
        if self.keys:
            self.walk_to(name)
            self.page.keyboard.press("Enter")
        else:
            self.frame.locator(f"[data-element='{name}']").tap(force=True)

    def use(self, selector: str) -> None:
        """Press Enter on an element, or tap it."""
        self.frame.wait_for_selector(selector, state="attached")
        if self.keys:
            self.reach(selector)
            self.page.keyboard.press("Enter")
        else:
            self.frame.locator(selector).first.tap()

    def send(self, selector: str) -> None:
        """Use a button of the game, and wait for the answer."""
        self.frame.evaluate(ANSWERED)
        self.use(selector)
        self.frame.wait_for_function("() => !('sending' in document.body.dataset)")

    def follow(self, selector: str) -> None:
        """Use a link or button that leads to another page."""
        with self.page.expect_navigation():
            self.use(selector)


def moving(state: Any) -> bool:
    return state.phase == "moves" and state.bound > 2 and state.pips > 2


def orders(game: Any, seat: str) -> list[str]:
    table = services.table(game)
    choices = table.rules.choices(table.state, seat)
    return [str(one.fixed["order"]) for one in choices if "order" in one.fixed]
