"""Forms sent twice at the same moment, and limits that still hold. PostgreSQL runs many writing threads at
once; SQLite makes them wait for each other.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import guests, limits
from accounts.limits import Limit
from accounts.logins import keys
from accounts.mail import addresses
from accounts.models import AccountMail, Key
from armies.desks import desks
from armies.models import SavedArmy
from armies.services import MOST_ARMIES, TooMany, save_army
from features.feeds import services as feeds
from features.push import services as push
from games import limits as game_limits
from games.models import Device, Feed, Game, Letter
from tests.games.cast import NOW
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """Run the calls at the same time. Return each result, or the name of the exception."""
    barrier, found = threading.Barrier(len(deeds)), [None] * len(deeds)

    def run(place: int, deed: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(20)
            found[place] = deed()
        except Exception as error:
            found[place] = type(error).__name__
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(deeds)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    return found


def form(name: str) -> dict[str, str]:
    password = "dara-530-dara"
    told = {"username": name, "password1": password, "password2": password}
    return {**told, "language": "en", "timezone": "Europe/Rome"}


def signing_up(name: str, cookies: Any = None) -> Callable[[], Any]:
    def send() -> tuple[int, str]:
        client = Client(raise_request_exception=False)
        if cookies is not None:
            client.cookies.update(cookies)
        answer = client.post(reverse("signup"), form(name))
        return answer.status_code, client.get(reverse("account-data")).json()["name"] if answer.url else ""

    def told() -> Any:
        try:
            return send()
        except AttributeError:  # the form was shown again with its error
            return 200, ""

    return told


def test_a_sign_up_that_is_tapped_five_times_makes_one_account_and_logs_in_each_time() -> None:
    assert at_once(*[signing_up("belisarius")] * 5) == [(302, "belisarius")] * 5
    assert get_user_model().objects.count() == 1


def test_two_people_want_one_name_at_once() -> None:
    def other() -> int:
        sent = form("BELISARIUS") | {"password1": "another-pass-1", "password2": "another-pass-1"}
        return Client(raise_request_exception=False).post(reverse("signup"), sent).status_code

    found = Counter(at_once(signing_up("belisarius"), other, signing_up("belisarius"), other))
    assert get_user_model().objects.count() == 1
    assert set(found) <= {(302, "belisarius"), 302, 200, (200, "")} and found[200] + found[(200, "")] == 2


def test_a_guest_becomes_one_account_once() -> None:
    guest = guests.create_guest("en", "UTC", timezone.now())
    client = Client()
    client.force_login(guest)
    found = at_once(*(signing_up(name, client.cookies) for name in ("narses", "narses", "totila")))
    assert get_user_model().objects.count() == 1
    name = get_user_model().objects.get().get_username()
    assert found == [(302, name)] * 3 and name in ("narses", "totila")


def test_a_guest_who_logs_in_thrice_is_handed_over_once() -> None:
    guest, account = guests.create_guest("en", "UTC", timezone.now()), person("owner")
    told = at_once(*[lambda: guests.hand_over(guest, account, timezone.now())] * 3)
    assert sorted(told) == [False, False, True] and get_user_model().objects.count() == 1


def test_no_more_keys_than_may_be() -> None:
    user = person("owner")
    for _number in range(keys.MOST - 2):
        keys.create_key(user, "k", ["read"], 30, timezone.now())
    found = at_once(*[lambda: keys.create_key(user, "k", ["read"], 30, timezone.now())] * 6)
    assert found.count(ValidationError.__name__) == 4 and Key.objects.count() == keys.MOST


def test_feeds_and_calendars_made_five_times_at_once_are_one() -> None:
    game, user = running(), person("owner")
    made = at_once(*[lambda: feeds.make(user, game, timezone.now()).pk] * 5)
    made += at_once(*[lambda: feeds.make(user, None, timezone.now()).pk] * 5)
    assert all(type(one) is int for one in made) and Feed.objects.count() == 2


def test_no_more_devices_and_armies_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    user = person("owner")
    monkeypatch.setattr(push, "MOST", 2)
    add = [lambda n=n: push.add(user, f"https://push.example.org/{n}", NOW).pk for n in range(6)]
    found = at_once(*add)
    assert Device.objects.count() == 2 and len([one for one in found if type(one) is str]) == 4
    monkeypatch.setattr("armies.services.MOST_ARMIES", 2)
    desk = desks()["dba"]
    roster = desk.ready(next(iter(desk.lists())))
    told = at_once(*[lambda: save_army(user, roster, NOW).name] * 6)
    assert told.count(TooMany.__name__) == 4 and SavedArmy.objects.count() == 2 < MOST_ARMIES


def test_a_limit_of_tries_is_none_the_wider_for_many_at_once() -> None:
    limit = Limit("test", 3, 60)
    assert at_once(*[lambda: limit.take("anna")] * 8).count(True) == 3
    assert limits.SIGNUPS.take("somewhere")


@pytest.mark.parametrize("known", [True, False])
def test_play_now_tapped_three_times_begins_one_game(known: bool) -> None:
    visitor = Client(raise_request_exception=False)
    if known:
        visitor.force_login(person("ann"))
    visitor.get("/")
    visitor.get(reverse("login"))  # the form sets a cookie that tells anonymous browsers apart

    def tap() -> int:
        browser = Client(raise_request_exception=False)
        browser.cookies.update(visitor.cookies)
        return browser.post("/play/", {"system": "schiere"}).status_code

    assert Counter(at_once(tap, tap, tap)) == {302: 3}
    assert Game.objects.count() == 1


def test_an_address_is_sent_no_more_than_its_limit_by_many_requests_at_once() -> None:
    user, most = person("ann"), limits.MAILS_TO.most

    def lost() -> None:
        addresses.enqueue(AccountMail.Kind.RESET, "ann@example.org", user, timezone.now())

    at_once(*[lost] * (most + 5))
    assert AccountMail.objects.count() == most


@pytest.mark.parametrize("right", [False, True])
def test_many_passwords_at_once_are_no_more_tries_than_one_after_the_other(right: bool) -> None:
    """Failed attempts are counted before the password is checked; a correct password does not count."""
    user, most = person("owner"), limits.LOGINS_AS.most
    user.set_password("hexameter-530")
    user.save()

    def log_in() -> int:
        sent = {"username": "owner", "password": "hexameter-530" if right else "wrong-one-12"}
        page = Client(raise_request_exception=False).post(reverse("login"), sent)
        return 0 if page.status_code == 302 else 2 if "Too many" in page.content.decode() else 1

    found = at_once(*[log_in] * (most + 4))
    if right:
        # a request that one limit refuses still counts towards the other limit for a moment
        assert set(found) <= {0, 2} and found.count(0) >= most // 2
        assert [log_in() for _ in range(most)] == [0] * most  # the counter is back at zero
    else:
        assert (found.count(1), found.count(2)) == (most, 4)


def test_an_empty_password_wipes_out_no_wrong_ones() -> None:
    user, most = person("owner"), limits.LOGINS_AS.most
    user.set_password("hexameter-530")
    user.save()
    client = Client()
    for _number in range(most):
        client.post(reverse("login"), {"username": "owner", "password": "wrong-one-12"})
        client.post(reverse("login"), {"username": "owner", "password": ""})
    page = client.post(reverse("login"), {"username": "owner", "password": "hexameter-530"})
    assert page.status_code == 200 and "Too many" in page.content.decode()


def test_many_letters_at_once_are_no_more_than_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = running()
    monkeypatch.setattr(game_limits, "LETTERS", Limit("letters", 3, 60))
    clients = [browser("owner") for _number in range(8)]

    def write(number: int) -> int:
        sent = {"seat": "red", "to": "", "text": f"Salve {number}", "key": str(number)}
        return clients[number].post(reverse("game-letters", args=[game.pk]), sent).status_code

    at_once(*[lambda n=n: write(n) for n in range(8)])
    assert Letter.objects.count() == 3


def test_a_refused_letter_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    game = running()
    monkeypatch.setattr(game_limits, "LETTERS", Limit("letters", 1, 60))
    address, sent = reverse("game-letters", args=[game.pk]), {"seat": "red", "to": "", "key": "k"}
    assert browser("owner").post(address, {**sent, "text": ""}).status_code == 422
    assert browser("owner").post(address, {**sent, "text": "Salve"}).status_code == 302
