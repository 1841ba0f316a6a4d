"""A device is woken without contents: by a key that the push service can check, once."""

import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from games import services
from games.models import Call, Device, Hook, Outbox, Pace, PushKey, Topic
from games.services import messages
from games.services.notices import hooks, outward, push, wishes
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db

HERE = "https://push.example/send/abc"
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


class Service:
    """A push service that answers as it is told; it checks who we are as RFC 8292 says."""

    def __init__(self) -> None:
        self.status, self.woken = 201, []  # type: ignore[var-annotated]

    def __call__(self, url: str, body: bytes, headers: Any) -> outward.Answer:
        assert body == b"", "nothing is told"
        told = dict(part.strip().split("=", 1) for part in headers["Authorization"][6:].split(","))
        head, claims, signed = told["t"].split(".")
        raw = decoded(signed)
        pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(told["k"]))
        known.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        with pytest.raises(InvalidSignature):
            known.verify(pair, f"{head}.{claims}x".encode(), ec.ECDSA(SHA256()))
        said = json.loads(decoded(claims))
        assert said["aud"] == "https://push.example" and said["exp"] > NOW.timestamp()
        assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"} and int(headers["TTL"]) > 0
        self.woken.append(url)
        return outward.Answer(self.status)


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


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
    hooks.pass_on(NOW + MINUTE)
    assert push.send(NOW + MINUTE) == 0, "people at one table need no notice of every move"
    for _ in range(3):
        hooks.pass_on(NOW + HOUR)
        push.send(NOW + HOUR)
    assert service.woken == [HERE]


def test_who_has_answered_or_wants_it_once_a_day_is_not_woken(
    owner: User, rival: User, service: Service
) -> None:
    game = asked(owner, rival)
    do(game, rival, "blue", HOLD)
    other = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    wishes.write_wishes(rival, {Topic.MOVE: Pace.DIGEST}, game=other, now=NOW)
    hooks.pass_on(NOW + HOUR)
    push.send(NOW + HOUR)
    assert not service.woken


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(owner: User, rival: User, service: Service, status: int) -> None:
    asked(owner, rival)
    service.status = status
    hooks.pass_on(NOW + HOUR)
    push.send(NOW + HOUR)
    assert service.woken and not Device.objects.exists()


def test_a_failure_or_a_sender_that_died_is_tried_again(owner: User, rival: User, service: Service) -> None:
    asked(owner, rival)
    hooks.pass_on(NOW + HOUR)
    service.status = 500
    assert push.send(NOW + HOUR) == 0
    Device.objects.update(next_try_at=NOW + HOUR + push.STALLED)  # as a sender leaves it that is killed
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
    assert "Your move" in english.content.decode() and "Tocca a te" in italian.content.decode()


def test_a_message_that_is_mailed_first_wakes_the_device_all_the_same(
    owner: User, rival: User, service: Service
) -> None:
    asked(owner, rival)
    services.send_messages(NOW + HOUR)
    hooks.pass_on(NOW + HOUR)
    assert push.send(NOW + HOUR) == 1


def test_a_mail_server_that_is_down_holds_up_no_device_and_no_hook(
    owner: User, rival: User, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = asked(owner, rival)
    Hook.objects.create(user=rival, url="https://hooks.example/", created_at=NOW)

    def down(*_: Any, **__: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", down)
    for second in range(0, 15 * 60, 15):  # as the clock asks for them
        now = NOW + timedelta(seconds=second)
        services.send_messages(now)
        hooks.pass_on(now)
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
        messages.owe(game, Outbox.Kind.YOUR_TURN, str(row.pk), [rival], now, **messages.about(row))
        hooks.pass_on(now)
        push.send(now)
    assert len(service.woken) == 5, "at ten minutes, and every ten of the hour that follows"
    messages.owe(game, Outbox.Kind.NUDGE, "x", [rival], now, **messages.about(row))
    hooks.pass_on(now)
    assert push.send(now) == 1, "who is asked by name is woken"


def test_a_device_that_fails_is_seen_and_one_that_is_forgotten_is_off(
    owner: User, rival: User, service: Service, client: Client
) -> None:
    asked(owner, rival)
    client.force_login(rival)
    hooks.pass_on(NOW + HOUR)
    known, told = {"do": "known", "url": HERE}, "1 device does not answer"
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
