"""A DBA battle between two phones on a table: dice typed from the table, to the victory and its report."""

from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Game
from tests.browser.steps import choose, form, question, send
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def table_battle() -> Game:
    """Owner leads and plays red, rival plays blue; they have laid out the table themselves."""
    now, owner = timezone.now(), person("owner")
    game = services.create_game(
        gm=owner,
        name="On the table",
        system="dba",
        options={"setup": "quick"},
        dice_mode="mixed",
        public=True,
        players_rewind=True,
        now=now,
    )
    for seat, name in (("red", "owner"), ("blue", "rival")):
        link = services.invite(game.pk, owner, seat=seat, now=now)
        services.accept(link.token, person(name), now=now)
    services.start(game.pk, owner, now=now)
    return game


def throw(page: Any, *faces: int) -> None:
    """Taps the dice as they lie on the table."""
    act = page.locator("form.act:has([name^=face]), form:has([name^=face])").first
    dice = act.locator(".faces")
    for at, face in enumerate(faces):
        dice.nth(at).locator(f"input[value='{face}']").check(force=True)
    act.locator("button:not([name=roll])").first.click()
    page.wait_for_load_state()


def fight(page: Any, game: Game, first: str, second: str) -> None:
    """A combat with an enemy on the loser's rear: six against one leaves nothing of him."""
    page.goto(f"/battles/dba/{game.pk}/combat/?seat=red&mode=close&first={first}&second={second}")
    page.locator("[name='b.rear_contact']").first.check(force=True)
    page.wait_for_url("**b.rear_contact=1**")
    throw(page, 6, 1)


def test_from_the_first_die_to_the_report(visit: Any, complaints: list[str]) -> None:
    game = table_battle()
    red, blue, watching = visit("owner"), visit("rival"), visit(size="desk")
    red.goto(game.get_absolute_url())
    blue.goto(game.get_absolute_url())
    watching.goto(f"/battles/dba/{game.pk}/screen/")
    table = form(red, "set_table", bua=False, invader="red")
    choose(table, "river", "false")
    send(red, table)
    send(red, form(red, "roll_pips"))
    throw(red, 5)
    red.wait_for_selector("text=PIPs left")
    blue.wait_for_selector("text=PIPs left", timeout=15000)  # without a reload
    send(red, form(red, "end_moves"))
    send(red, form(red, "end_shooting"))
    for first, second in (("r1", "b1"), ("r2", "b2"), ("r3", "b3"), ("r4", "b4")):
        fight(red, game, first, second)
    red.goto(game.get_absolute_url())
    send(red, form(red, "end_combat"))  # who is broken is seen at the end of the bound
    game.refresh_from_db()
    assert game.status == "ended" and "Red army" in question(red)
    watching.reload()
    assert "4/4" in watching.inner_text("body").replace(" ", "").replace("\n", "")

    # the report for everybody; a step back, and the battle goes on from there
    blue.goto(f"/battles/dba/{game.pk}/report/")
    assert "Early Byzantine" in blue.inner_text("main")
    red.goto(f"{game.get_absolute_url()}desk/")
    red.on("dialog", lambda dialog: dialog.accept())
    red.click("button:has-text('Go back')")
    red.wait_for_load_state()
    game.refresh_from_db()
    assert game.status == "running" and game.entries.filter(kind="rewind").exists()
