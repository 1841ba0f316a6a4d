"""A march made leg by leg, beside the list of goals, and sent."""

import json
from typing import Any

import pytest

from games import services
from tests.browser.marches import marching, plan_of
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

    # by keyboard: the first leg, back again, and the first leg once more
    legs.first.focus()
    page.keyboard.press("Enter")
    (first,) = json.loads(chosen.input_value())
    assert first in offered and " → " in page.inner_text("#march [data-way]")
    page.click("#march [data-legs] button:has-text('One leg back')")
    assert chosen.input_value() == "" and legs.count() == len(offered)

    # a goal of the list shows its way; the button sends it
    goal = max((g for g in plan.goals if not g.threatened and not g.enemy), key=lambda g: len(g.places))
    chosen.select_option(goal.path)
    assert page.inner_text("#march [data-way]").count("→") == len(goal.places)
    assert overflow(page) <= 0
    page.click("#march .actions button >> nth=0")
    page.wait_for_load_state()
    game.refresh_from_db()
    assert services.table(game).state.armies[plan.army].at == goal.id
