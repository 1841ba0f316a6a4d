"""Recruits and losses are placed on the map. Each tap places one without a request, and one press sends the
form.
"""

from typing import Any

import pytest

from games import services
from games.models import Game
from tests.browser.steps import ANSWERED, overflow
from tests.campaigns.justinian.begun import advance, campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SETTINGS: dict[str, Any] = {"options": {"setup": "suggested"}}


def tap(page: Any, place: str) -> None:
    page.eval_on_selector(
        f"#m-{place}",
        "e => e.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, detail: 1}))",
    )


def send(page: Any) -> None:
    page.evaluate(ANSWERED)
    page.locator(".placing__foot button").first.click()
    page.wait_for_selector("body:not([data-sending])")


def test_recruits_are_placed_by_taps_on_provinces(visit: Any) -> None:
    game = advance(campaign(**SETTINGS), "place_recruits", lambda state: state.stack[-1].sp >= 3)
    before = services.table(game).state
    page = visit("anna", "phone", has_touch=True)
    page.goto(f"{game.get_absolute_url()}?seat=byzantium")
    sheet = page.locator("[data-placing]")
    assert sheet.is_visible() and page.locator("a > .map-give").count() > 10
    sheet.get_by_role("button", name="Clear").click()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    tap(page, "creta")
    tap(page, "creta")
    assert "2" in page.locator("#map-given text").all_text_contents()
    assert page.input_value("[name='f-land-frontier:creta']") == "2"
    sheet.get_by_role("button", name="One less: frontier troops in Creta").click()
    assert page.input_value("[name='f-land-frontier:creta']") == "1"
    assert not [one for one in asked if "at=" in one]  # a tap places at once, even offline
    sizes = sheet.locator("button").evaluate_all("all => all.map(b => b.getBoundingClientRect().height)")
    assert min(sizes) >= 44 and overflow(page) <= 0
    send(page)
    after = services.table(Game.objects.get(pk=game.pk)).state
    stood = before.frontier["creta"].sp if "creta" in before.frontier else 0
    assert after.frontier["creta"].sp == stood + 1
    assert page.locator("[data-placing]").is_hidden()


def test_losses_are_taken_where_the_units_stand(visit: Any) -> None:
    game = advance(campaign(**SETTINGS), "losses")
    decision = services.table(game).decisions()[0]
    page = visit("anna", "desk")
    page.goto(f"{game.get_absolute_url()}?seat={decision.seat}")
    place = page.locator("[data-place]").first.get_attribute("data-place")
    tap(page, place)
    rows = page.locator(".placing__row")
    assert rows.count() == page.locator(f"form.act [data-place='{place}']").count() > 0
    assert page.locator(f"#m-{place} > .map-give").count() == 1
    page.locator(".placing").get_by_role("button", name="Clear").click()
    for number in range(rows.count()):
        for _ in range(decision.facts["sp"]):  # taps beyond the sum place nothing
            rows.nth(number).locator("[data-step='1']").click()
    assert f"{decision.facts['sp']}/{decision.facts['sp']}" in page.inner_text(".placing__left")
    seq = Game.objects.get(pk=game.pk).seq
    send(page)
    assert Game.objects.get(pk=game.pk).seq > seq
