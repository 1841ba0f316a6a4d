"""E-mail addresses: confirmed before use, changes announced to the old address, and password resets that
never reveal who has an account.
"""

import re
import socket
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import limits
from accounts.leaving import delete_account
from accounts.mail import addresses
from accounts.models import AccountMail, Profile
from games import services
from games.models import Outbox
from games.services import messages
from tests.games.cast import NOW
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-pass-word"
NEW = {"password1": "dara-530-dara", "password2": "dara-530-dara", "language": "en", "timezone": "UTC"}


def settings_of(name: str, email: str, password: str = PASSWORD) -> Any:
    sent = {"language": "en", "timezone": "UTC", "theme": "", "mail": "on", "email": email}
    return browser(name).post(reverse("settings"), {**sent, "password": password})


def with_address(name: str, address: str) -> Any:
    user = person(name)
    user.email = address
    user.save()
    return user


def email_of(name: str) -> tuple[str, str]:
    """Return the confirmed and the unconfirmed address of a user."""
    user = person(name)
    return user.email, Profile.of(user).new_email


def link_in(body: str) -> str:
    found = re.search(r"http://[^/\s]+(/account/email/\S+)", body)
    assert found, body
    return found[1]


def mailed_to(address: str) -> list[str]:
    return [one.body for one in mail.outbox if one.to == [address]]


# --- changing the address ---


@pytest.mark.parametrize(("password", "told"), [("", "Type your password"), ("wrong", "Wrong password")])
def test_another_address_asks_for_the_password(password: str, told: str) -> None:
    with_address("owner", "old@example.org")
    answer = settings_of("owner", "new@example.org", password)
    assert answer.status_code == 200 and told in answer.content.decode()
    assert 'value="new@example.org"' in answer.content.decode()
    assert email_of("owner") == ("old@example.org", "") and mail.outbox == []


def test_other_settings_need_no_password() -> None:
    with_address("owner", "old@example.org")
    assert settings_of("owner", "old@example.org", "").status_code == 302


def test_the_old_address_is_told_and_stays_until_the_new_one_is_confirmed() -> None:
    with_address("owner", "old@example.org")
    assert settings_of("owner", "new@example.org").status_code == 302
    assert email_of("owner") == ("old@example.org", "new@example.org")
    assert "its e-mail address to new@example.org" in mailed_to("old@example.org")[0]
    link = link_in(mailed_to("new@example.org")[0])
    assert browser().get(link).status_code == 200  # opening the link does not confirm
    assert email_of("owner") == ("old@example.org", "new@example.org")
    assert browser().post(link).status_code == 302  # any device can confirm the address
    assert email_of("owner") == ("new@example.org", "")
    assert browser().post(link).status_code == 410


def test_reminders_go_to_no_address_that_is_not_confirmed() -> None:
    game = running()
    settings_of("owner", "new@example.org")
    mail.outbox.clear()
    messages.owe(game, Outbox.Kind.PAUSED, "x", [person("owner")], timezone.now(), actor=None)
    services.send_messages(timezone.now() + timedelta(hours=1))
    assert mailed_to("new@example.org") == []
    browser().post(link_in(_asked_again("owner")))
    messages.owe(game, Outbox.Kind.PAUSED, "y", [person("owner")], timezone.now(), actor=None)
    services.send_messages(timezone.now() + timedelta(hours=1))
    assert len(mailed_to("new@example.org")) == 2  # the confirmation and the reminder


def _asked_again(name: str) -> str:
    browser(name).post(reverse("email-again"))
    return str(mail.outbox[-1].body)


def test_removing_the_address_tells_it() -> None:
    with_address("owner", "old@example.org")
    settings_of("owner", "")
    assert email_of("owner") == ("", "") and "removed this e-mail address" in mailed_to("old@example.org")[0]


