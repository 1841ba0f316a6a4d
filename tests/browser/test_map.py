"""A campaign's map by touch and keyboard: a tap shows a place and the army's prospects there, a press
sends the army, and arrow keys move between places.
"""

from typing import Any

import pytest

from games import services
from tests.browser.marches import marching, plan_of, tap
from tests.browser.steps import overflow, press
from tests.campaigns.justinian.begun import campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_tap_shows_what_awaits_the_army_and_a_press_sends_it(visit: Any) -> None:
    game = marching()
    plan = plan_of(game)
    assert plan is not None
    page = visit("anna", "phone", has_touch=True)
    page.goto(game.get_absolute_url())
    page.evaluate("document.getElementById('map').scrollIntoView(); window.unchanged = true")

    # every province is large enough for a finger at the map's first zoom level
    sizes = page.eval_on_selector_all(
        ".map-land use",
        "all => all.map(e => e.getBoundingClientRect()).map(r => Math.min(r.width, r.height))",
    )
    assert len(sizes) == 90 and min(sizes) >= 40

    # in an enemy province, the chances appear without leaving the map
    enemy = plan.attacks[0]
    tap(page, enemy.id)
    assert page.evaluate("window.unchanged") and f"at={enemy.id}" in page.url
    assert "it wins" in page.inner_text("#goal-fight") and page.locator("#map-marks .map-frame").count() > 5
    top, window = page.locator("#goal").bounding_box()["y"], page.locator(".map__window").bounding_box()
    assert window["y"] >= 0 and top < page.viewport_size["height"] - 60

    # in a quiet province, one press next to the map sends the army all the way
    goal = max((g for g in plan.goals if not g.threatened and not g.enemy), key=lambda g: g.mp)
    tap(page, goal.id)
    press(page, "#goal button")
    game.refresh_from_db()
    assert services.table(game).state.armies[plan.army].at == goal.id
    assert overflow(page) <= 0


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_the_map_is_one_stop_of_the_keyboard(visit: Any) -> None:
    game = campaign()
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())

    # one key skips the map
    page.focus(".map__skip")
    assert page.locator(".map__skip").first.bounding_box()["x"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('.map__window')")

    # inside the map: one tab stop, arrows to the next place, Enter to look, and back out
    page.focus(".map__zooms button:last-child")
    page.keyboard.press("Tab")
    first = focused(page)
    assert first == "m-europa" and page.locator(".map__svg a[tabindex='0']").count() == 1
    page.keyboard.press("ArrowRight")
    second = focused(page)
    middle = (
        "i => { const r = document.getElementById(i).getBoundingClientRect(); return r.left + r.width / 2 }"
    )
    assert second != first and page.evaluate(middle, second) > page.evaluate(middle, first)
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#chosen[data-at={second[2:]}]", state="attached")
    page.wait_for_selector("#here:focus", state="attached")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert focused(page) == second

    # a place can be found by typing
    page.focus(".map__find input")
    assert page.locator("#map-places option").count() == 113
    page.keyboard.type("Aegyptus I")
    page.keyboard.press("Enter")
    page.wait_for_selector("#chosen[data-at=aegyptus_i]", state="attached")


def test_what_was_unfolded_stays_so_after_a_move_of_ones_own(visit: Any) -> None:
    """A player who sets up several armies opens the group of forms only once. The tabs still open and close
    their own sections.
    """
    game = campaign()
    page = visit("anna")
    page.goto(f"{game.get_absolute_url()}?seat=byzantium")
    page.get_by_text("Place an army").click()
    act = page.locator("#group-place_army form.act").filter(has_text="Praesental Army I ").first
    act.get_by_role("button").click()
    page.locator("#deployment").get_by_text("90", exact=True).wait_for()  # ... of 100 SP
    assert page.eval_on_selector("#group-place_army", "fold => fold.open")
    tab = page.locator("#fold-forces > summary")
    tab.click()
    page.locator("#fold-forces").get_by_text("Strength by power").wait_for()
    tab.click()
    assert not page.eval_on_selector("#fold-forces", "fold => fold.open")
    tab.click()
    assert page.eval_on_selector("#fold-forces", "fold => fold.open")
    assert overflow(page) <= 0
