"""What people are told by mail: in their language and time zone, with a link that works from anywhere."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail

from games import services
from games.models import Profile
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db


def mails_to(user: User) -> list[Any]:
    return [one for one in mail.outbox if one.to == [user.email]]


def told_to_rival(owner: User, rival: User, **profile: Any) -> Any:
    """The rival owes an answer; his mail."""
    Profile.objects.update_or_create(user=rival, defaults=profile)
    a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=24)
    services.send_messages(NOW + timedelta(hours=1))
    return next(one for one in mails_to(rival) if "awaited" in one.subject)


def test_a_mail_carries_a_whole_address(owner: User, rival: User, settings: Any) -> None:
    settings.SITE_URL = "https://vexillum.example"
    told = told_to_rival(owner, rival)
    assert "https://vexillum.example/games/" in told.body


def test_a_mail_tells_the_deadline_in_the_readers_time_zone(owner: User, rival: User) -> None:
    told = told_to_rival(owner, rival, timezone="Asia/Tokyo")  # noon UTC, a day later
    assert "Deadline: March 2, 2026, 9 p.m. (JST)" in told.body


def test_an_unknown_time_zone_means_utc(owner: User, rival: User) -> None:
    told = told_to_rival(owner, rival, timezone="Atlantis/Town")
    assert "(UTC)" in told.body


def test_who_has_answered_is_not_told_to_answer(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    do(game, rival, "blue", HOLD)
    services.send_messages(NOW + timedelta(hours=1))
    assert not [one for one in mails_to(rival) if "awaited" in one.subject]


def test_an_italian_is_written_in_italian(owner: User, rival: User) -> None:
    Profile.objects.update_or_create(user=rival, defaults={"language": "it", "timezone": "Europe/Rome"})
    a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=24)
    services.send_messages(NOW + timedelta(hours=1))
    asked = next(one for one in mails_to(rival) if "si attende la tua risposta" in one.body)
    assert "Scadenza: Lunedì 02 Marzo 2026 13:00 (CET)" in asked.body


def test_a_name_of_two_lines_is_no_reason_not_to_write(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    services.change_settings(game.pk, owner, now=NOW, name="Two\r\nlines")
    services.send_messages(NOW + timedelta(hours=1))
    assert any("Two lines" in one.subject for one in mails_to(rival))
