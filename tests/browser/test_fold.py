"""A phone of 360 by 640: the header takes one row, and the question and its button are above the fold."""

from __future__ import annotations

import os
from typing import Any

import pytest

from games import services
from games.models import Game
from tests.browser.marches import marching
from tests.browser.steps import ANSWERED, PASSWORD, choose, form, options, send, tap_dice
from tests.browser.tables import roll_first_pips, table_battle
from tests.campaigns.bridge.wars import a_war, to_the_end
from tests.campaigns.justinian.begun import campaign, play_on
from tests.web.cast import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 360, "height": 640}
SHOTS = os.environ.get("VEXILLUM_SHOTS", "")  # a folder for screenshots of the measured pages


def opened(visit: Any, who: str, game: Game, language: str = "en") -> Any:
    page = visit(who)
    page.set_viewport_size(SMALL)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.goto(game.get_absolute_url())
    return page


def above_the_fold(
    page: Any, name: str, button: str = "#acts button, #doing button, [data-placing] button, .army a"
) -> None:
    """Check that the action's first button can be pressed without scrolling."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")
    shown = page.locator(button).locator("visible=true").first
    box = shown.bounding_box()
    assert box and box["y"] >= 0 and box["y"] + box["height"] <= SMALL["height"], (name, box)
    assert page.locator("#next").bounding_box()["y"] < box["y"], "the question stands before its button"
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_generic_pages_question_is_above_the_fold(visit: Any, language: str) -> None:
    page = opened(visit, "owner", running(hours_per_decision=24), language)
    above_the_fold(page, f"generic-{language}")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_of_justinian(visit: Any, language: str) -> None:
    page = opened(visit, "anna", campaign(), language)
    above_the_fold(page, f"justinian-begun-{language}")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_of_justinian_in_a_march(visit: Any, language: str) -> None:
    page = opened(visit, "anna", marching(), language)
    above_the_fold(page, f"justinian-march-{language}", "#march .actions button")


@pytest.mark.parametrize("kind", ["pay_maintenance", "choose_activation", "place_recruits"])
def test_the_page_of_justinian_at_other_questions(visit: Any, kind: str) -> None:
    def ready(table: Any) -> bool:
        return any(one.kind == kind for seat in ("byzantium",) for one in table.choices(seat))

    game = play_on(campaign(), ready) if kind != "choose_activation" else play_on(campaign(), _activates)
    page = opened(visit, "anna", game, "it")
    above_the_fold(page, f"justinian-{kind}")


def _activates(table: Any) -> bool:
    return any(one.kind == "activate_army" for one in table.choices("byzantium"))


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_table_from_the_first_die_to_a_combat(visit: Any, language: str) -> None:
    game = table_battle()
    page = opened(visit, "owner", game, language)
    above_the_fold(page, f"table-begun-{language}")
    roll_first_pips(page, game)
    page.goto(game.get_absolute_url())
    above_the_fold(page, f"table-moves-{language}")
    send(page, form(page, "end_moves"))
    page.goto(game.get_absolute_url())
    above_the_fold(page, f"table-after-{language}")


def test_the_header_is_one_row(visit: Any) -> None:
    page = opened(visit, "owner", running())
    assert page.locator(".bar").bounding_box()["height"] <= 60
    for part in (".brand", ".site-menu"):
        box = page.locator(part).first.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= SMALL["width"], part
        assert box["height"] >= 40, part


def test_tabs_that_scroll_show_it(visit: Any) -> None:
    """A fade marks the side on which there are more tabs."""
    game = running()
    page = opened(visit, "owner", game)
    page.goto(f"/games/{game.pk}/chronicle/")
    page.set_viewport_size({"width": 240, "height": 740})  # too narrow for the three main tabs
    sides = "[...document.querySelector('.tabs').classList].filter(c => c.startsWith('more')).sort().join()"
    page.wait_for_function(f"() => {sides} === 'more-right'")
    page.evaluate("document.querySelector('.tabs').scrollLeft = 10")
    page.wait_for_function(f"() => {sides} === 'more-left,more-right'")
    page.evaluate("document.querySelector('.tabs').scrollLeft = 3000")
    page.wait_for_function(f"() => {sides} === 'more-left'")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function(f"() => {sides} === ''")


def test_a_typed_die_is_one_tap_or_one_key(visit: Any) -> None:
    game = table_battle()
    page = opened(visit, "owner", game)
    roll_first_pips(page, game)  # dice are tapped, and no button is pressed
    state: Any = services.table(game).state
    assert state.rolled == 5
    send(page, form(page, "end_moves"))
    send(page, form(page, "end_shooting"))
    page.goto(f"/battles/dba/{game.pk}/combat/?seat=red&mode=close&first=r1&second=b1")
    faces = page.locator("form.roll .faces")
    for die in (0, 1):
        boxes = [one.bounding_box() for one in faces.nth(die).locator(".face").all()]
        assert len(boxes) == 6 and len({round(box["y"]) for box in boxes}) == 1, "six in a row"
        assert all(
            box["width"] >= 40 and box["height"] >= 40 and box["x"] + box["width"] <= 360 for box in boxes
        )
    page.keyboard.press("6")
    with page.expect_navigation():
        page.keyboard.press("1")
    assert "6" in page.inner_text("#felt") and game.entries.filter(action__kind="fight").count() == 1


def test_the_faces_may_be_looked_through_with_the_arrow_keys(visit: Any) -> None:
    """Arrow keys move through the faces of a die without sending anything. Enter sends the form."""
    game = table_battle()
    page = opened(visit, "owner", game)
    roll_first_pips(page, game)
    send(page, form(page, "end_moves"))
    send(page, form(page, "end_shooting"))
    page.goto(f"/battles/dba/{game.pk}/combat/?seat=red&mode=close&first=r1&second=b1")
    for die in (0, 1):
        page.locator(f"[name=face-{die}]").first.focus()
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert not game.entries.filter(action__kind="fight").exists()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert game.entries.filter(action__kind="fight").exists()


def test_who_waits_is_not_offered_the_other_sides_buttons(visit: Any) -> None:
    game = table_battle()
    red, blue = opened(visit, "owner", game), opened(visit, "rival", game)
    roll_first_pips(red, game)
    blue.goto(game.get_absolute_url())
    assert red.locator("form.act:has(input[value=end_moves]) button").is_visible()
    assert not blue.locator("form.act:has(input[value=end_moves]) button").is_visible()
    assert not blue.locator("#reminders li").first.is_visible()  # closed by default
    blue.click("#other-side > summary")  # both sides play at one table
    assert blue.locator("form.act:has(input[value=end_moves]) button").is_visible()


def test_who_plays_both_sides_at_one_table_has_both_sides_buttons(visit: Any) -> None:
    game = table_battle()
    game.seats.filter(key="blue").update(user=game.gm)
    page = opened(visit, "owner", game)
    roll_first_pips(page, game)
    page.goto(f"{game.get_absolute_url()}?seat=blue")
    assert page.locator("form.act:has(input[value=end_moves]) button").is_visible()


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_rules_at_hand_unfold_with_one_tap_and_fit_the_phone(visit: Any, language: str) -> None:
    game = table_battle()
    page = opened(visit, "owner", game, language)
    roll_first_pips(page, game)
    page.goto(game.get_absolute_url())
    assert not page.locator("#handbook li").first.is_visible()
    for topic in page.locator("#handbook summary").all():
        assert topic.bounding_box()["height"] >= 40
        topic.click()
    table = page.locator("#rules-distances table").first
    assert table.is_visible() and "400 (10 cm)" in table.inner_text()
    right = "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    assert page.eval_on_selector_all("#handbook table, #handbook li", right) <= SMALL["width"]
    if SHOTS:
        page.locator("#handbook").screenshot(path=f"{SHOTS}/handbook-{language}.png")


@pytest.mark.parametrize("language", ["en", "it"])
def test_after_a_combat_the_next_one_is_above_the_fold(visit: Any, language: str) -> None:
    game = table_battle()
    page = opened(visit, "owner", game, language)
    roll_first_pips(page, game)
    send(page, form(page, "end_moves"))
    send(page, form(page, "end_shooting"))
    page.goto(f"/battles/dba/{game.pk}/combat/?seat=red&mode=close&first=r1&second=b1")
    tap_dice(page, page.locator("form.roll"), 2, 1)
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/table-result-{language}.png")
    box = page.locator("#result a.btn").bounding_box()
    assert box and box["y"] + box["height"] <= SMALL["height"], box


def test_ten_faces_of_a_die_stand_at_once(visit: Any) -> None:
    game = play_on(campaign(dice_mode="mixed"), _activates)
    page = opened(visit, "anna", game)
    army = form(page, "activate_army")
    choose(army, "army", options(army, "army")[0])
    send(page, army)
    faces = page.locator(".faces").first.locator(".face")
    boxes = [one.bounding_box() for one in faces.all()]
    assert len(boxes) == 10
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["width"] >= 40 for box in boxes)
    assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) < 70, "two rows"
    seq = game.seq
    page.evaluate(ANSWERED)
    page.keyboard.press("7")
    page.wait_for_selector("body:not([data-sending])")
    game.refresh_from_db()
    assert game.seq > seq


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_campaigns_battle_and_its_result(visit: Any, bridges: None, settings: Any, language: str) -> None:
    """On a small phone, the button for the result of a campaign's battle is in view without scrolling,
    although the battle's name is long and the link back is above it.
    """
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba"]
    war, link, _gm, _rival = a_war()
    people = {seat.key: seat.user for seat in war.seats.all()}
    for person in people.values():
        person.set_password(PASSWORD)
        person.save()
    page = opened(visit, people[link.attacker].username, to_the_end(link), language)
    button = page.locator("#battle-result button").bounding_box()
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/war-over-{language}.png")
    assert button and button["y"] + button["height"] <= SMALL["height"], button
