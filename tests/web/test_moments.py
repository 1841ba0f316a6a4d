"""Times as people say them, in every visitor's zone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Profile
from games import services
from games.models import Outbox
from games.services import messages
from games.templatetags.vexillum import dated, soon
from games.wording.time_text import day_and_hour, whole_moment
from tests.web.cast import browser, person, running

NOW = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        (5, "today 21:00"),
        (10, "tomorrow 02:00"),
        (-22, "yesterday 18:00"),
        (24 * 2, "Friday 16:00"),
        (24 * 6, "Tuesday 16:00"),
        (24 * 7, "11 Mar 2026, 16:00"),
        (-24 * 2, "2 Mar 2026, 16:00"),
    ],
)
def test_times_are_written_in_the_local_zone(hours: int, told: str) -> None:
    with timezone.override("Europe/Rome"):  # one hour ahead
        assert day_and_hour(NOW + timedelta(hours=hours), NOW) == told


def test_times_are_written_in_italian() -> None:
    with timezone.override("Europe/Rome"), override("it"):
        assert day_and_hour(NOW + timedelta(hours=5), NOW) == "oggi 21:00"
        assert day_and_hour(NOW + timedelta(days=2), NOW) == "venerdì 16:00"


def test_how_far_it_is_and_that_it_is_utc() -> None:
    at = timezone.now() + timedelta(hours=5, seconds=30)
    assert soon(at).endswith("</time>, in 5 hours") and " UTC</time>" in soon(at) and "data-utc" in soon(at)
    with timezone.override("Asia/Tokyo"):
        assert "UTC" not in soon(at) and "data-utc" not in soon(at)
        assert ", in 5 hours" not in dated(at)  # a log must read the same tomorrow


@pytest.mark.django_db
def test_a_visitor_without_an_account_reads_the_hours_of_the_browser() -> None:
    running(public=True, hours_per_decision=5)
    game = running(public=True, hours_per_decision=5, name="Another")
    due = game.decisions.get(seat="blue").due_at
    client = Client()
    assert " UTC</time>, in 5 hours" in client.get(game.get_absolute_url()).content.decode()
    client.cookies["timezone"] = "Asia/Kathmandu"
    page = client.get(game.get_absolute_url()).content.decode()
    with timezone.override("Asia/Kathmandu"):
        assert f"{day_and_hour(due)}</time>, in 5 hours" in page
    client.cookies["timezone"] = "../../etc/passwd"
    assert " UTC</time>" in client.get(game.get_absolute_url()).content.decode()


@pytest.mark.django_db
def test_a_reminder_tells_the_deadline_in_the_zone_of_its_reader() -> None:
    game = running(hours_per_decision=5)
    user: Any = person("owner")
    user.email = "o@example.org"
    user.save()
    Profile.objects.update_or_create(user=user, defaults={"timezone": "Asia/Tokyo"})
    row = game.decisions.get(seat="red")
    messages.owe(game, Outbox.Kind.DUE_SOON, "x", [user], timezone.now(), decision=row.pk, actor=None)
    services.send_messages(timezone.now())
    with timezone.override("Asia/Tokyo"):
        told = whole_moment(row.due_at)  # no "today", because the mail may be read tomorrow
    assert f"Deadline: {told} (JST)" in mail.outbox[-1].body


@pytest.mark.django_db
def test_the_next_move_on_the_first_page() -> None:
    running(hours_per_decision=5)
    page = browser("owner").get("/").content.decode()
    assert "</time>, in 5 hours" in page and "Due " in page
