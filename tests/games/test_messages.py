"""Mail to players is in their language and time zone, and its link works from anywhere."""

import smtplib
import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.urls import reverse

from accounts.models import Profile
from games import services
from games.models import Outbox
from games.services import messages
from games.services.notices import words
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db


def mails_to(user: User) -> list[Any]:
    return [one for one in mail.outbox if one.to == [user.email]]


def told_to_rival(owner: User, rival: User, **profile: Any) -> Any:
    """Return the mail to the rival, who owes an answer."""
    Profile.objects.update_or_create(user=rival, defaults=profile)
    a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=24)
    services.send_messages(NOW + timedelta(hours=1))
    return next(one for one in mails_to(rival) if one.subject.startswith("Guadi: Your turn"))


def test_a_mail_carries_a_whole_address(owner: User, rival: User, settings: Any) -> None:
    settings.SITE_URL = "https://vexillum.example"
    told = told_to_rival(owner, rival)
    assert "https://vexillum.example/games/" in told.body


def test_a_mail_tells_the_deadline_in_the_readers_time_zone(owner: User, rival: User) -> None:
    told = told_to_rival(owner, rival, timezone="Asia/Tokyo")  # noon UTC, a day later
    assert "Deadline: Monday 2 Mar 2026, 21:00 (JST)" in told.body


def test_a_zone_without_letters_is_told_by_its_hours(owner: User, rival: User) -> None:
    told = told_to_rival(owner, rival, timezone="Asia/Kathmandu")
    assert "Deadline: Monday 2 Mar 2026, 17:45 (UTC+5:45)" in told.body


def test_an_unknown_time_zone_means_utc(owner: User, rival: User) -> None:
    told = told_to_rival(owner, rival, timezone="Atlantis/Town")
    assert "(UTC)" in told.body


def test_who_has_answered_is_not_told_to_answer(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    do(game, rival, "blue", HOLD)
    services.send_messages(NOW + timedelta(hours=1))
    assert not [one for one in mails_to(rival) if "Your turn" in one.subject]


def test_an_italian_is_written_in_italian(owner: User, rival: User) -> None:
    Profile.objects.update_or_create(user=rival, defaults={"language": "it", "timezone": "Europe/Rome"})
    a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=24)
    services.send_messages(NOW + timedelta(hours=1))
    asked = next(one for one in mails_to(rival) if "Tocca a te in Guadi." in one.body)
    assert "Scadenza: lunedì 2 Mar 2026, 13:00 (CET)" in asked.body


