"""Italia on a phone and a desktop. The map opens at the player's nations, a tap on a place shows its details,
and a button carries out an action.
"""

from typing import Any

import pytest

from engine.game import Choice
from games import services
from tests.browser.marches import tap
from tests.browser.steps import ANSWERED, overflow, send
from tests.campaigns.italia.begun import asked, campaign, play_on

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_place_is_chosen_on_the_map_and_a_unit_moves(visit: Any, size: str) -> None:
    game = play_on(campaign(), asked("movement"))
    decision = services.table(game).decisions()[0]
    choices = services.table(game).choices(decision.seat)
    march = next(c for c in choices if c.kind == "march" and not c.fixed["leader"])
    start, goal = march.fixed["origin"], march.fixed["to"]
    page = visit("anna", size, has_touch=size == "phone")
    page.goto(f"{game.get_absolute_url()}?seat={decision.seat}")
    assert overflow(page) <= 0

    # the map opens at the active nation
    focus = page.get_attribute("[data-map]", "data-map-focus")
    assert services.table(game).state.nation in services.table(game).state.units[focus]
    sizes = page.eval_on_selector_all(
        ".map-land use:not(.map-over)",
        "all => all.map(e => e.getBoundingClientRect()).map(r => Math.min(r.width, r.height))",
    )
    assert len(sizes) == 42 and min(sizes) >= 30

    # a tap on the start shows its moves; a tap on the goal shows the form for that move
    page.evaluate("document.getElementById('map').scrollIntoView(); window.unchanged = true")
    tap(page, start)
    assert page.locator("#map-marks .map-frame--reach, #map-marks .map-frame--target").count() >= 1
    tap(page, goal)
    act = page.locator("#here form.act").first
    whole = act.locator("button:not([type=button])").first
    assert page.evaluate("window.unchanged") and whole.is_visible()
    if len(march.fields[0].options) == 1:  # one kind of troops: a button for each number, all of them first
        assert int(whole.get_attribute("value")) == march.fields[0].high
    else:
        assert int(act.locator("input[type=number]").first.input_value()) >= 1
    send(page, act)
    game.refresh_from_db()
    entry = game.entries.latest("seq")
    assert (entry.action["kind"], entry.action["origin"], entry.action["to"]) == ("march", start, goal)
    assert overflow(page) <= 0


def test_the_whole_window_leaves_the_chosen_place_in_sight(visit: Any) -> None:
    game = play_on(campaign(), asked("movement"))
    seat = services.table(game).decisions()[0].seat
    page = visit("anna", "phone", has_touch=True)
    page.goto(f"{game.get_absolute_url()}?seat={seat}")
    tap(page, "roma")
    page.wait_for_selector("#chosen[data-at=roma] .card")
    window, place = (page.locator(one).bounding_box() for one in (".map__window", "#m-roma use >> nth=0"))
    middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    assert window["x"] <= middle[0] <= window["x"] + window["width"]
    assert window["y"] <= middle[1] <= window["y"] + window["height"]
    assert window["height"] >= 200 and overflow(page) <= 0


def test_the_card_of_a_nation_is_one_screen_of_a_phone(visit: Any) -> None:
    game = play_on(campaign(), asked("movement"))
    page = visit("anna", "phone")
    for nation in ("romans", "carthaginians", "celts"):
        page.goto(f"{game.get_absolute_url()}?card={nation}")
        assert page.locator("#card").evaluate("fold => fold.open")
        tall = page.locator("#card").evaluate(
            """fold => {
                const parts = [...fold.children].slice(1).map((one) => one.getBoundingClientRect());
                const top = Math.min(...parts.map((one) => one.top));
                return Math.max(...parts.map((one) => one.bottom)) - top; }"""
        )
        assert 100 < tall <= page.viewport_size["height"]
    page.click("#card summary:has-text('Special rules')")
    assert page.locator("#card details[open] li").count() >= 1


