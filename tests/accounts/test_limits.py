"""Limits on tries, bytes and nesting, and forms sent after the session has ended."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts import limits
from accounts.mail import addresses
from accounts.models import Counter
from features.feeds import services as feeds
from features.observers import services as observers
from games import services
from games.limits import INVITATIONS
from tests.found import some
from tests.web.cast import browser, hold, lobby, person, running

pytestmark = pytest.mark.django_db
LOGIN = "/account/login/"


def log_in(name: str, password: str, **more: Any) -> Any:
    return browser().post(LOGIN, {"username": name, "password": password}, **more)


def test_after_ten_wrong_passwords_even_the_right_one_waits() -> None:
    person("owner")
    for _ in range(limits.LOGINS_AS.most):
        assert log_in("owner", "wrong").status_code == 200
    answer = log_in("owner", "a-long-pass-word")
    assert "Too many attempts. Wait up to 15 minutes" in answer.content.decode()
    assert log_in("rival", "wrong").status_code == 200  # other users can still log in
    assert "Too many" not in log_in("rival", "wrong").content.decode()


def test_a_right_password_forgets_the_wrong_ones() -> None:
    person("owner")
    for _ in range(3):
        for _ in range(limits.LOGINS_AS.most - 1):
            log_in("owner", "wrong")
        assert log_in("owner", "a-long-pass-word").status_code == 302


def test_one_address_cannot_try_one_password_on_everybody() -> None:
    for _ in range(limits.LOGINS_FROM.most):
        limits.LOGINS_FROM.count("127.0.0.1")
    assert "Too many attempts. Wait" in log_in("somebody", "wrong").content.decode()
    assert (
        "Too many attempts. Wait" not in log_in("somebody", "wrong", REMOTE_ADDR="192.0.2.7").content.decode()
    )


def test_a_whole_net_of_addresses_is_one_household() -> None:
    """An IPv6 household has 2^64 addresses, so the whole network counts as one."""
    for number in range(limits.LOGINS_AS.most):
        log_in("owner", "wrong", REMOTE_ADDR=f"2001:db8:1:2::{number:x}")
    person("owner")
    assert (
        "Too many" in log_in("owner", "a-long-pass-word", REMOTE_ADDR="2001:db8:1:2:ffff::1").content.decode()
    )
    assert log_in("owner", "a-long-pass-word", REMOTE_ADDR="2001:db8:1:3::1").status_code == 302


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
        ("", ""),
    ],
)
def test_where_a_request_comes_from(address: str, place: str) -> None:
    assert limits.network_of(RequestFactory().get("/", REMOTE_ADDR=address)) == place


def attacked(name: str) -> None:
    """Send wrong passwords for one name from many addresses."""
    for number in range(limits.LOGINS_OF.most):
        log_in(name, "wrong", REMOTE_ADDR=f"198.51.100.{number}")


def test_an_account_that_is_attacked_from_everywhere_is_slowed_not_locked() -> None:
    person("owner")
    attacked("owner")
    first = log_in("owner", "wrong", REMOTE_ADDR="203.0.113.1").content.decode()
    assert "every 20 seconds" not in first  # the first try is let through ...
    second = log_in("owner", "a-long-pass-word", REMOTE_ADDR="203.0.113.2")
    assert "every 20 seconds" in second.content.decode()  # ... the second has to wait, right or wrong
    Counter.objects.filter(key__startswith="login-slow").update(until=timezone.now())
    assert log_in("owner", "a-long-pass-word", REMOTE_ADDR="203.0.113.2").status_code == 302
    assert log_in("rival", "wrong", REMOTE_ADDR="203.0.113.2").status_code == 200  # nobody else has to wait


def test_an_unknown_name_is_slowed_alike() -> None:
    attacked("nobody")
    log_in("nobody", "wrong", REMOTE_ADDR="203.0.113.1")
    assert "every 20 seconds" in log_in("nobody", "x", REMOTE_ADDR="203.0.113.2").content.decode()


def test_a_device_that_is_known_is_not_locked_out_by_others() -> None:
    """Neither an attack from many addresses nor a user at the same address locks out a known device."""
    person("owner")
    home = browser()
    assert home.post(LOGIN, {"username": "owner", "password": "a-long-pass-word"}).status_code == 302
    home.post("/account/logout/")
    attacked("owner")
    for _ in range(limits.LOGINS_FROM.most):
        limits.LOGINS_FROM.count("127.0.0.1")
        limits.LOGINS_NET.count("127.0.0.1")
    assert "Too many" in log_in("owner", "a-long-pass-word").content.decode()
    assert home.post(LOGIN, {"username": "owner", "password": "a-long-pass-word"}).status_code == 302


def test_a_known_device_may_not_try_for_ever_either() -> None:
    person("owner")
    home = browser()
    home.post(LOGIN, {"username": "owner", "password": "a-long-pass-word"})
    home.post("/account/logout/")
    for _ in range(limits.LOGINS_AS.most):
        home.post(LOGIN, {"username": "owner", "password": "wrong"})
    again = home.post(LOGIN, {"username": "owner", "password": "a-long-pass-word"})
    assert "Too many" in again.content.decode()


def test_a_device_is_known_for_its_own_accounts_only_and_cannot_be_forged() -> None:
    person("owner"), person("rival")
    home = browser()
    home.post(LOGIN, {"username": "rival", "password": "a-long-pass-word"})
    home.post("/account/logout/")
    attacked("owner")
    log_in("owner", "wrong", REMOTE_ADDR="203.0.113.1")
    sent = {"username": "owner", "password": "a-long-pass-word"}
    assert "every 20 seconds" in home.post(LOGIN, sent).content.decode()
    home.cookies["device"] = home.cookies["device"].value[:-3] + "abc"
    assert "every 20 seconds" in home.post(LOGIN, sent).content.decode()


def test_the_capitals_of_a_name_do_not_matter() -> None:
    person("Anna")
    assert log_in("anna", "a-long-pass-word").status_code == 302


def test_too_many_bad_invitation_links() -> None:
    for _ in range(INVITATIONS.most):
        assert browser().get("/join/nothing/").status_code == 410
    assert browser().get("/join/nothing/").status_code == 429


@pytest.mark.parametrize("kind", ["invitation", "observe-link", "command-link", "league-join"])
def test_programs_guess_links_no_oftener_than_people(kind: str) -> None:
    """Every kind of link is limited. Using a link counts like viewing it, whether or not it is
    well-formed.
    """
    address = reverse(f"api-{kind}", args=["nothing"])
    for number in range(INVITATIONS.most):
        answer = (
            browser("owner").post(address, {}, "application/json") if number % 2 else browser().get(address)
        )
        assert answer.status_code in (404, 410), answer.content
    for answer in (browser().get(address), browser("owner").post(address, {}, "application/json")):
        assert answer.status_code == 429 and answer["Retry-After"] == str(INVITATIONS.seconds)
    assert browser().get("/join/nothing/").status_code == 429


def test_too_many_accounts_from_one_address() -> None:
    for _ in range(limits.SIGNUPS.most):
        limits.SIGNUPS.count("127.0.0.1")
    form = {"username": "carla", "password1": "xk2-marmalade", "password2": "xk2-marmalade", "language": "en"}
    answer = browser().post(reverse("signup"), {**form, "timezone": "UTC"})
    assert "Too many attempts. Wait" in answer.content.decode()
    assert "carla" in answer.content.decode()  # the form keeps what was entered


@pytest.mark.parametrize("name", ["x", "y" * 31, "two words", "<b>"])
def test_names_that_no_page_could_show(name: str) -> None:
    form = {"username": name, "password1": "xk2-marmalade", "password2": "xk2-marmalade", "language": "en"}
    answer = browser().post(reverse("signup"), {**form, "timezone": "UTC"})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()


def test_a_forged_header_does_not_change_the_address(settings: Any) -> None:
    forged = RequestFactory().get("/", HTTP_X_FORWARDED_FOR="1.1.1.1, 198.51.100.4", REMOTE_ADDR="10.0.0.1")
    settings.PROXIES = 0
    assert limits.address_of(forged) == "10.0.0.1"
    settings.PROXIES = 1
    assert limits.address_of(forged) == "198.51.100.4"
    settings.PROXIES = 3
    assert limits.address_of(forged) == "10.0.0.1"


# --- bytes and depth --------------------------------------------------------------------------------------


def send(game: Any, body: str) -> Any:
    return browser("owner").post(reverse("game-act", args=[game.pk]), body, content_type="application/json")


def test_a_body_that_is_too_big_is_refused_before_it_is_read() -> None:
    game = running()
    answer = send(game, '"' + "x" * 4_100_000 + '"')
    assert answer.status_code == 413
    assert "at most 4000 kB" in answer.json()["mistakes"][0]["text"]


def test_an_action_that_is_too_big() -> None:
    answer = send(running(), '"' + "x" * 300_000 + '"')
    assert (answer.status_code, answer.json()["code"]) == (413, "too_big")


def test_a_form_that_is_too_big_says_so() -> None:
    game = running()
    answer = browser("owner").post(reverse("game-act", args=[game.pk]), hold(game, word="x" * 2_600_000))
    assert answer.status_code == 413
    assert "This is too big" in answer.content.decode()


@pytest.mark.parametrize("text", ["[" * 100_000, "[" * 100 + "]" * 100, '{"seq": NaN}', "{"])
def test_json_that_nothing_is_written_in(text: str) -> None:
    answer = send(running(), text)
    assert (answer.status_code, answer.json()["mistakes"][0]["code"]) == (400, "not_json")


def test_a_deep_action_in_a_form_is_refused_and_changes_nothing() -> None:
    game = running()
    form = hold(game) | {"action": "[" * 50_000}
    assert browser("owner").post(reverse("game-act", args=[game.pk]), form).status_code == 422
    game.refresh_from_db()
    assert game.entries.count() == game.seq + 1 == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b" " * 1_000_001, "too big"),
        (b"[" * 5_000, "This is not valid JSON"),
        (b"\xff\xfe", "This is not valid JSON"),
    ],
)
def test_a_scenario_file_that_cannot_be_read(content: bytes, told: str) -> None:
    file = SimpleUploadedFile("mine.json", content, "application/json")
    answer = browser("owner").post(reverse("new-game-of", args=["fords"]), {"name": "x", "file": file})
    assert answer.status_code == 422
    assert told in answer.content.decode()


# --- when the session has ended ---------------------------------------------------------------------------


def test_a_live_page_leads_to_the_log_in_and_back() -> None:
    game = running()
    here = f"http://testserver{game.get_absolute_url()}?seat=red"
    answer = browser().get(game.get_absolute_url(), HTTP_HX_REQUEST="true", HTTP_HX_CURRENT_URL=here)
    assert answer["HX-Redirect"] == f"/account/login/?next=%2Fgames%2F{game.pk}%2F%3Fseat%3Dred"


def test_a_form_sent_after_the_session_leads_to_the_log_in_and_back() -> None:
    game = running()
    address, page = reverse("game-act", args=[game.pk]), f"/account/login/?next=%2Fgames%2F{game.pk}%2F"
    assert browser().post(address, hold(game))["Location"] == page
    assert browser().post(address, hold(game), HTTP_HX_REQUEST="true")["HX-Redirect"] == page
    body = json.dumps({})
    assert browser().post(address, body, content_type="application/json").status_code == 401
    game.refresh_from_db()
    assert game.seq == 0


def test_the_old_password_is_not_guessed_on_a_device_left_open() -> None:
    person("owner")
    address, right = reverse("password_change"), "a-long-pass-word"
    new = {"new_password1": "dara-530-dara", "new_password2": "dara-530-dara"}
    client = browser("owner")
    for number in range(limits.LOGINS_AS.most):
        client.post(address, {"old_password": f"guess {number}", **new})
    told = client.post(address, {"old_password": right, **new})
    assert told.status_code == 200 and "Too many attempts. Wait" in told.content.decode()
    Counter.objects.all().delete()
    assert client.post(address, {"old_password": right, **new}).status_code == 302
    assert client.get(reverse("settings")).status_code == 200  # this session stays logged in


def test_secret_links_that_exist_are_shut_by_nobodys_guesses() -> None:
    """Many people can share one address, so wrong guesses never block valid feeds, calendars or
    invitations.
    """
    game, gm, now = running(), person("gm"), timezone.now()
    calendar, chronicle = feeds.make(gm, None, now), feeds.make(gm, game, now)
    invitation = services.invite(lobby().pk, gm, seat="red", now=now)
    observed = observers.invite(game.pk, gm, seat="", name="", delay=0, now=now)
    good = [
        reverse("deadlines", args=[calendar.token]),
        reverse("feed", args=[chronicle.token]),
        reverse("join", args=[invitation.token]),
        reverse("observe-link", args=[observed.token]),
        reverse("api-invitation", args=[invitation.token]),
    ]
    for _ in range(INVITATIONS.most):
        assert browser().get(reverse("feed", args=["guessed"])).status_code == 404
    for address in (reverse("deadlines", args=["guessed"]), reverse("feed", args=["guessed"])):
        answer = browser().get(address)
        assert answer.status_code == 429 and answer["Retry-After"] == str(INVITATIONS.seconds)
    assert {browser().get(address).status_code for address in some(good)} == {200}


def sign_up(name: str, email: str, place: str) -> str:
    form = {"username": name, "password1": "xk2-marmalade", "password2": "xk2-marmalade", "language": "en"}
    page = browser().post(
        reverse("signup"), {**form, "timezone": "UTC", "email": email}, REMOTE_ADDR=place, follow=True
    )
    return page.content.decode()


def test_a_strangers_address_gets_no_flood_whoever_asks_and_for_whatever() -> None:
    """A stranger's address gets only the maximum number of e-mails, even if twenty-five people sign up with
    it from different places and in different spellings. Requests for a new password and changes of address
    count too.
    """
    pages = [
        sign_up(f"Name{n}", ("Stranger@example.org", f"stranger+{n}@example.org")[n % 2], f"10.0.{n}.1")
        for n in range(25)
    ]
    assert len(mail.outbox) == limits.MAILS_TO.most
    assert "Too many e-mails have been sent to this address. Wait up to 1 hour" in pages[-1]
    assert 'value="Name24"' in pages[-1] and not User.objects.filter(username="Name24").exists()
    answer = browser().post(reverse("password_reset"), {"email": "stranger@EXAMPLE.org"})
    assert "Too many e-mails" in answer.content.decode()
    asks = browser("Name0")
    fields = {"language": "en", "timezone": "UTC", "theme": "", "email": "stranger+x@example.org"}
    told = asks.post(reverse("settings"), {**fields, "password": "xk2-marmalade"}).content.decode()
    assert "Too many e-mails" in told
    again = asks.post(reverse("email-again"), follow=True).content.decode()
    assert "Too many e-mails" in again and len(mail.outbox) == limits.MAILS_TO.most


@pytest.mark.parametrize(
    ("typed", "box"),
    [
        ("Anna@Example.org", "anna@example.org"),
        ("anna+vexillum@example.org", "anna@example.org"),
        ("an.na+x@googlemail.com", "anna@gmail.com"),
        ("an.na@example.org", "an.na@example.org"),
        ("+x@example.org", "+x@example.org"),
    ],
)
def test_addresses_that_lead_to_one_box(typed: str, box: str) -> None:
    assert addresses.mailbox(typed) == box
