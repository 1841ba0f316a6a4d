"""The browser sends its time zone to the server once, even for visitors without an account."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Profile
from games import services
from games.wording.time_text import day_and_hour
from tests.web.cast import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_visitor_reads_the_hours_of_the_place(visit: Any) -> None:
    game = running(public=True, hours_per_decision=5)
    page = visit("", timezone_id="Asia/Kathmandu")
    page.goto(game.get_absolute_url())
    page.wait_for_selector("#next time:not([data-utc])")
    with timezone.override("Asia/Kathmandu"):
        told = day_and_hour(game.decisions.get(seat="blue").due_at)
    assert f"{told}, in 5 hours" in page.inner_text("#next")


def test_without_a_script_it_is_utc_and_says_so(visit: Any) -> None:
    game = running(public=True, hours_per_decision=5)
    page = visit("", timezone_id="Asia/Kathmandu", java_script_enabled=False)
    page.goto(game.get_absolute_url())
    assert "UTC, in 5 hours" in page.inner_text("#next")


def test_a_player_without_a_chosen_zone_gets_the_browsers(visit: Any) -> None:
    game = running(hours_per_decision=5)
    page = visit("owner", timezone_id="Asia/Tokyo")
    page.goto(game.get_absolute_url())
    page.wait_for_selector("#next time:not([data-utc])")
    with timezone.override("Asia/Tokyo"):
        told = day_and_hour(game.decisions.get(seat="red").due_at)
    assert told in page.inner_text("#next")
    page.goto("/account/settings/")
    assert page.input_value("[name=timezone]") == "Asia/Tokyo"


@pytest.mark.parametrize("language", ["en", "it"])
def test_hours_of_a_zone_chosen_elsewhere_say_whose_they_are(visit: Any, language: str) -> None:
    """A user who has chosen Tokyo's time zone reads the pages in Rome. All times are shown in Tokyo time and
    marked as such, including those that polling brings.
    """
    game = running(hours_per_decision=5)
    Profile.objects.update_or_create(
        user=game.seats.get(key="red").user, defaults={"timezone": "Asia/Tokyo", "language": language}
    )
    page = visit("owner", timezone_id="Europe/Rome")
    for address in (game.get_absolute_url(), f"{game.get_absolute_url()}chronicle/"):
        page.goto(address)
        shown = page.locator("time").all_text_contents()
        assert shown and all(text.endswith(" JST") for text in shown), shown
    page.goto(game.get_absolute_url())
    page.locator("#live time").first.evaluate("(time) => { time.textContent = 'before the poll'; }")
    services.extend_deadline(game.pk, game.gm, hours=9, now=timezone.now())
    page.wait_for_selector("#live:not(:has-text('before the poll'))")
    shown = page.locator("time").all_text_contents()
    assert shown and all(text.endswith(" JST") for text in shown), shown


def test_hours_that_are_the_browsers_own_say_nothing(visit: Any) -> None:
    game = running(hours_per_decision=5)
    user = game.seats.get(key="red").user
    Profile.objects.update_or_create(user=user, defaults={"timezone": "Europe/Berlin"})
    page = visit("owner", timezone_id="Europe/Rome")
    page.goto(game.get_absolute_url())
    shown = page.locator("time").all_text_contents()
    assert shown and not any("CE" in text for text in shown), shown


def test_whoever_reads_utc_is_not_shown_the_page_twice(visit: Any) -> None:
    game = running(hours_per_decision=5)
    Profile.objects.update_or_create(user=game.seats.get(key="red").user, defaults={"timezone": "UTC"})
    page = visit("owner", timezone_id="UTC")
    page.evaluate("sessionStorage.clear()")  # the page after the log-in may have sent it already
    page.goto(game.get_absolute_url())
    page.wait_for_function("document.querySelector('template[data-late]') === null")
    page.wait_for_timeout(2500)  # scripts that wait for an idle page start within two seconds
    assert page.evaluate("document.cookie").count("timezone=UTC") == 1
    assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "navigate"


def test_a_page_that_was_left_in_haste_does_not_spoil_the_next(visit: Any) -> None:
    game = running(public=True, hours_per_decision=5)
    page = visit("", timezone_id="Asia/Kathmandu")
    page.goto("/account/login/", wait_until="domcontentloaded")
    page.evaluate("sessionStorage.setItem('vexillum-zoned', 1)")
    page.goto(game.get_absolute_url())
    page.wait_for_selector("#next time:not([data-utc])")