def mixed_marches(table: Any) -> list[Choice]:
    """The marches without a leader that troops of several kinds can make."""
    found = (one for one in table.choices(table.decisions()[0].seat) if one.kind == "march")
    return [one for one in found if not one.fixed["leader"] and len(one.fields[0].options) > 1]


def test_a_whole_force_is_taken_with_one_tap(visit: Any) -> None:
    game = play_on(campaign(), lambda table: asked("movement")(table) and bool(mixed_marches(table)))
    seat = services.table(game).decisions()[0].seat
    several = mixed_marches(services.table(game))[0]
    page = visit("anna", "phone", has_touch=True)
    page.goto(f"{game.get_absolute_url()}?seat={seat}")
    for place in ("origin", "to"):
        tap(page, several.fixed[place])
    whole = page.locator("#here form.act fieldset[data-all]").first
    inputs, button = whole.locator("input[type=number]").all(), whole.locator("[data-take-all]")
    for one in inputs:
        one.fill("0")
    button.click()
    assert all(one.input_value() == one.get_attribute("max") for one in inputs)
    assert int(whole.locator("output").first.inner_text()) == several.fields[0].high
    button.click()
    assert all(one.input_value() == "0" for one in inputs), "one tap starts from nothing"
    button.click()
    fewer, more = whole.locator(".steps button").first, whole.locator(".steps button").nth(1)
    assert more.is_disabled(), "there are no more of them"
    fewer.click()
    assert int(whole.locator("output").first.inner_text()) == several.fields[0].high - 1
    assert more.is_enabled() and "All" in button.inner_text()


def test_a_place_tapped_while_news_are_on_their_way_stays_chosen(visit: Any) -> None:
    """The place that the player taps stays selected, with its forms, if a page with news was requested before
    the tap and arrives after the forms that the tap loaded.
    """
    game = play_on(campaign(), asked("movement"))
    decision = services.table(game).decisions()[0]
    march = next(c for c in services.table(game).choices(decision.seat) if c.kind == "march")
    page, held = visit("anna", "desk"), list[Any]()
    page.goto(f"{game.get_absolute_url()}?seat={decision.seat}")
    page.wait_for_function("window.htmx")

    def hold(route: Any) -> None:
        if route.request.headers.get("hx-target") == "live":
            held.append(route)
        else:
            route.continue_()

    page.route(f"**{game.get_absolute_url()}*", hold)
    page.evaluate("window.htmx.trigger(document.body, 'game-moved')")
    page.wait_for_timeout(300)
    assert len(held) == 1, "the page is asked for anew"
    tap(page, march.fixed["origin"])
    page.evaluate("document.getElementById('chosen').dataset.old = 'yes'")
    held[0].continue_()
    page.wait_for_selector(f"#chosen[data-at={march.fixed['origin']}]:not([data-old])", state="attached")
    assert page.locator("#here form.act").count() >= 1, "its forms are there"


def test_all_reinforcements_go_to_one_place_with_one_tap(visit: Any) -> None:
    def several(table: Any) -> list[Choice]:
        found = (one for one in table.choices(table.decisions()[0].seat) if one.kind == "spread")
        return [
            one for one in found if one.fields[0].low == one.fields[0].high > 1 < len(one.fields[0].options)
        ]

    game = play_on(campaign(), lambda table: bool(several(table)))
    seat, spread = services.table(game).decisions()[0].seat, several(services.table(game))[0]
    page = visit("anna", "phone", has_touch=True)
    page.goto(f"{game.get_absolute_url()}?seat={seat}")
    page.evaluate(ANSWERED)
    last = page.locator("#acts form.act:has([value=spread]) [data-all-here]").last
    assert str(spread.fields[0].high) in last.inner_text()
    last.click()
    page.wait_for_selector("body:not([data-sending])")
    action = game.entries.latest("seq").action
    given = {place: number for place, number in action["where"].items() if number}
    assert action["kind"] == "spread"
    assert given == {spread.fields[0].options[-1].value: spread.fields[0].high}
    assert overflow(page) <= 0
