"""A march composed leg by leg next to the list of goals, and then sent."""

import json
from typing import Any

import pytest

from games import services
from tests.browser.marches import marching, plan_of, tap
from tests.browser.steps import overflow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_way_is_made_leg_by_leg_and_marched(visit: Any, size: str) -> None:
    game = marching()
    plan = plan_of(game)
    assert plan is not None and plan.ways is not None
    page = visit("anna", size)
    page.goto(game.get_absolute_url())
    legs, chosen = page.locator("#march [data-legs] button"), page.locator("#march-to")
    legs.first.scroll_into_view_if_needed()
    offered = {leg.to for leg in plan.ways.onward([])}
    assert legs.count() == len(offered)

    # by keyboard: take the first leg, undo it, and take it again
    legs.first.focus()
    page.keyboard.press("Enter")
    (first,) = json.loads(chosen.input_value())
    assert first in offered and " → " in page.inner_text("#march [data-way]")
    page.click("#march [data-legs] button:has-text('Remove last step')")
    assert chosen.input_value() == "" and legs.count() == len(offered)

    # a goal in the list shows its way, and the button sends it
    goal = max((g for g in plan.goals if not g.threatened and not g.enemy), key=lambda g: len(g.places))
    chosen.select_option(goal.path)
    assert page.inner_text("#march [data-way]").count("→") == len(goal.places)
    assert overflow(page) <= 0
    page.click("#march .actions button >> nth=0")
    page.wait_for_load_state()
    game.refresh_from_db()
    assert services.table(game).state.armies[plan.army].at == goal.id


@pytest.mark.parametrize("keys", [False, True], ids=["taps", "keyboard"])
def test_each_place_tapped_on_the_map_is_a_leg_and_the_whole_way_is_marched(visit: Any, keys: bool) -> None:
    game = marching()
    plan = plan_of(game)
    assert plan is not None and plan.ways is not None
    cheapest = {g.id: g for g in plan.goals}
    way = next(
        (first.to, second.to)
        for first in plan.ways.onward([])
        for second in plan.ways.onward([first.to])
        if cheapest[second.to].places != (first.to, second.to)
        and not any(cheapest[p].threatened or cheapest[p].enemy for p in (first.to, second.to))
    )
    page = visit("anna", "phone")
    page.goto(game.get_absolute_url())
    for place in way:
        if keys:
            page.focus(f"#m-{place}")
            page.keyboard.press("Enter")
            page.wait_for_selector(f"#chosen[data-at={place}]", state="attached")
        else:
            tap(page, place)
    assert json.loads(page.input_value("#march-to")) == list(way)
    assert page.locator("#goal").inner_text().count("→") == 2
    line = page.get_attribute("#map-marks .map-way", "d")
    assert line.count("L") == 2, "the way by which it goes, not the cheapest"
    tap(page, way[0])  # back to an earlier place
    assert json.loads(page.input_value("#march-to")) == [way[0]]
    tap(page, way[1])
    with page.expect_navigation():
        page.locator("#goal button").first.click()
    game.refresh_from_db()
    assert services.table(game).state.armies[plan.army].at == way[1]
    steps = game.entries.filter(action__kind="move_army").order_by("-seq")[:2]
    assert [entry.action["to"] for entry in steps] == list(reversed(way))
