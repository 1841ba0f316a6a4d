"""A player acts in the browser without a reload, sees other players' moves, and loses no typed text."""

from typing import Any

import pytest

from tests.browser.steps import overflow, press
from tests.web.cast import browser, hold, lobby, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_no_page_is_wider_than_the_screen(visit: Any, size: str) -> None:
    game, gathering = running(public=True, hours_per_decision=24), lobby()
    page = visit("gm", size)
    parts = ("", "chronicle/", "replay/?at=0", "dice/", "desk/")
    for address in ("/", "/games/new/fords/", "/account/settings/", gathering.get_absolute_url()):
        page.goto(address)
        assert overflow(page) <= 0, address
    for part in parts:
        page.goto(game.get_absolute_url() + part)
        assert overflow(page) <= 0, part


def test_an_action_changes_the_page_without_a_reload(visit: Any) -> None:
    game = running()
    page = visit("owner")
    page.goto(game.get_absolute_url())
    page.evaluate("window.unchanged = true")
    page.click("button:has-text('Hold')")
    page.wait_for_selector("#next:has-text('Waiting for')")
    assert page.evaluate("window.unchanged") and game.entries.filter(seat="red").count() == 1
    assert page.evaluate("document.activeElement.id") == "next"


def test_a_move_of_another_arrives_and_what_was_typed_stays(visit: Any, live_server: Any) -> None:
    game = running()
    page = visit("rival")
    page.goto(game.get_absolute_url())
    page.fill("input[name=f-stake] >> nth=0", "2")
    browser("owner").post(f"{game.get_absolute_url()}act", hold(game))
    page.wait_for_selector("#announce:not(:empty)", state="attached", timeout=45_000)
    assert page.input_value("input[name=f-stake] >> nth=0") == "2"
    assert page.evaluate("document.activeElement.name") == "f-stake"


def test_a_refusal_stands_at_its_form_and_keeps_the_input(visit: Any) -> None:
    game = running()
    page = visit("owner")
    page.goto(game.get_absolute_url())
    form = page.locator("form.act:has(input[name=f-stake])").first
    form.evaluate(
        "form => { form.noValidate = true; form.querySelectorAll('input').forEach(i => i.max = 99); }"
    )
    form.locator("input[value=green]").check()
    form.locator("input[name=f-stake]").fill("50")
    form.locator("button").click()
    page.wait_for_selector(".field__error")
    kept = page.locator("form.act:has(.field__error)")
    assert kept.locator("input[name=f-stake]").input_value() == "50"
    assert kept.locator("input[value=green]").is_checked()


def test_it_reads_and_acts_without_javascript(visit: Any) -> None:
    game = running()
    page = visit("owner", java_script_enabled=False)
    page.goto(game.get_absolute_url())
    press(page, "button:has-text('Hold')")
    assert "Waiting for" in page.content()
    assert game.entries.filter(seat="red").count() == 1


def test_the_keyboard_reaches_everything(visit: Any) -> None:
    game = running()
    page = visit("owner", "desk")
    page.goto(game.get_absolute_url())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip-link"
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.tagName + (document.activeElement.name || '')"))
    assert {"BUTTON", "INPUTf-target", "INPUTf-stake"} <= reached


def test_a_letter_is_written_once_and_told_to_the_other_phone(visit: Any) -> None:
    game = running()
    owner, rival = visit("owner"), visit("rival")
    rival.goto(game.get_absolute_url())
    owner.goto(f"{game.get_absolute_url()}letters/")
    owner.fill("#text", "Peace until the harvest?")
    owner.dblclick("main form .actions button")
    owner.wait_for_selector("article:has-text('harvest')")
    assert game.letters.count() == 1
    rival.wait_for_selector(".tabs .badge:has-text('1')", timeout=20_000)  # the page polls and finds out
    rival.click(".tabs a:has-text('Letters')")
    rival.wait_for_selector("article:has-text('harvest')")
    assert rival.locator(".tabs .badge").count() == 0


def test_an_unread_letter_widens_no_page(visit: Any) -> None:
    game = running()
    letter = {"seat": "blue", "to": "red", "text": "Peace?", "key": "one"}
    browser("rival").post(f"{game.get_absolute_url()}letters/", {**letter, "do": "write"})
    assert game.letters.count() == 1
    page = visit("owner")
    for part in ("", "back/", "dice/"):
        page.goto(game.get_absolute_url() + part)
        assert page.locator(".tabs .badge").count() == 1
        page.eval_on_selector(".tabs li:has(.badge)", "li => li.parentElement.append(li)")  # out of sight
        assert overflow(page) <= 0, part


def test_a_page_sent_without_a_connection_stays_as_it_is(visit: Any) -> None:
    game = running()
    page = visit("gm")
    page.goto(f"{game.get_absolute_url()}desk/")
    page.fill("[name=name]", "The fords at night")
    page.context.set_offline(True)
    page.click("button[value=pause]")
    page.wait_for_selector("#flash .notice")
    page.context.set_offline(False)
    assert page.input_value("[name=name]") == "The fords at night"
    page.click("button[value=pause]")
    page.wait_for_selector("button[value=resume]")


def test_when_others_have_moved_the_page_stands_at_the_question_and_not_at_its_foot(visit: Any) -> None:
    game = running()
    page = visit("owner", "phone")
    page.goto(game.get_absolute_url())
    page.click("button:has-text('Hold')")
    page.wait_for_selector("#next.next--wait")
    assert page.evaluate("e = document.getElementById('now'), e.scrollTop = e.scrollHeight, e.scrollTop") > 0
    game.refresh_from_db()
    browser("rival").post(f"{game.get_absolute_url()}act", hold(game, "blue"))  # green is a bot
    page.wait_for_selector("#next:not(.next--wait)", timeout=45_000)
    page.wait_for_function("() => document.activeElement.id === 'next'")
    top, sheet, foot = page.evaluate(
        "['next', 'now'].map(i => document.getElementById(i).getBoundingClientRect())"
        ".flatMap((r, i) => i ? [r.top, r.bottom] : [r.top])"
    )
    assert sheet - 1 <= top < (sheet + foot) / 2  # visible in the upper half of the sheet, which scrolls


def test_the_answer_to_a_move_is_shown_though_news_were_being_fetched(visit: Any) -> None:
    """News that arrives before the answer to a move must not replace the part of the page that shows the
    answer.
    """
    game, fetched, sent = running(), list[Any](), list[Any]()
    page = visit("owner")
    page.goto(game.get_absolute_url())
    page.route("**/version?*", lambda route: route.fulfill(status=204))  # no later poll must correct the page
    page.route(
        lambda url: url.split("?")[0].endswith(game.get_absolute_url()), lambda route: fetched.append(route)
    )
    page.route("**/act", lambda route: sent.append(route))
    page.evaluate("htmx.trigger(document.body, 'game-moved')")
    page.click("button:has-text('Hold')")
    page.evaluate("htmx.trigger(document.body, 'game-moved')")
    page.wait_for_timeout(300)
    assert len(fetched) >= 1 and len(sent) == 1
    for news in fetched:
        news.continue_()
    page.wait_for_timeout(1500)
    sent[0].continue_()
    page.wait_for_selector("#next.next--wait", timeout=10_000)
