"""A Schiere battle on a phone and a desktop: a unit is selected, its schiera acts, marches, and undoes a
move.
"""

from __future__ import annotations

from typing import Any

import pytest

from battles.schiere.pages.square_choices import goals
from games import services
from tests.battles.schiere.begun import asked, play_on, stored_battle, to_a_duel
from tests.browser.measuring import SMALLEST
from tests.browser.steps import framed, overflow, show_every_hand, space

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def acting(game: Any) -> tuple[str, str, Any]:
    """Return the acting seat, the square of a heavy-foot unit that can act, and the squares of its
    schiera.
    """
    table = services.table(game)
    seat = table.decisions()[0].seat
    pieces = table.view(seat)["pieces"]
    choices = [c for c in table.choices(seat) if c.kind == "take_action" and c.fields]
    units = [[o.value for o in c.fields[0].options] for c in choices]
    foot = next(ids for ids in units if pieces[ids[0]]["troop"] in ("legionaries", "punic_foot"))
    return seat, pieces[foot[0]]["at"], [pieces[id]["at"] for id in foot]


def press(page: Any, button: Any) -> None:
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        button.click()
    page.wait_for_timeout(400)


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_schiera_is_chosen_on_the_board_acts_marches_and_comes_back(visit: Any, size: str) -> None:
    game = play_on(stored_battle(), asked("act"))
    seat, at, squares = acting(game)
    page = visit("anna", size)
    show_every_hand(page, game)
    page.goto(f"{game.get_absolute_url()}?seat={seat}")
    assert overflow(page) <= 0 and page.evaluate(SMALLEST) >= 9
    size_of = page.eval_on_selector_all(
        ".map-spaces a", "all => Math.min(...all.map(e => e.getBoundingClientRect().width))"
    )
    assert size_of >= 40, "a finger hits a square"

    # a tap shows the unit and its reach, and lets the whole schiera act
    page.locator(f"#m-{at}").click()
    page.wait_for_selector(f"#chosen[data-at={at}] .card")
    assert framed(page) > 4
    assert page.locator("#here input[type=checkbox]:checked").count() == len(squares)
    assert overflow(page) <= 0
    press(page, page.locator("#here .stake button"))

    # a tap on a square with a cost offers the march there, with a button for each facing
    game.refresh_from_db()
    march = next(c for c in services.table(game).choices(seat) if c.kind == "move_along")
    goal, way = next((to, one) for to, one in goals(march).items() if one.cost == 2)
    space(page, goal).click()
    page.wait_for_selector(f"#chosen[data-at={goal}] .smarch")
    window, square = (page.locator(one).bounding_box() for one in (".map__window", f"#m-{goal} use >> nth=0"))
    middle = square["x"] + square["width"] / 2, square["y"] + square["height"] / 2
    assert window["x"] < middle[0] < window["x"] + window["width"], "nothing covers the chosen square"
    assert window["y"] < middle[1] < window["y"] + window["height"]
    assert page.locator(".map-way--march").count() == 1
    press(page, page.locator(".smarch button").first)
    game.refresh_from_db()
    action = game.entries.latest("seq").action
    assert action["kind"] == "move_along" and action["way"] == list(way.way)
    assert len(action["facing"]) == 1

    # undo the player's last move
    with page.expect_navigation():
        page.locator(".take-back button").first.click()
    view = services.table(game).view(seat)
    assert {one["at"] for one in view["pieces"].values()} >= set(squares)


def test_the_board_is_gone_over_by_keys(visit: Any) -> None:
    game = play_on(stored_battle(), asked("act"))
    seat, at, _squares = acting(game)
    page = visit("anna", "desk")
    show_every_hand(page, game)
    page.goto(f"{game.get_absolute_url()}?seat={seat}")
    page.locator(f"#m-{at}").focus()
    page.keyboard.press("ArrowUp")
    above = f"{at[0]}{int(at[1:]) + 1}"
    assert page.evaluate("document.activeElement.id") == f"m-{above}"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#chosen[data-at={at}] .card")
    assert page.evaluate("document.activeElement.id") == "here"


def test_without_scripts_squares_are_links_and_forms_are_forms(visit: Any) -> None:
    game = play_on(stored_battle(), asked("act"))
    seat, at, squares = acting(game)
    page = visit("anna", "desk", java_script_enabled=False)
    show_every_hand(page, game)
    page.goto(f"{game.get_absolute_url()}?seat={seat}&at={at}")
    with page.expect_navigation():
        page.locator("#here .stake button").click()
    game.refresh_from_db()
    assert game.entries.latest("seq").action["kind"] == "take_action"
    assert len(game.entries.latest("seq").action["units"]) == len(squares)


def test_the_two_cards_of_a_blow_lie_face_down_and_turn(visit: Any) -> None:
    game = to_a_duel(stored_battle())
    page = visit("anna", "phone")
    show_every_hand(page, game)
    page.goto(f"{game.get_absolute_url()}?seat=rome")
    assert page.locator("#duel .scard--back").count() == 2
    assert page.locator("#duel .sduel__side >> nth=0 >> .scard--small").count() == 5
    assert page.locator(".slay .slay__card").count() == 5
    press(page, page.locator(".slay .slay__card").nth(1))
    page.goto(f"{game.get_absolute_url()}?seat=carthage")
    page.locator(".slay__ahead > summary").click()
    for card in ("shield", "sword3", "feint", "sword3"):  # a second tap removes the card
        page.click(f"[data-ahead] button[value={card}]")
    assert page.locator("[data-ahead] [data-number='2']").get_attribute("value") == "feint"
    page.click("[data-ahead] button[value=sword1]")
    press(page, page.locator(".slay__ahead form button"))
    laid = game.entries.latest("seq").action
    assert (laid["card"], laid["then"]) == ("shield", ["feint", "sword1"]), "in the order of the taps"
    page.goto(f"{game.get_absolute_url()}?seat=rome")
    shown = "#duel .sblow--new .scard" if page.locator("#duel").count() else "#fought .sblow .scard"
    assert page.locator(shown).count() >= 2
    assert overflow(page) <= 0
