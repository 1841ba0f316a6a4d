"""A log-in that expires while a page is open in a real browser: once the user logs in again, their answer is
sent.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse

from games.models import Letter
from tests.web.cast import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def log_in_here(page: Any, name: str = "owner") -> None:
    page.wait_for_url("**/account/login/**")
    page.fill("[name=username]", name)
    page.fill("[name=password]", "a-long-pass-word")
    page.click("main button")


def test_a_decision_sent_by_htmx(visit: Any) -> None:
    game = running()
    page = visit("owner")
    page.goto(game.get_absolute_url())
    page.wait_for_load_state("networkidle")  # wait for later requests of the page
    Session.objects.all().delete()
    page.locator("form.act:has(input[name=kind][value=hold]) button").first.click()
    log_in_here(page)
    page.wait_for_url(f"**{game.get_absolute_url()}**")
    page.wait_for_selector("#next:not(:has-text('Your move'))")
    assert game.entries.filter(seat="red").count() == 1


def test_a_letter_sent_as_a_plain_form_with_its_line_feeds(visit: Any) -> None:
    game = running()
    page = visit("owner")
    page.goto(reverse("game-letters", args=[game.pk]))
    text = '  Wait for "me" <here>\n\nat the fords & beyond. ' + "Long. " * 60
    page.fill("textarea[name=text]", text)
    Session.objects.all().delete()
    page.click("form:has(textarea[name=text]) button")
    log_in_here(page)
    page.wait_for_url(f"**{reverse('game-letters', args=[game.pk])}**")
    assert Letter.objects.get().text == text.strip()


def test_somebody_else_logs_in_and_sends_nothing(visit: Any) -> None:
    game = running()
    page = visit("owner", "desk")
    page.goto(reverse("game-letters", args=[game.pk]))
    page.fill("textarea[name=text]", "not for the rival")
    Session.objects.all().delete()
    page.click("form:has(textarea[name=text]) button")
    log_in_here(page, "rival")
    page.wait_for_selector(".messages")
    assert "The answer saved here belongs to another account, so it was" in page.inner_text(".messages")
    assert not Letter.objects.exists()


def test_without_a_script_a_button_sends_it(visit: Any) -> None:
    game = running()
    page = visit("owner", java_script_enabled=False)
    page.goto(game.get_absolute_url())
    Session.objects.all().delete()
    page.locator("form.act:has(input[name=kind][value=hold]) button").first.click()
    log_in_here(page)
    page.click("main form button")
    page.wait_for_url(f"**{game.get_absolute_url()}**")
    assert game.entries.filter(seat="red").count() == 1
