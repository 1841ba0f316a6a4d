"""A battle on DBA's board against the bot, with a keyboard alone and with a finger on a phone: moves, a
sandbox, the replay, sheets to print, and two games with changed sides.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game
from games.services import opening
from tests.browser.steps import ANSWERED, overflow
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

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


def begun() -> Game:
    """Begin a battle on a field that is laid already. The bot plays the other side."""
    plugin = next(one for one in opening.first_games() if one.name == "dba")
    return opening.first_game(person("anna"), plugin, "Board", timezone.now(), "board_laid")


def play_a_bound(player: Player, game: Game) -> None:
    """Play the player's first bound: roll, move a group, end the bound."""
    page, seat = player.page, game.seats.get(user__username="anna").key
    player.open(game.get_absolute_url())
    page.wait_for_selector("[data-map][data-ready]")
    while services.table(refreshed(game)).state.phase != "moves":
        player.send("#acts form.act button")
    state = services.table(refreshed(game)).state
    choices = services.table(game).rules.choices(state, seat)
    order = next(str(one.fixed["order"]) for one in choices if " ahead " in str(one.fixed.get("order")))
    player.choose(order.split()[0].rstrip(":"))
    page.wait_for_selector("#here .dmoves a")
    player.use("#here .dmoves a")
    page.wait_for_selector("#board-move button")
    assert overflow(page) <= 0
    player.send("#board-move button")
    while services.table(refreshed(game)).state.active == seat:
        player.send("#acts form.act button")
    assert game.entries.filter(action__kind="move_on_board").exists()


def refreshed(game: Game) -> Game:
    game.refresh_from_db()
    return game


@WAYS
def test_a_bound_and_all_that_follows_it(visit: Any, way: str) -> None:
    game, player = begun(), Player(visit, way)
    play_a_bound(player, game)
    page = player.page

    player.open(reverse("game-replay", args=[game.pk]) + "?at=1#play")  # nothing to show in the set-up
    page.wait_for_selector(".motion:not([hidden]) [data-motion-next]:not([hidden])")
    rolled = game.entries.filter(action__kind="roll_pips").order_by("seq")[0].seq
    player.open(reverse("game-replay", args=[game.pk]) + f"?at={rolled}")
    page.wait_for_selector(".motion:not([hidden]) [data-do=step]:enabled")
    player.use("[data-do=step]")
    page.wait_for_selector("[data-motion-count]:not(:empty)")

    player.open(reverse("battles:dba-field-print", args=[game.pk]))
    sheets = page.locator("svg[width$=mm]")
    assert sheets.count(), "sheets to scale have their size in millimetres"

    player.open(reverse("game-try", args=[game.pk]))
    player.follow("main form .actions button")
    tryout = Game.objects.get(tried_from=game)
    assert tryout.get_absolute_url() in page.url and page.locator("[data-element]").count()


@WAYS
def test_a_battle_is_played_as_a_match_of_two(visit: Any, way: str) -> None:
    person("anna")
    player = Player(visit, way)
    player.open(reverse("new-game-of", args=["dba"]))
    page = player.page
    page.select_option("#scenario", "board_laid")
    page.evaluate("document.getElementById('variants').open = true")
    page.select_option("#match", "both")
    page.check("[name='seat-blue'][value=bot]")
    player.follow("main form > .actions button")
    assert overflow(page) <= 0
    if Game.objects.get().status == Game.Status.GATHERING:
        player.follow("main button[value=start]")
    first, second = Game.objects.order_by("created_at")
    assert (first.match, second.match) == (Game.Match.BOTH, Game.Match.SECOND)
