"""Two people on two screens play a turn and a duel by tapping. Each sees the other's moves without reloading
the page.
"""

from __future__ import annotations

from typing import Any

import pytest

from battles.schiere.pages.square_choices import goals
from games import services
from tests.battles.schiere.begun import asked, play_on, stored_battle, to_a_duel
from tests.browser.steps import overflow
from tests.browser.two_people import ACT, PEOPLE, POLLED, Two

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def fresh(duel: dict[str, Any]) -> bool:
    """Return whether a duel has begun and no card has been turned yet."""
    return duel["stage"] == "blow" and not duel["played"]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_duel_of_two_people_is_a_tap_a_card(visit: Any, size: str) -> None:
    game = to_a_duel(stored_battle(rival="bruno"))
    two, cards = Two(visit, game, size), 0
    before = services.table(game).view(None)["duel"]
    while (now := services.table(two.refreshed()).view(None)["duel"]) and not (cards > 1 and fresh(now)):
        assert now["attacker"] == before["attacker"]
        owing = two.owing()
        assert set(owing.values()) <= {"blow", "test_nerve"}
        for seat, kind in owing.items():
            page = two.pages[seat]
            wanted = (
                ".slay .slay__card" if kind == "blow" else "#acts form.act:has([value=test_nerve]) button"
            )
            page.wait_for_selector(wanted, timeout=POLLED)  # by polling, without a reload
            two.tap(seat, wanted)
            cards += kind == "blow"
    two.told(f"a duel, {size}")
    assert 2 <= cards <= 10 and two.taps <= cards + 8
    seq = two.refreshed().seq
    for page in two.pages.values():
        # the page of the player who laid the last card but one shows the duel until the next poll
        page.wait_for_selector(f"#live[data-seq='{seq}']", timeout=POLLED)
        page.wait_for_selector("#duel, #fought", timeout=POLLED)
        assert overflow(page) <= 0
        assert now or page.locator("#fought .sblow").count() * 2 >= cards


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_turn_of_two_people(visit: Any, size: str) -> None:
    game = play_on(stored_battle(rival="bruno", options={"points": "20", "turns": "6"}), asked("act"))
    two, acted, rested = Two(visit, game, size), set[str](), set[str]()
    while list((owing := two.owing()).values()) == ["act"]:  # until the next turn starts
        (seat,) = owing
        page = two.pages[seat]
        if seat in acted:  # only once a turn
            page.wait_for_selector(f"{ACT.format('reserve')} button", timeout=POLLED)
            two.tap(seat, f"{ACT.format('reserve')} button")
            rested.add(seat)
            continue
        page.wait_for_selector("#starts .sstart", timeout=POLLED)
        two.tap(seat, "#starts .sstart")
        page.wait_for_selector("#map-marks .map-frame--reach")
        march = next(c for c in services.table(two.refreshed()).choices(seat) if c.kind == "move_along")
        to = next(at for at, one in goals(march).items() if one.cost == 1)
        two.tap(seat, f"#m-{to}", posts=False)
        page.wait_for_selector(f"#chosen[data-at={to}] .smarch")
        two.tap(seat, ".smarch button")
        page.wait_for_selector(f"{ACT.format('end_action')} button")
        two.tap(seat, f"{ACT.format('end_action')} button")
        acted.add(seat)
    two.told(f"a turn, {size}")
    assert acted == set(PEOPLE) and two.taps == 4 * len(acted) + len(rested) and len(rested) <= len(PEOPLE)
