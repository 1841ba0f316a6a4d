"""Standing orders on a phone: compact while folded, filled in without a script, usable by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games.models import Seat
from tests.browser.steps import press
from tests.campaigns.justinian.stored import stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_orders_are_short_folded_and_work_without_a_script(visit: Any) -> None:
    game = stored(lambda state: state)
    page = visit("bruno", java_script_enabled=False)
    page.goto(reverse("game-orders", args=[game.pk]))
    group, order = page.locator("details.orders:has(#fold-evade)"), page.locator("#fold-evade")
    assert group.get_attribute("open") is None and not order.is_visible()
    assert page.locator("footer").bounding_box()["y"] < 1300  # the list used to be twice as high
    group.locator("summary").first.click()
    order.locator("summary").click()
    order.locator("[name=on-evade]").check()
    order.locator("[name='f-evade.policy'][value=evade]").check()
    press(page, "button:has-text('Save orders')")
    assert Seat.objects.get(game=game, key="byzantium").orders == {"evade": {"policy": "evade"}}
    assert group.get_attribute("open") is not None and "1 of 3 set" in group.inner_text()
    assert order.locator("[name=on-evade]").is_checked()


def test_the_tab_key_walks_through_the_orders_from_top_to_bottom(visit: Any) -> None:
    game = stored(lambda state: state)
    page = visit("bruno")
    page.goto(reverse("game-orders", args=[game.pk]))
    page.locator("details.orders > summary").first.focus()
    page.keyboard.press("Enter")
    seen: list[float] = []
    for _step in range(6):
        seen.append(page.evaluate("document.activeElement.getBoundingClientRect().top + scrollY"))
        page.keyboard.press("Tab")
    assert seen == sorted(seen) and len(set(seen)) == 6
    assert page.evaluate("document.querySelector('details.orders').open")
