"""A bound of DBA on the board, played with a finger on a phone, and with keys and links on a desktop."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from django.urls import reverse

from games import services
from tests.battles.dba.board.begun import board_battle, play_on
from tests.browser.dba_player import moving, orders
from tests.browser.steps import ANSWERED, overflow
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def entries(game: Any) -> list[str]:
    return [entry.action["kind"] for entry in game.entries.filter(kind="action").order_by("seq")]


def ahead(heading: int) -> tuple[float, float]:
    """Return the direction straight ahead of a base as a vector of length 1, from its heading in half
    degrees.
    """
    return sin(radians(heading / 2)), -cos(radians(heading / 2))


def send(page: Any, button: Any) -> None:
    page.evaluate(ANSWERED)
    button.click()
    page.wait_for_function("() => !('sending' in document.body.dataset)")


def test_a_bound_by_finger_on_a_phone(visit: Any) -> None:
    """A player taps a group, taps the ghost of one of its moves, sends the move and undoes it. Then they drag
    the group and end the bound.
    """
    game = play_on(board_battle(), moving)
    seat = services.table(game).state.active
    who, _, way = next(one for one in orders(game, seat) if " ahead " in one).partition(":")
    page = visit("anna", "phone", has_touch=True)
    page.goto(game.get_absolute_url())
    page.wait_for_selector("[data-map][data-ready]")
    assert overflow(page) <= 0

    element = page.locator(f"[data-element='{who.split()[0]}']")
    element.tap(force=True)
    page.wait_for_selector("#here .dsteps")
    assert page.locator("#board-move").count() == 1  # a move is ready after one tap
    page.locator("#map-marks a.dghost").first.tap(force=True)
    page.wait_for_selector("#tried")
    assert page.locator(".dghost--plan").count() == 1 and overflow(page) <= 0
    pips = services.table(game).state.pips
    send(page, page.locator("#board-move button").first)
    game.refresh_from_db()
    assert entries(game)[-1] == "move_on_board" and services.table(game).state.pips < pips
    page.locator("button:has-text('Undo my last move')").first.tap()
    page.wait_for_function("() => !document.querySelector('.take-back')")
    game.refresh_from_db()
    assert services.table(game).state.pips == pips

    element = page.locator(f"[data-element='{who.split()[0]}']")
    element.tap(force=True)
    page.wait_for_selector("#here .dsteps")
    held = element.bounding_box()
    start = (held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.move(*start)
    page.mouse.down()
    dx, dy = ahead(int(element.get_attribute("data-base").split()[2]))
    page.mouse.move(start[0] + 15 * dx, start[1] + 15 * dy, steps=3)
    assert page.locator("#held path").count() == len(who.split())  # the ghost follows at once
    page.mouse.up()
    page.wait_for_selector("#tried")
    assert page.locator("#held").count() == 0

    while services.table(game).state.active == seat:
        button = page.locator("#acts form.act button").first
        send(page, button)
        game.refresh_from_db()
    assert {"end_moves", "end_combat"} <= set(entries(game)[-12:])


def test_a_move_by_keys_alone_and_one_that_is_refused(visit: Any) -> None:
    game = play_on(board_battle(), moving)
    seat = services.table(game).state.active
    who = next(one for one in orders(game, seat) if " ahead " in one).partition(":")[0]
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    page.wait_for_selector("[data-map][data-ready]")
    page.locator(f"[data-element='{who.split()[0]}']").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'here'")
    page.locator("#order-text summary").focus()
    page.keyboard.press("Enter")
    page.fill("#order-text input[maxlength]", f"{who}: ahead 900p")
    page.keyboard.press("Enter")
    page.wait_for_selector("#here .notice--refusal .rule-ref")
    assert not page.locator("#board-move").count()  # a refused move cannot be sent
    page.locator("#here .dmoves a, #here [data-look]").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#tried")


def test_an_army_is_deployed_by_hand(visit: Any) -> None:
    """A player takes a proposed deployment, drags an element back from the line, and sends it. The element is
    then in its new place.
    """
    game = play_on(board_battle(), lambda state: state.phase == "deployment")
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    page.wait_for_selector("[data-map][data-ready]")
    page.locator("#deploying .chip", has_text="To the left").click()
    page.wait_for_selector("#board-deploy")
    element = page.locator(".dbase--own").last
    name = element.get_attribute("data-element")
    x, y, heading, _deep = map(int, element.get_attribute("data-base").split())
    held, scale = element.bounding_box(), page.locator(".dfield").bounding_box()["width"] / 668
    start = (held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    dx, dy = (30 * scale * -part for part in ahead(heading))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + dx, start[1] + dy, steps=4)
    page.mouse.up()
    page.wait_for_url(f"**deploy+{name}**")
    page.wait_for_selector("#board-deploy")
    send(page, page.locator("#board-deploy button"))
    game.refresh_from_db()
    there = services.table(game).state.board.places[name]
    assert (there.x, there.y) != (x, y) and overflow(page) <= 0


def test_a_new_game_asks_only_for_what_the_scenario_uses(visit: Any) -> None:
    """A scenario at a table asks for the set-up, and one on the board asks for the bot. Neither asks for
    both.
    """
    person("anna")
    page = visit("anna", "phone")
    page.goto(reverse("new-game-of", args=["dba"]))
    page.evaluate("document.getElementById('variants').open = true")
    setup, bot, night = (page.locator(f"[name='f-{name}']").first for name in ("setup", "bot", "nightfall"))
    page.select_option("#scenario", "romans_carthaginians")
    assert setup.is_visible() and night.is_visible() and not bot.is_visible()
    page.select_option("#scenario", "board")
    assert bot.is_visible() and night.is_visible() and not setup.is_visible()
    assert overflow(page) <= 0