@pytest.mark.parametrize(
    "then",
    [
        "It has already been used, is more than three days old, or",
        "another password",
        "time",
        "forged",
        "closed",
    ],
)
def test_a_link_is_void(then: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_address("owner", "old@example.org")
    settings_of("owner", "new@example.org")
    link = link_in(mailed_to("new@example.org")[0])
    user = person("owner")
    if then == "It has already been used, is more than three days old, or":
        settings_of("owner", "third@example.org")
    elif then == "another password":  # the mail to the old address advises this
        user.set_password("another-one-530")
        user.save()
    elif then == "time":
        monkeypatch.setattr(addresses, "VALID", timedelta(seconds=-1))
    elif then == "forged":
        link = link[:-4] + "abc/"
    else:
        delete_account(user, now=timezone.now())
    assert browser().get(link).status_code == browser().post(link).status_code == 410
    assert person("owner").email in ("old@example.org", "")


def test_the_notice_is_quiet_and_sends_again_but_not_for_ever() -> None:
    client = browser("owner")
    assert "Confirm your address" not in client.get("/").content.decode()
    settings_of("owner", "new@example.org")
    for page in ("/", reverse("settings")):
        assert "Confirm your address" in client.get(page).content.decode()
    for _ in range(limits.CONFIRMATIONS.most):
        told = client.post(reverse("email-again"), follow=True).content.decode()
    assert "Too many attempts. Wait" in told
    assert len(mailed_to("new@example.org")) == limits.CONFIRMATIONS.most
    assert "Too many attempts. Wait" in settings_of("owner", "somebody-else@example.org").content.decode()


def test_nobody_is_flooded_through_many_accounts() -> None:
    for number in range(limits.CONFIRMATIONS.most + 2):
        settings_of(f"person{number}", "victim@example.org")
    assert len(mailed_to("victim@example.org")) == limits.CONFIRMATIONS.most


def test_signing_up_with_an_address_confirms_it_too() -> None:
    browser().post(reverse("signup"), {**NEW, "username": "anna", "email": "anna@example.org"})
    assert email_of("anna") == ("", "anna@example.org")
    browser().post(link_in(mailed_to("anna@example.org")[0]))
    assert email_of("anna") == ("anna@example.org", "") and Profile.of(person("anna")).mail


def test_without_a_mail_server_the_notice_says_where_the_link_is(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    settings_of("owner", "new@example.org")
    assert "console; you can still read your messages here" in browser("owner").get("/").content.decode()


def test_the_mails_are_in_the_language_of_the_account() -> None:
    Profile.objects.create(user=with_address("owner", "old@example.org"), language="it")
    addresses.request_address(person("owner"), "new@example.org", timezone.now())
    assert "conferma" in mailed_to("new@example.org")[0]


# --- a lost password ---


def asked(address: str) -> tuple[Any, list[str]]:
    """Ask for a new password. Return the response and the SQL statements of the request, with their values
    left out. The e-mail itself is sent later, by a job.
    """
    with CaptureQueriesContext(connection) as done:
        answer = browser().post(reverse("password_reset"), {"email": address})
    return answer, [re.sub(r"'[^']*'|\d+", "?", one["sql"]) for one in done.captured_queries]


def test_a_known_and_an_unknown_address_are_answered_alike(settings: Any) -> None:
    """A known and an unknown address get the same response after the same queries. The e-mail is sent
    later.
    """
    settings.CELERY_TASK_ALWAYS_EAGER = False
    with_address("owner", "owner@example.org")
    asked("warm@example.org")
    one, first = asked("owner@example.org")
    two, second = asked("nobody@example.org")
    assert (one.status_code, one.content, dict(one.items())) == (
        two.status_code,
        two.content,
        dict(two.items()),
    )
    assert first == second
    assert mail.outbox == []
    assert addresses.send(timezone.now()) == 1
    assert [one.to for one in mail.outbox] == [["owner@example.org"]]
    assert not AccountMail.objects.exists()


def test_a_mail_server_that_fails_shows_nothing_and_is_tried_again(settings: Any) -> None:
    with_address("owner", "owner@example.org")
    right, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, "tests.accounts.test_addresses.Broken"
    assert asked("owner@example.org")[0].status_code == 302
    settings.EMAIL_BACKEND = right
    assert addresses.send(timezone.now()) == 0  # the retry is not due yet
    assert addresses.send(timezone.now() + timedelta(minutes=2)) == 1
    assert "/account/reset/" in mailed_to("owner@example.org")[0]


def test_a_mail_that_never_goes_is_given_up(settings: Any) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.test_addresses.Broken"
    with_address("owner", "owner@example.org")
    asked("owner@example.org")
    for day in range(addresses.MOST_TRIES):
        addresses.send(timezone.now() + timedelta(days=day + 1))
    assert not AccountMail.objects.exists()


class Broken:
    """A mail server that fails with a given error."""

    def __init__(self, *_args: Any, **_more: Any) -> None:
        pass

    def send_messages(self, _messages: Any) -> int:
        raise RuntimeError("no")


def test_a_mail_server_that_says_nothing_costs_one_timeout(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        settings.EMAIL_TIMEOUT = 0.2
        user = with_address("claudia", "claudia@example.org")
        for number in range(5):
            addresses.enqueue(AccountMail.Kind.CONFIRM, f"{number}@example.org", user, NOW)
        addresses.send(NOW)
    rows = AccountMail.objects.order_by("pk").values_list("attempts", "next_try_at")
    assert [tries for tries, _when in rows] == [1, 0, 0, 0, 0]
    assert {when for _tries, when in rows} == {NOW + addresses.PAUSE}
