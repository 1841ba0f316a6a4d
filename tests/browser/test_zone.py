"""The browser's own time zone: told to the server once, for visitors without an account too."""

from typing import Any

import pytest
from django.utils import timezone

from games.moments import day_and_hour
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


def test_so_does_a_player_who_never_chose_another(visit: Any) -> None:
    game = running(hours_per_decision=5)
    page = visit("owner", timezone_id="Asia/Tokyo")
    page.goto(game.get_absolute_url())
    page.wait_for_selector("#next time:not([data-utc])")
    with timezone.override("Asia/Tokyo"):
        told = day_and_hour(game.decisions.get(seat="red").due_at)
    assert told in page.inner_text("#next")
    page.goto("/account/settings/")
    assert page.input_value("[name=timezone]") == "Asia/Tokyo"
