"""The curtain between two hands on one device. It works by tap and by keyboard, with and without scripts, and
also after the player goes back, reloads or opens a second tab.
"""

from __future__ import annotations

from typing import Any

import pytest

from battles.cca.wording.names import card
from games import services
from games.models import Game
from tests.battles.cca.begun import play_on, stored_battle
from tests.browser.steps import overflow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def secret(game: Game, seat: str) -> str:
    """Return the name of a card that only this seat holds."""
    armies = services.table(game).state.armies
    other = "top" if seat == "bottom" else "bottom"
    return card(min(set(armies[seat].hand) - set(armies[other].hand)))


def shows(page: Any, name: str) -> bool:
    return f">{name}<" in page.content()


def asked(game: Game) -> tuple[str, str]:
    seat = services.table(game).decisions()[0].seat
    return seat, "top" if seat == "bottom" else "bottom"


def say_who(page: Any) -> None:
    page.click(".curtain__seats button >> nth=0")
    page.wait_for_selector("#hand", state="attached")


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_hand_is_opened_by_a_button_and_closed_again(visit: Any, size: str) -> None:
    game = stored_battle()
    seat, other = asked(game)
    page = visit("anna", size)
    page.goto(game.get_absolute_url())
    assert page.is_visible("h2:has-text('Pass the device')") and overflow(page) <= 0
    assert not shows(page, secret(game, seat)) and not shows(page, secret(game, other))
    say_who(page)
    assert shows(page, secret(game, seat)) and not shows(page, secret(game, other))
    page.click(".bar__hand button")
    page.wait_for_selector(".curtain")
    page.go_back()
    page.wait_for_selector(".curtain")
    page.reload()
    assert not shows(page, secret(game, seat))


def test_the_keyboard_opens_it(visit: Any) -> None:
    game = stored_battle()
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    assert "I play" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand", state="attached")


def test_it_closes_in_every_tab_when_one_is_closed(visit: Any) -> None:
    game = stored_battle()
    seat, _other = asked(game)
    one = visit("anna", "desk")
    one.goto(game.get_absolute_url())
    say_who(one)
    two = one.context.new_page()
    two.goto(game.get_absolute_url())
    assert shows(two, secret(game, seat))
    two.click(".bar__hand button")
    two.wait_for_selector(".curtain")
    one.wait_for_selector(".curtain")
    assert not shows(one, secret(game, seat))


def test_a_turn_that_passes_leaves_the_page_of_the_hand(visit: Any) -> None:
    game = stored_battle()
    seat, other = asked(game)
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    say_who(page)
    play_on(game, lambda table: any(one.seat == other for one in table.decisions()))
    page.wait_for_selector(f".curtain__seats button[value={other}]")
    assert not shows(page, secret(game, seat)) and not shows(page, secret(game, other))
    page.go_back()
    page.wait_for_selector(".curtain")
    assert not shows(page, secret(game, seat))


def test_it_works_without_scripts(visit: Any) -> None:
    game = stored_battle()
    seat, _other = asked(game)
    page = visit("anna", "phone", java_script_enabled=False)
    page.goto(game.get_absolute_url())
    page.click(".curtain__seats button >> nth=0")
    assert shows(page, secret(game, seat))
    page.click(".bar__hand button")
    assert page.locator(".curtain").count() == 1 and not shows(page, secret(game, seat))