def test_a_name_of_two_lines_is_no_reason_not_to_write(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    services.change_settings(game.pk, owner, now=NOW, name="Two\r\nlines")
    services.send_messages(NOW + timedelta(hours=1))
    assert any("Two lines" in one.subject for one in mails_to(rival))


# --- a failing mail server ---


@pytest.fixture
def silent_server(settings: Any) -> Iterator[socket.socket]:
    """A real server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        settings.EMAIL_TIMEOUT = 0.2
        yield server


def due_to(*users: User) -> list[Outbox]:
    game = a_game(users[0], dict(zip(("red", "blue", "green"), users, strict=True)), start=False)
    messages.owe(game, Outbox.Kind.STARTED, "start", users, NOW, actor=None)
    return list(Outbox.objects.order_by("pk"))


def test_a_server_that_says_nothing_costs_one_timeout_and_is_left_alone_for_a_minute(
    owner: User, rival: User, stranger: User, silent_server: socket.socket
) -> None:
    due_to(owner, rival, stranger)
    assert services.send_messages(NOW) == 0
    rows = list(Outbox.objects.order_by("pk").values_list("attempts", "error", "next_try_at"))
    assert rows[0] == (1, "Connection unexpectedly closed: timed out", NOW + timedelta(minutes=2))
    assert rows[1:] == [(0, "", NOW + timedelta(minutes=1))] * 2
    assert services.send_messages(NOW + timedelta(seconds=30)) == 0
    assert Outbox.objects.filter(attempts__gt=0).count() == 1


def test_mail_has_a_timeout(settings: Any) -> None:
    assert 0 < settings.EMAIL_TIMEOUT < settings.JOB_SECONDS
    assert settings.CELERY_TASK_ROUTES["games.tasks.send_outbox"]["queue"] != "celery"


def test_a_refused_address_holds_up_no_other_message(
    owner: User, rival: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    due_to(owner, rival, stranger)
    send = mail.EmailMessage.send

    def refuses_owner(self: Any, **more: Any) -> int:
        if self.to == [owner.email]:
            raise smtplib.SMTPRecipientsRefused({owner.email: (550, b"unknown")})
        return send(self, **more)

    monkeypatch.setattr(mail.EmailMessage, "send", refuses_owner)
    assert services.send_messages(NOW) == 2


def test_what_is_given_up_after_the_last_try_is_told_to_the_game_master_once(
    owner: User, rival: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    _own, lost, _other = due_to(owner, rival, stranger)
    Outbox.objects.exclude(pk=lost.pk).delete()

    def refuses(self: Any, **more: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({rival.email: (550, b"unknown")})

    with monkeypatch.context() as broken:
        broken.setattr(mail.EmailMessage, "send", refuses)
        for day in range(messages.LAST_ATTEMPT):
            services.send_messages(NOW + timedelta(days=2 * day))
    told = Outbox.objects.get(kind=Outbox.Kind.UNDELIVERED)
    assert told.recipient == owner
    later = NOW + timedelta(days=60)
    assert services.send_messages(later) == 1
    assert mail.outbox[-1].subject == "Fords: An e-mail to a player could not be delivered"
    assert "A message to rival about Fords could not be delivered" in mail.outbox[-1].body
    services.send_messages(later + timedelta(days=1))
    assert Outbox.objects.filter(kind=Outbox.Kind.UNDELIVERED).count() == 1


def test_a_sender_that_died_at_the_last_try_is_noticed_too(owner: User, rival: User, stranger: User) -> None:
    lost = due_to(owner, rival, stranger)[1]
    Outbox.objects.filter(pk=lost.pk).update(attempts=messages.LAST_ATTEMPT, claimed_at=NOW)
    services.send_messages(NOW + timedelta(minutes=5))
    assert not Outbox.objects.filter(kind=Outbox.Kind.UNDELIVERED).exists()  # the mail may be on its way
    services.send_messages(NOW + timedelta(minutes=20))
    assert Outbox.objects.filter(kind=Outbox.Kind.UNDELIVERED).exists()


def test_two_senders_at_once_make_one_mail_of_what_is_due(
    owner: User, rival: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, start=False)
    for number in range(40):
        messages.owe(game, Outbox.Kind.ANSWERED, str(number), [rival], NOW, actor=None)
    claim, others = messages._claim, iter([True])

    def meanwhile(pk: int, now: Any) -> bool:
        mine = claim(pk, now)
        if next(others, False):
            services.send_messages(now)
        return mine

    monkeypatch.setattr(messages, "_claim", meanwhile)
    services.send_messages(NOW)
    [told] = mails_to(rival)
    assert "(40 times)" in told.body


def test_who_looked_before_a_failure_does_not_try_again_before_its_time(
    owner: User, rival: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = due_to(owner, rival, stranger)[1]
    Outbox.objects.filter(pk=lost.pk).update(next_try_at=NOW + timedelta(minutes=2))
    assert not messages._claim(lost.pk, NOW)
    assert messages._claim(lost.pk, NOW + timedelta(minutes=2))


def test_who_leads_is_led_to_the_desk_where_a_seat_is_filled(
    owner: User, rival: User, stranger: User
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": stranger})
    services.leave_seat(game.pk, stranger, "green", now=NOW)
    told = Outbox.objects.get(kind=Outbox.Kind.SEAT_FREE)
    assert words.address_of(told) == reverse("game-desk", args=[game.pk])
    services.hand_over(game.pk, owner, rival.username, now=NOW)
    told = Outbox.objects.get(kind=Outbox.Kind.SEAT_FREE)
    assert words.address_of(told) == game.get_absolute_url(), "who leads no more has no desk"
