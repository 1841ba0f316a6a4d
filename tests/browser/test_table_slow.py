"""The table on a slow connection: the last tap counts, even if an earlier check arrives after it."""

from typing import Any

import pytest

from games import services
from tests.browser.steps import press
from tests.browser.tables import guided_battle, table_battle
from tests.games.cast import do
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


LAID = "sent=1&kind-0=bua&kind-1=woods&kind-2=gentle_hill&kind-3=steep_hill"


def to_combat(game: Any) -> None:
    owner = person("owner")
    laid = {"invader": "red", "bua": False, "river": False, "garrison": None, "terrain": []}
    do(game, owner, "red", {"kind": "set_table", **laid})
    do(game, owner, "red", {"kind": "roll_pips"}, faces=[4])
    do(game, owner, "red", {"kind": "end_moves"})
    if services.table(game).state.phase == "shooting":
        do(game, owner, "red", {"kind": "end_shooting", "none_in_reach": True})


def hold(page: Any, address: str) -> list[Any]:
    """Hold back all requests to this URL, and return the list in which they collect until ``let_go``."""
    held: list[Any] = []
    page.route(address, lambda route: held.append(route))
    return held


def let_go(page: Any, held: list[Any]) -> None:
    """Release all held requests, and let later ones through."""
    for _ in range(5):
        while held:
            held.pop(0).continue_()
        page.wait_for_timeout(200)


def test_a_second_tick_while_the_first_is_reckoned_is_not_lost(visit: Any, complaints: list[str]) -> None:
    game = table_battle()
    to_combat(game)
    page = visit("owner")
    page.goto(f"/battles/dba/{game.pk}/combat/?seat=red&mode=close&first=r3&second=b3")
    dice = page.locator("form.roll").bounding_box()
    for side in "ab":  # the most common facts are above the dice on a phone, without scrolling
        box = page.locator(f"[name='{side}.overlaps']").last.bounding_box()
        assert box["y"] + box["height"] < dice["y"]
    held = hold(page, "**/combat/**")
    page.locator("[name='b.rear_contact']").check(force=True)
    page.wait_for_timeout(100)
    page.locator("[name='a.overlaps'][value='1']").check(force=True)
    page.wait_for_timeout(100)
    let_go(page, held)
    page.wait_for_url("**a.overlaps=1**")
    assert "b.rear_contact=1" in page.url
    assert '"overlaps": 1' in page.locator("[name='f-a']").input_value()
    assert '"rear_contact": true' in page.locator("[name='f-b']").input_value()
    assert page.locator("form.roll button").first.is_enabled()
    told = [line for line in complaints if not line.startswith(("htmx:sendAbort", "htmx:afterRequest"))]
    complaints[:] = told  # htmx logs that the second tick replaced the request


def test_the_battlefield_as_it_was_changed_last_is_laid(visit: Any) -> None:
    game = guided_battle()
    do(game, person("owner"), "red", {"kind": "roll_aggression"}, faces=[6, 1])
    page = visit("rival")
    page.goto(f"/battles/dba/{game.pk}/terrain/?seat=blue&{LAID}")
    held = hold(page, "**/terrain/?*")
    page.select_option("[name='kind-1']", "river")  # the river replaces a wood
    press(page, "#verdict button")
    let_go(page, held)
    game.refresh_from_db()
    pieces = services.table(game).state.pieces  # type: ignore[attr-defined]
    assert [piece.kind for piece in pieces].count("river") == 1


def test_the_battlefield_is_checked_as_it_is_changed(visit: Any) -> None:
    game = guided_battle()
    do(game, person("owner"), "red", {"kind": "roll_aggression"}, faces=[6, 1])
    page = visit("rival")
    page.goto(f"/battles/dba/{game.pk}/terrain/?seat=blue&{LAID}")
    assert page.locator("#verdict button").is_visible()
    page.select_option("[name='kind-0']", "")
    page.wait_for_selector("#verdict .notice--refusal")
    assert page.locator("#verdict button").count() == 0
    assert "csrf" not in page.url
    page.select_option("[name='kind-3']", "bua")  # the other pieces have moved up a row
    page.wait_for_selector("#verdict .notice--success")
