"""A device shows the question, its game and its deadline; only the device's browser can read them."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts import guests
from accounts.models import Profile
from features.letters import services as letters
from features.push import services as push
from games import services
from games.models import Call, Device, Hook, Notification, Outbox, Pace, PushKey, Topic
from games.services import messages
from games.services.notices import channels, outward, wishes
from games.services.notices.words import headline
from tests.features.push.devices import HERE, Browser, Service, coded, decoded
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    found = Service()
    monkeypatch.setattr(outward, "post", found)
    return found


def asked(owner: User, rival: User) -> Any:
    push.add(rival, HERE, NOW)
    return a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)


def test_who_is_awaited_is_woken_once(owner: User, rival: User, service: Service) -> None:
    asked(owner, rival)
    channels.pass_on(NOW + MINUTE)
    assert push.send(NOW + MINUTE) == 0, "people at one table need no notice of every move"
    for _ in range(3):
        channels.pass_on(NOW + HOUR)
        push.send(NOW + HOUR)
    assert service.woken == [HERE]


def test_who_has_answered_or_wants_it_once_a_day_is_not_woken(
    owner: User, rival: User, service: Service
) -> None:
    game = asked(owner, rival)
    do(game, rival, "blue", HOLD)
    other = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    wishes.write_wishes(rival, {Topic.MOVE: Pace.DIGEST}, game=other, now=NOW)
    channels.pass_on(NOW + HOUR)
    push.send(NOW + HOUR)
    assert not service.woken


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(owner: User, rival: User, service: Service, status: int) -> None:
    asked(owner, rival)
    service.status = status
    channels.pass_on(NOW + HOUR)
    push.send(NOW + HOUR)
    assert service.woken and not Device.objects.exists()


def test_a_failure_or_a_sender_that_died_is_tried_again(owner: User, rival: User, service: Service) -> None:
    asked(owner, rival)
    channels.pass_on(NOW + HOUR)
    service.status = 500
    assert push.send(NOW + HOUR) == 0
    Device.objects.update(next_try_at=NOW + HOUR + push.STALLED)  # the state that a killed sender leaves
    service.status = 201
    assert push.send(NOW + HOUR + MINUTE) == 0
    assert push.send(NOW + HOUR + 2 * MINUTE) == 1
    assert Device.objects.get().owed_at is None


def test_the_key_of_the_site_is_made_once(db: Any) -> None:
    assert push.public_key() == push.public_key() and PushKey.objects.count() == 1
    assert len(decoded(push.public_key())) == 65


def test_a_device_is_subscribed_and_let_go_on_the_page(owner: User, rival: User, client: Client) -> None:
    address = reverse("device")
    assert client.post(address, {"do": "on", "url": HERE}).status_code == 302, "who is logged out logs in"
    client.force_login(owner)
    assert client.post(address, {"do": "on", "url": HERE}).status_code == 204
    refused = client.post(address, {"do": "on", "url": "http://127.0.0.1/x"})
    assert refused.status_code == 400 and "nothing can be sent" in refused.content.decode()
    page = client.get(reverse("wishes")).content.decode()
    assert push.public_key() in page and HERE not in page
    client.force_login(rival)
    client.post(address, {"do": "off", "url": HERE})
    assert Device.objects.get().user == owner, "another's device stays"
    client.force_login(owner)
    client.post(address, {"do": "off"})
    assert not Device.objects.exists()


def test_the_script_of_a_woken_device_speaks_its_language(client: Client) -> None:
    english, italian = (client.get(reverse("push-worker"), {"lang": one}) for one in ("en", "it"))
    assert english.headers["Content-Type"].startswith("text/javascript")
    assert "Something is waiting for you." in english.content.decode()
    assert "Qualcosa ti aspetta." in italian.content.decode()


def pushed(now: Any) -> int:
    channels.pass_on(now)
    return push.send(now)


def test_a_notification_names_the_game_the_deed_and_the_deadline(
    owner: User, rival: User, service: Service
) -> None:
    browser = Browser()
    push.add(rival, HERE, NOW, **browser.keys)
    Profile.of(rival)
    Profile.objects.filter(user=rival).update(timezone="Europe/Rome")
    game = a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=24)
    assert pushed(NOW + HOUR) == 1
    [(body, headers)] = service.bodies
    told = browser.reads(body)
    assert b"Guadi" not in body and (told["title"], told["link"]) == ("Guadi", f"/games/{game.pk}/")
    assert told["body"] == "Your turn\nAnswer by Monday 2 Mar 2026, 13:00 (CET)."
    assert headers["TTL"] == str(23 * 3600), "it dies with its deadline"
    assert headers["Topic"] == told["tag"] == game.pk.hex, "it replaces an older one of its game"
    assert headers["Content-Encoding"] == "aes128gcm"


def test_a_notification_goes_when_it_is_answered_elsewhere(
    owner: User, rival: User, service: Service
) -> None:
    browser = Browser()
    push.add(rival, HERE, NOW, **browser.keys)
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    assert pushed(NOW + HOUR) == 1 and pushed(NOW + HOUR + MINUTE) == 0
    do(game, rival, "blue", HOLD)
    Notification.objects.exclude(kind="your_turn").delete()
    assert pushed(NOW + HOUR + 2 * MINUTE) == 1 and pushed(NOW + HOUR + 3 * MINUTE) == 0
    told = [browser.reads(body) for body, _headers in service.bodies]
    assert told[-1] == {"tag": game.pk.hex, "close": True}
    assert Notification.objects.get().closed


def test_a_notification_that_was_never_sent_is_not_sent_once_it_is_answered(
    owner: User, rival: User, service: Service
) -> None:
    push.add(rival, HERE, NOW, **Browser().keys)
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    service.status = 500
    pushed(NOW + HOUR)
    do(game, rival, "blue", HOLD)
    service.status, service.woken = 201, []
    assert pushed(NOW + HOUR + 5 * MINUTE) == 0 and not service.woken
    assert Device.objects.get().owed_at is None


def test_every_game_has_a_notification_of_its_own(owner: User, rival: User, service: Service) -> None:
    browser = Browser()
    push.add(rival, HERE, NOW, **browser.keys)
    for name in ("Guadi", "Colli"):
        a_game(owner, {"red": owner, "blue": rival}, name=name, hours_per_decision=24)
    assert pushed(NOW + HOUR) == 2
    assert {browser.reads(body)["title"] for body, _headers in service.bodies} == {"Guadi", "Colli"}


@pytest.mark.parametrize("answered", [True, False])
def test_a_letter_wakes_a_device_but_displaces_no_open_decision(
    owner: User, rival: User, service: Service, answered: bool
) -> None:
    browser = Browser()
    push.add(rival, HERE, NOW, **browser.keys)
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    if answered:
        do(game, rival, "blue", HOLD)
    letters.write(game.pk, owner, seat="red", to="blue", text="To the ford", key="k", now=NOW)
    assert pushed(NOW + HOUR) == 1
    shown = browser.reads(service.bodies[-1][0])["body"]
    assert ("letter" in shown) == answered


def test_every_kind_of_news_has_words_of_its_own(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    for language in ("en", "it"):
        with override(language):
            told = {
                kind: headline(Outbox(game=game, kind=kind, payload={"turn": 1}, recipient=rival))
                for kind in Outbox.Kind
            }
        alike = Counter(told.values())
        meetings = {Outbox.Kind.MEETING, Outbox.Kind.MEETING_SOON}
        assert all(alike[told[kind]] == 1 for kind in some(set(Outbox.Kind) - meetings)), alike
        assert not any(text.endswith(".") or "%" in text for text in some(told.values()))


def test_a_device_whose_keys_are_none_is_refused_and_one_of_old_gives_its_keys(
    owner: User, client: Client
) -> None:
    client.force_login(owner)
    address, browser = reverse("device"), Browser()
    for keys in (
        {"p256dh": "x", "auth": "y"},
        {"p256dh": coded(b"\x04" + bytes(64)), "auth": coded(bytes(16))},
    ):
        assert client.post(address, {"do": "on", "url": HERE, **keys}).status_code == 400
    assert client.post(address, {"do": "on", "url": HERE}).status_code == 204
    assert client.post(address, {"do": "known", "url": HERE, **browser.keys}).content == b"on"
    assert Device.objects.get().p256dh == browser.keys["p256dh"]


def test_guests_have_no_devices(client: Client) -> None:
    guest = guests.create_guest("en", "UTC", NOW)
    client.force_login(guest)
    assert client.post(reverse("device"), {"do": "on", "url": HERE}).status_code == 400
    assert not Device.objects.exists()
    assert "data-push-on" not in client.get(reverse("wishes")).content.decode()


def test_slow_devices_of_one_owner_do_not_hold_up_those_of_another(
    owner: User, rival: User, service: Service
) -> None:
    """The owner who has waited longest since their last delivery is served next."""
    for number in range(push.MOST):
        push.add(owner, f"https://push.example/slow/{number}", NOW)
    push.add(rival, HERE, NOW)
    Device.objects.update(owed_at=NOW, next_try_at=NOW)
    push.send(NOW)
    assert service.woken.index(HERE) == 1


def test_a_message_that_is_mailed_first_wakes_the_device_all_the_same(
    owner: User, rival: User, service: Service
) -> None:
    asked(owner, rival)
    services.send_messages(NOW + HOUR)
    channels.pass_on(NOW + HOUR)
    assert push.send(NOW + HOUR) == 1


def test_a_mail_server_that_is_down_holds_up_no_device_and_no_hook(
    owner: User, rival: User, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = asked(owner, rival)
    Hook.objects.create(user=rival, url="https://hooks.example/", created_at=NOW)

    def down(*_: Any, **__: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", down)
    for second in range(0, 15 * 60, 15):  # every 15 seconds, as the clock does
        now = NOW + timedelta(seconds=second)
        services.send_messages(now)
        channels.pass_on(now)
        push.send(now)
    assert service.woken == [HERE]
    assert Call.objects.get(kind="your_turn").game == game


def test_who_has_just_been_woken_is_left_alone_for_a_while(
    owner: User, rival: User, service: Service
) -> None:
    game = asked(owner, rival)
    for minute in range(60):
        now = NOW + minute * MINUTE
        row = game.decisions.create(
            decision=f"d{minute}", seat="blue", kind="k", opened_seq=0, opened_at=now, reckoned_at=now
        )
        messages.owe(
            game, Outbox.Kind.YOUR_TURN, str(row.pk), [rival], now, **messages.answer_payload(row), actor=None
        )
        channels.pass_on(now)
        push.send(now)
    assert len(service.woken) == 5, "at ten minutes, and every ten of the hour that follows"
    messages.owe(game, Outbox.Kind.NUDGE, "x", [rival], now, **messages.answer_payload(row), actor=None)
    channels.pass_on(now)
    assert push.send(now) == 1, "who is asked by name is woken"


def test_a_device_that_fails_is_seen_and_one_that_is_forgotten_is_off(
    owner: User, rival: User, service: Service, client: Client
) -> None:
    asked(owner, rival)
    client.force_login(rival)
    channels.pass_on(NOW + HOUR)
    known, told = {"do": "known", "url": HERE}, "1 device isn't answering"
    service.status = 500
    tries = []
    for minute in range(2**push.TRIES):
        push.send(NOW + HOUR + minute * MINUTE)
        if Device.objects.filter(attempts=2).exists() and not tries:
            tries.append(told in client.get(reverse("wishes")).content.decode())
            assert client.post(reverse("device"), known).content == b"on"
    assert tries == [True] and len(service.woken) == push.TRIES
    assert client.post(reverse("device"), known).content == b"off"
    assert told not in client.get(reverse("wishes")).content.decode()
