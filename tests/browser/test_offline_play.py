"""A table battle is prepared for offline play, played, reopened and uploaded."""

from typing import Any

import pytest

from games.models import Branch, Entry, Game
from games.services.proof.audit import verify_game
from tests.browser.offline_page import FRAME, PATIENCE, browser_python, played_in, said
from tests.browser.steps import AGREE, choose, form, press, question, send, tap_dice
from tests.browser.tables import table_battle
from tests.games.cast import do
from tests.web.cast import person

__all__ = ["browser_python"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


# counts the battles stored in the browser
KEPT = """new Promise((done) => {
    const asked = indexedDB.open("vexillum-table", 1);
    asked.onsuccess = () => {
        const all = asked.result.transaction("databases").objectStore("databases").getAllKeys();
        all.onsuccess = () => { asked.result.close(); done(all.result.length); };
    };
})"""


# makes a stored battle's page claim another bundle than it has
BUNDLE = """([game, bundle]) => new Promise((done) => {
    const asked = indexedDB.open("vexillum-table", 1);
    asked.onsuccess = () => {
        const moved = asked.result.transaction("games", "readwrite"), games = moved.objectStore("games");
        let before = null;
        games.get(game).onsuccess = ({ target: { result } }) => {
            before = result.bundle;
            games.put({ ...result, bundle }, game);
        };
        moved.oncomplete = () => { asked.result.close(); done(before); };
    };
})"""


# ... or the bundle of an earlier day
OLDER = BUNDLE.replace("result, bundle }", "result, fingerprint: bundle }").replace(
    "result.bundle", "result.fingerprint"
)


def take_along(page: Any, game: Game) -> Any:
    """Prepare the battle for offline play; return the frame in which it is played from now on."""
    page.goto(f"{game.get_absolute_url()}offline/")
    page.click("[data-do=prepare]")
    return played_in(page)


def open_again(page: Any, game: Game) -> Any:
    """Open the game's usual URL while offline."""
    page.goto(game.get_absolute_url())
    page.wait_for_url("**/offline/")
    return played_in(page)


def entries(game: Game) -> list[tuple[str, str]]:
    rows = Entry.objects.filter(game=game).order_by("seq")
    return [(row.kind, (row.action or {}).get("kind", "")) for row in rows]


def set_up_and_roll(red: Any, pips: int) -> None:
    """Confirm the table as it is laid out, and roll the invader's first die."""
    table = form(red, "set_table", bua=False, invader="red")
    choose(table, "river", "false")
    send(red, table)
    tap_dice(red, red.locator("form:has([name^=face])").first, pips)  # the server cannot roll
    red.wait_for_selector("text=PIPs left")


def test_a_battle_is_played_offline_and_uploaded(visit: Any, complaints: list[str]) -> None:
    game = table_battle()
    page = visit("owner")
    red = take_along(page, game)
    said(page, "Ready: you can go offline")
    before = entries(game)

    page.context.set_offline(True)
    set_up_and_roll(red, 5)
    send(red, form(red, "end_moves"))
    red.goto(f"{game.get_absolute_url()}back/")  # the player wants to undo
    red.locator("button:has-text('Undo to this point')").first.click()
    press(red, AGREE)
    red.wait_for_selector("text=PIPs left")
    send(red, form(red, "end_moves"))
    send(red, form(red, "end_shooting"))
    red.goto(f"/battles/dba/{game.pk}/combat/?seat=red&mode=close&first=r1&second=b1")
    dice = red.locator("form.roll")
    red.locator("[name='b.rear_contact']").first.check(force=True)
    red.wait_for_url("**b.rear_contact=1**")
    tap_dice(red, dice, 6, 1)
    page.wait_for_selector("[data-bar-steps]:has-text('not yet uploaded: 7')", timeout=PATIENCE)
    assert entries(game) == before  # nothing has been uploaded

    red = open_again(page, game)  # as if the battery had run out
    assert "not yet uploaded: 7" in page.inner_text("[data-bar-steps]")
    red.click(".tabs__button")
    red.click("#game-tabs a[href*='/chronicle/']")
    red.wait_for_selector("h2")
    assert "6" in red.inner_text("main")
    red.goto(game.get_absolute_url())
    red.wait_for_selector("#next")
    told = question(red)

    page.context.set_offline(False)
    said(page, "Uploaded: all moves played here are now in the game")
    kinds = ["set_table", "roll_pips", "end_moves", "", "end_moves", "end_shooting", "fight"]
    assert entries(game)[len(before) :] == [("rewind" if not kind else "action", kind) for kind in kinds]
    game.refresh_from_db()
    assert verify_game(game).ok
    assert "All moves played here have been uploaded" in page.inner_text("[data-bar-steps]")
    page.goto(game.get_absolute_url())
    assert question(page) == told
    complaints.clear()  # the browser logs the missing connection


def test_an_upload_after_online_moves_keeps_both_branches(visit: Any, complaints: list[str]) -> None:
    """The game has continued online in the meantime, so both branches are kept."""
    game = table_battle()
    page = visit("owner")
    red = take_along(page, game)
    page.context.set_offline(True)
    set_up_and_roll(red, 3)
    laid = {"invader": "blue", "bua": False, "river": False, "garrison": None, "terrain": []}
    do(game, person("rival"), "blue", {"kind": "set_table", **laid})
    page.context.set_offline(False)
    page.click("[data-do=home]")
    said(page, "The game has continued elsewhere in the meantime. Both")
    branch = Branch.objects.get(game=game)
    assert branch.by == person("owner")
    page.click("[data-do=fresh]")  # this device continues with the server's log
    said(page, "kept on the server")
    assert "All moves played here have been uploaded" in page.inner_text("[data-bar-steps]")
    assert Branch.objects.get(game=game) == branch
    press(page, "[data-said] a")
    assert "/branches/" in page.url
    complaints.clear()


def test_no_copy_is_laid_over_a_battle_that_could_not_be_opened(visit: Any, complaints: list[str]) -> None:
    game = table_battle()
    page = visit("owner")
    red = take_along(page, game)
    before = entries(game)
    page.context.set_offline(True)
    set_up_and_roll(red, 4)
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto("/account/login/")
    bundle = page.evaluate(BUNDLE, [str(game.pk), "/browser/nothing.zip"])
    page.goto(f"{game.get_absolute_url()}offline/")
    said(page, "That did not work")
    page.evaluate(BUNDLE, [str(game.pk), bundle])
    page.click("[data-do=prepare]")
    said(page, "Uploaded: all moves played here are now in the game")
    assert entries(game)[len(before) :] == [("action", "set_table"), ("action", "roll_pips")]
    page.goto("/account/login/")
    page.evaluate(OLDER, [str(game.pk), "earlier"])
    page.goto(f"{game.get_absolute_url()}offline/")
    said(page, "newer version and a fresh copy of the game")
    page.frame_locator(FRAME).locator("text=PIPs left").first.wait_for(timeout=PATIENCE)
    assert page.evaluate(OLDER, [str(game.pk), "earlier"]) != "earlier"
    complaints.clear()  # the browser logs the missing bundle


def test_another_user_of_the_device_sees_nothing_of_it(visit: Any, complaints: list[str]) -> None:
    game = table_battle()
    page = visit("owner")
    take_along(page, game)
    page.goto("/")
    page.click(".site-menu")
    press(page, "form[action='/account/logout/'] button")
    page.wait_for_function("caches.has('vexillum-shells').then((found) => !found)")
    page.wait_for_function(f"{KEPT}.then((left) => left === 0)")
    complaints.clear()
