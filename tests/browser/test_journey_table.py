"""A DBA battle between two phones at a table: dice typed in from the table, up to victory and the report."""

from typing import Any

import pytest

from battles.dba.rules.table.state import TableState
from games import services
from games.models import Game
from tests.browser.steps import AGREE, form, press, question, send, tap_dice
from tests.browser.tables import roll_first_pips, table_battle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def combat(page: Any, game: Game, first: str, second: str) -> Any:
    """Open the page of one combat and return the form of its dice."""
    page.goto(f"/battles/dba/{game.pk}/combat/?seat=red&mode=close&first={first}&second={second}")
    return page.locator("form.roll")


def fight(page: Any, game: Game, first: str, second: str) -> None:
    """Fight a combat with an enemy on the loser's rear, where six against one destroys it."""
    dice = combat(page, game, first, second)
    page.locator("[name='b.rear_contact']").first.check(force=True)
    page.wait_for_url("**b.rear_contact=1**")
    tap_dice(page, dice, 6, 1)
    game.refresh_from_db()
    assert second in lost(game), f"{first} against {second}: {page.inner_text('main')}"


def lost(game: Game) -> set[str]:
    state = services.table(game).state
    assert isinstance(state, TableState)
    return {name for name, element in state.elements.items() if element.where == "lost"}


def test_from_the_first_die_to_the_report(visit: Any, complaints: list[str]) -> None:
    game = table_battle()
    red, blue, watching = visit("owner"), visit("rival"), visit(size="desk")
    blue.goto(game.get_absolute_url())
    watching.goto(f"/battles/dba/{game.pk}/screen/")
    roll_first_pips(red, game)
    red.wait_for_selector("text=PIPs left")
    blue.wait_for_selector("text=PIPs left", timeout=45_000)  # the page updates without a reload
    send(red, form(red, "end_moves"))
    send(red, form(red, "end_shooting"))
    for first, second in (("r1", "b1"), ("r2", "b2"), ("r3", "b3"), ("r4", "b4")):
        fight(red, game, first, second)
    red.goto(game.get_absolute_url())
    send(red, form(red, "end_combat"))  # a broken army loses at the end of the bound
    game.refresh_from_db()
    assert game.status == "ended" and "Early Byzantine" in question(red)
    watching = visit(size="desk")  # a new page, because the screen's own refresh could interrupt a reload
    watching.goto(f"/battles/dba/{game.pk}/screen/")
    assert "4/4" in watching.inner_text("body").replace(" ", "").replace("\n", "")

    # everyone sees the report; after an undo the battle continues from there
    blue.goto(f"/battles/dba/{game.pk}/report/")
    assert "Early Byzantine" in blue.inner_text("main")
    red.goto(f"{game.get_absolute_url()}back/")
    red.click("button:has-text('Undo to this point')")
    red.keyboard.press("Escape")  # the player has changed their mind
    red.wait_for_selector("dialog", state="detached")
    assert not game.entries.filter(kind="rewind").exists()
    red.click("button:has-text('Undo to this point')")
    press(red, AGREE)
    game.refresh_from_db()
    assert game.status == "running" and game.entries.filter(kind="rewind").exists()


def test_on_a_slow_line_the_dice_wait_for_what_was_ticked(visit: Any, complaints: list[str]) -> None:
    game = table_battle()
    red = visit("owner")
    roll_first_pips(red, game)
    send(red, form(red, "end_moves"))
    send(red, form(red, "end_shooting"))

    dice = combat(red, game, "r1", "b1")
    held: list[Any] = []
    red.route("**/combat/**", lambda route: held.append(route))
    rear = red.locator("[name='b.rear_contact']").first
    rear.check(force=True)
    red.wait_for_selector("form.roll button:disabled")
    for at, face in enumerate((6, 1)):  # dice tapped in the meantime are not sent
        dice.locator(".faces").nth(at).locator(f"input[value='{face}']").click(force=True)
    held.pop().abort()  # the connection fails, so no fact is ticked that the dice would ignore
    red.wait_for_selector("#flash .notice")
    assert not rear.is_checked()

    rear.check(force=True)
    red.wait_for_selector("form.roll button:disabled")
    held.pop().continue_()
    red.wait_for_url("**b.rear_contact=1**")
    press(red, dice.locator("button:not([name=roll])"))  # the dice keep the faces tapped before
    assert lost(game) == {"b1"}
    complaints.clear()  # browsers log the failed request
