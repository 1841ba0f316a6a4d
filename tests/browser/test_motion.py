"""Recent events are played on the map once; they can be stepped, skipped and replayed, on a phone too."""

import os
from pathlib import Path
from typing import Any

import pytest

from engine.dice import Seeded
from games.models import Game
from tests.browser.steps import form, overflow
from tests.campaigns.justinian.begun import campaign, play_on
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BACK = 40  # log entries that the browser has not shown yet
PICTURES = os.environ.get("VEXILLUM_PICTURES", "")  # a folder for screenshots


def war() -> Game:
    """Create a game in its third turn: Anna plays Byzantium and is due; another player has the barbarians."""
    game = play_on(
        campaign(),
        lambda table: table.turn == 3 and table.decisions()[0].seat == "byzantium" and table.seq > 150,
    )
    game.seats.filter(key="barbarian").update(user=person("bella"))
    return game


def opened(page: Any, game: Game) -> None:
    """Open the game in a browser that last saw it some entries ago."""
    page.goto("/account/settings/")
    page.evaluate(
        "([key, seq]) => localStorage.setItem(key, seq)", [f"motion:{game.pk}:byzantium", game.seq - BACK]
    )
    page.goto(game.get_absolute_url())
    page.wait_for_selector(".motion:not([hidden])")


def ends_a_segment(table: Any) -> bool:
    """Return whether Byzantium can pass and leave the next decision to the barbarians."""
    decision = table.decisions()[0]
    if table.turn < 2 or decision.kind != "byzantine_segment":
        return False
    after = table.rules.apply(table.state, "byzantium", decision.default, Seeded(b"motion", "ahead", 1)).state
    return bool(table.rules.pending(after)[0].seat == "barbarian")


def picture(page: Any, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def test_at_a_desk_it_plays_by_itself_and_once(visit: Any) -> None:
    game = war()
    page = visit("anna", "desk")
    opened(page, game)
    page.wait_for_selector(".motion-ink > *", state="attached")
    page.wait_for_timeout(700)
    picture(page, "motion-desk")
    assert overflow(page) <= 0
    page.click("[data-do=skip]")
    assert page.is_hidden(".motion") and not page.locator(".motion-ink").count()
    page.reload(wait_until="networkidle")
    assert page.is_hidden(".motion")


def test_on_a_phone_it_waits_steps_and_leaves_the_question_in_reach(visit: Any) -> None:
    game = war()
    page = visit("anna", "phone", has_touch=True, reduced_motion="reduce")
    opened(page, game)
    assert page.is_visible("[data-do=step]") and not page.locator(".motion-ink > *").count()
    picture(page, "motion-phone")
    page.focus("[data-do=step]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".motion-ink > *", state="attached")
    assert page.inner_text("[data-motion-count]").startswith("1/") and page.inner_text("[data-motion-told]")
    assert overflow(page) <= 0
    page.evaluate("document.querySelector('#map').scrollIntoView()")
    picture(page, "motion-phone-step")
    button = page.locator("#doing button:visible").first
    button.evaluate("one => one.scrollIntoView({ block: 'center' })")
    assert button.evaluate(
        "one => { const r = one.getBoundingClientRect();"
        " return one.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); }"
    )
    page.focus("[data-do=step]")
    page.keyboard.press("Escape")
    assert page.is_hidden(".motion")


def test_the_programs_turn_is_played_after_ones_own(visit: Any) -> None:
    game = play_on(campaign(), ends_a_segment)
    page = visit("anna", "desk")
    page.goto(f"{game.get_absolute_url()}?seat=byzantium")
    game.seats.filter(key="barbarian").update(user=None, is_bot=True)
    page.wait_for_load_state("networkidle")
    passing = form(page, "pass")
    passing.evaluate(
        "one => { for (let d = one; (d = d.parentElement.closest('details')); ) d.open = true; }"
    )
    passing.locator("button").first.click()
    page.wait_for_selector(".motion:not([hidden])")
    page.wait_for_selector(".motion-ink > *", state="attached")
    for _ in range(60):  # a job lets the bot answer
        if game.entries.filter(reason="bot").exists():
            break
        page.wait_for_timeout(250)
    assert game.entries.filter(reason="bot").exists()


def test_a_turn_is_replayed_from_a_link(visit: Any) -> None:
    game = war()
    page = visit("anna", "desk", reduced_motion="reduce")
    page.goto(f"/games/{game.pk}/replay/?at=100#play")
    page.wait_for_selector(".motion-ink > *", state="attached")
    while page.is_enabled("[data-do=step]"):
        page.click("[data-do=step]")
    page.wait_for_selector("[data-motion-next]:not([hidden])")
    picture(page, "motion-replay")
    assert int(page.get_attribute("[data-motion-next]", "href").split("at=")[1].split("#")[0]) > 100


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("desk", "dark")])
def test_the_front_page_plays_a_war_and_a_battle(visit: Any, size: str, scheme: str) -> None:
    page = visit("", size, color_scheme=scheme)
    page.goto("/")
    page.locator(".reel").first.scroll_into_view_if_needed()
    page.wait_for_selector(".reel >> nth=0 >> .motion-ink > *", state="attached")
    page.wait_for_timeout(600)
    picture(page, f"front-{size}")
    assert overflow(page) <= 0
    page.locator(".reel").nth(1).scroll_into_view_if_needed()
    page.wait_for_selector(".reel >> nth=1 >> .motion:not([hidden])")
    picture(page, f"front-{size}-battle")
