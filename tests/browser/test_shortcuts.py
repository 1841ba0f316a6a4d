"""Shortcuts: a march with markers, an action that ends with its march, and a duel whose cards are all left to
the mixed strategy.
"""

from __future__ import annotations

from typing import Any

import pytest

from battles.schiere.pages.square_choices import goals
from games import services
from tests.battles.schiere.begun import asked, do, play_on, stored_battle, to_a_duel
from tests.browser.marches import tap
from tests.browser.steps import overflow, show_every_hand, space
from tests.campaigns.justinian.begun import advance, campaign
from tests.campaigns.justinian.marching import WAY, byzantines
from tests.campaigns.justinian.stored import stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press(page: Any, button: Any) -> None:
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        button.click()
    page.wait_for_load_state()


def on_screen(button: Any) -> bool:
    """Return whether a button is high enough for a finger (24 pixels) and within the width of the window."""
    box = button.bounding_box()
    width = button.evaluate("() => document.documentElement.clientWidth")
    return box["height"] >= 24 and box["x"] >= 0 and box["x"] + box["width"] <= width


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_one_tap_on_the_goal_marches_and_removes_the_markers(visit: Any, size: str) -> None:
    game = stored(byzantines, players={})
    page = visit("gm", size)
    page.goto(f"{game.get_absolute_url()}?seat=byzantium")
    tap(page, WAY[-1])
    button = page.locator("#goal button[name=markers]")
    assert "MP" in button.inner_text() and "Galatia Salutaris" in page.inner_text("#goal")
    button.scroll_into_view_if_needed()
    assert on_screen(button) and overflow(page) <= 0
    button.focus()  # by the keyboard as well as by a finger
    with page.expect_navigation():
        page.keyboard.press("Enter")
    state = services.table(type(game).objects.get(pk=game.pk)).state
    assert state.armies["oriens"].at == WAY[-1] and WAY[-1] not in state.markers


def test_without_scripts_the_goal_is_a_link_and_its_march_a_form(visit: Any) -> None:
    game = stored(byzantines, players={})
    page = visit("gm", "desk", java_script_enabled=False)
    page.goto(f"{game.get_absolute_url()}?seat=byzantium&at={WAY[-1]}")
    with page.expect_navigation():
        page.click("#goal button[name=markers]")
    state = services.table(type(game).objects.get(pk=game.pk)).state
    assert WAY[-1] not in state.markers


def test_an_army_is_activated_by_its_button(visit: Any) -> None:
    game = advance(campaign(options={"setup": "suggested"}), "byzantine_segment")
    page = visit("anna", "phone")
    page.goto(f"{game.get_absolute_url()}?seat=byzantium")
    button = page.locator("#group-activate_army button").first
    button.scroll_into_view_if_needed()
    army = button.get_attribute("value")
    assert on_screen(button)
    press(page, button)
    assert game.entries.latest("seq").action == {"kind": "activate_army", "army": army}


def test_all_recruits_go_to_one_army_and_one_of_them_to_a_garrison(visit: Any) -> None:
    game = advance(
        campaign(options={"setup": "suggested"}), "place_recruits", lambda state: state.stack[-1].sp >= 3
    )
    page = visit("anna", "phone")
    page.goto(f"{game.get_absolute_url()}?seat=byzantium")
    row = page.locator("#acts .share:has([data-all-here])").last
    army = row.locator("input")
    name = army.get_attribute("name")
    row.scroll_into_view_if_needed()
    row.locator("[data-all-here]").click()
    number, fields = int(army.input_value()), page.locator("#acts fieldset").first
    filled, least = (
        sum(fields.locator("input").evaluate_all(f"all => all.map(i => +i.{what})"))
        for what in ("value", "min")
    )
    assert filled == int(fields.get_attribute("data-high")) and number > 1 and overflow(page) <= 0
    assert filled - number == least - int(army.get_attribute("min")), "others keep what they must have"
    assert on_screen(row.locator("[data-all-here]"))
    assert page.locator("#acts details [data-all-here]").count() == 0
    page.locator("#acts fieldset details").first.locator("summary").click()
    garrison = page.locator("#acts fieldset details").first.locator(".share").first
    garrison.locator("input + button").click()
    assert garrison.locator("input").input_value() == "1"
    assert army.input_value() == str(number - 1), "one more here is one less there"
    other = garrison.locator("input").get_attribute("name")
    press(page, page.locator("#acts .actions button").first)
    land = game.entries.filter(action__kind="place_recruits").latest("seq").action["land"]
    assert land[name.removeprefix("f-land-")] == number - 1 and land[other.removeprefix("f-land-")] == 1


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_one_tap_goes_there_and_ends_the_action(visit: Any, size: str) -> None:
    game = play_on(stored_battle(), asked("act"))
    seat = services.table(game).decisions()[0].seat
    choice = next(c for c in services.table(game).choices(seat) if c.kind == "take_action" and c.fields)
    units = [o.value for o in choice.fields[0].options]
    game = do(game, seat, {"kind": "take_action", "units": units})
    march = next(c for c in services.table(game).choices(seat) if c.kind == "move_along")
    to = next(at for at, one in goals(march).items() if one.cost == 1)
    page = visit("anna", size)
    show_every_hand(page, game)
    page.goto(f"{game.get_absolute_url()}?seat={seat}")
    space(page, to)
    tap(page, to)
    button = page.locator("form:has([name=then]) button").first
    button.scroll_into_view_if_needed()
    assert on_screen(button) and overflow(page) <= 0
    press(page, button)
    page.wait_for_timeout(400)
    made = [entry.action["kind"] for entry in game.entries.order_by("-seq")[:2]]
    assert made == ["end_action", "move_along"]


def test_one_tap_leaves_every_duel_to_the_mixture(visit: Any) -> None:
    game = to_a_duel(stored_battle(rival="bruno"))
    page = visit("bruno", "phone")
    page.goto(game.get_absolute_url())
    button = page.locator("button[name=always]")
    button.scroll_into_view_if_needed()
    assert on_screen(button) and overflow(page) <= 0
    press(page, button)
    assert game.seats.get(key="carthage").orders_at_once
    assert game.entries.latest("seq").action["kind"] == "leave_to"
