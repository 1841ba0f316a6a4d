"""Web hooks call only public addresses. The calls are signed and retried, and a hook that keeps failing is
switched off.
"""

import json
import re
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from hmac import new
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts import guests
from engine.game import IllegalAction
from features.hooks import services as hooks
from features.letters import services as letters
from games import events, services
from games.models import Call, Hook, Outbox
from games.services import messages
from games.services.notices import channels, lanes, outward
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db

PUBLIC, HERE = "93.184.216.34", "https://hooks.example/in"
DISCORD = "https://discord.com/api/webhooks/123/abc-DEF"
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.8.8",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "240.0.0.1",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "fd12::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:53aa:64c::1",
        "2001:db8::1",
    ],
)
def test_private_addresses_are_not_called(address: str) -> None:
    assert not outward.is_public(ip_address(address))


@pytest.mark.parametrize("address", [PUBLIC, "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_public_addresses_may_be_called(address: str) -> None:
    assert outward.is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/",
        "ftp://a.example/",
        "https:///x",
        "https://a.example:22/",
        "https://u:p@a.example/",
        "https://a.example:99999/",
        "https://[::1/",
        "file:///etc/passwd",
        "https://ä.example/",
        "javascript:x",
        "x",
    ]
    + ["", "https://a.example/\r\nHost: b", "https://a.example/ b"],
)
def test_an_odd_address_is_none(url: str) -> None:
    assert outward.target_of(url) is None


class Net:
    """A host name that resolves differently each time, backed by a real server."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.says: list[str] = [PUBLIC]
        self.asked, self.reached, self.heard = 0, [], []  # type: ignore[var-annotated]
        self.status, self.headers, self.drips = 204, {}, False  # type: ignore[var-annotated]
        net = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                net.heard.append((self.path, dict(self.headers), body))
                if net.drips:
                    for _ in range(40):
                        self.wfile.write(b"H")
                        threading.Event().wait(0.05)
                self.send_response(net.status)
                for name, value in net.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setattr(outward.socket, "getaddrinfo", self.resolve)
        monkeypatch.setattr(outward, "connect_to", self.connect)

    def resolve(self, host: str, port: int, **_: Any) -> list[Any]:
        self.asked += 1
        return [(0, 0, 0, "", (one, port)) for one in self.says]

    def connect(self, address: str, target: Any) -> socket.socket:
        """Connect to the test server without TLS. This is the only part of a call that is faked here."""
        self.reached.append(address)
        line = socket.socket()
        line.settimeout(outward.SECONDS)
        line.connect(self.server.server_address[:2])
        return line


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Iterator[Net]:
    found = Net(monkeypatch)
    yield found
    found.server.shutdown()
    found.server.server_close()


def test_a_name_is_resolved_once_and_what_was_looked_at_is_what_is_reached(net: Net) -> None:
    assert outward.post(HERE, b"x", {}).status == 204
    assert (net.asked, net.reached) == (1, [PUBLIC])
    net.says = [PUBLIC, "10.0.0.1"]
    with pytest.raises(outward.NoAnswer, match="private"):
        outward.post(HERE, b"x", {})
    assert net.reached == [PUBLIC], "one private address among several is enough"


def test_a_search_for_a_name_has_an_end(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "SECONDS", 0.05)
    over = threading.Event()
    monkeypatch.setattr(outward.socket, "getaddrinfo", lambda *_, **__: [] if over.wait(10) else [])
    with pytest.raises(outward.NoAnswer, match="silent"):
        outward.post(HERE, b"x", {})
    over.set()
    assert not net.reached


def test_a_server_that_answers_too_slowly_is_cut_off(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "IN_ALL", 0.2)
    net.drips = True
    with pytest.raises(outward.NoAnswer, match="silent"):
        outward.post(HERE, b"x", {})


def a_hook(user: User, game: Any = None, url: str = HERE) -> Hook:
    return Hook.objects.create(user=user, game=game, url=url, created_at=NOW)


def test_what_is_sent_is_signed_with_its_time(owner: User, rival: User, net: Net) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=24)
    hook = a_hook(owner, game)
    services.pause(game.pk, owner, now=NOW)
    assert hooks.send(NOW) == 1 and hooks.send(NOW) == 0
    [(path, headers, body)] = net.heard
    told = json.loads(body)
    assert path == "/in" and told["event"] == "paused" and "Guadi" in told["text"]
    assert str(game.pk) in told["link"] and headers["X-Vexillum-Timestamp"] == str(int(NOW.timestamp()))
    signed = new(hook.secret.encode(), f"{int(NOW.timestamp())}.".encode() + body, sha256).hexdigest()
    assert headers["X-Vexillum-Signature"] == f"sha256={signed}"


def test_discord_gets_its_own_form_and_nobody_is_called_by_name(owner: User, rival: User, net: Net) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, name="@everyone *Guadi*")
    a_hook(owner, game, DISCORD)
    services.pause(game.pk, owner, now=NOW)
    hooks.send(NOW)
    [(_path, headers, body)] = net.heard
    told = json.loads(body)
    assert told["allowed_mentions"] == {"parse": []} and "\\*Guadi\\*" in told["content"]
    assert "X-Vexillum-Signature" not in headers and len(told["content"]) <= 2000


def test_own_messages_are_passed_on_once_and_never_those_of_letters(
    owner: User, rival: User, net: Net
) -> None:
    a_hook(rival)
    game = a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=24)
    letters.write(game.pk, owner, seat="red", to="blue", text="Psst", key="k", now=NOW)
    later = NOW + timedelta(hours=1)
    for _ in range(2):
        channels.pass_on(later)
        hooks.send(later)
        services.send_messages(later)
    assert {json.loads(body)["event"] for _path, _headers, body in net.heard} == {"started", "your_turn"}
    assert len(net.heard) == 2


def test_a_covert_question_is_passed_on_to_no_hook(owner: User, rival: User, net: Net) -> None:
    a_hook(rival)
    game = a_game(owner, {"red": owner, "blue": rival}, start=False)
    row = game.decisions.create(
        decision="c", seat="blue", kind="k", covert=True, opened_seq=0, opened_at=NOW, reckoned_at=NOW
    )
    messages.owe(
        game, Outbox.Kind.YOUR_TURN, str(row.pk), [rival], NOW, **messages.answer_payload(row), actor=None
    )
    channels.pass_on(NOW + timedelta(hours=1))
    assert not Call.objects.exists()


@pytest.mark.parametrize(
    ("status", "trouble"), [(500, "refused"), (302, "redirect"), (403, "refused")], ids=str
)
def test_a_failure_is_tried_again_ever_more_rarely_and_in_the_end_switched_off(
    owner: User, rival: User, net: Net, status: int, trouble: str
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    hook = a_hook(owner, game)
    net.status, net.headers = status, {"Location": "https://hooks.example/elsewhere"}
    services.pause(game.pk, owner, now=NOW)
    tries = [minute for minute in range(200) if hooks.send(NOW + minute * MINUTE) == 0 and len(net.heard)]
    assert tries and len(net.heard) == hooks.TRIES
    hook.refresh_from_db()
    assert hook.off_at is not None and hook.trouble == trouble and not Call.objects.exists()
    assert {path for path, _headers, _body in net.heard} == {"/in"}, "nothing is followed elsewhere"
    services.resume(game.pk, owner, now=NOW)
    assert not Call.objects.exists()
    net.status = 200
    hooks.switch_on(owner, hook.pk, NOW)
    assert hooks.send(NOW) == 1
    hook.refresh_from_db()
    assert hook.off_at is None and not hook.trouble


def test_a_hook_that_is_gone_is_switched_off_at_once_and_patience_is_no_failure(
    owner: User, rival: User, net: Net, client: Client
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    hook = a_hook(owner, game)
    net.status, net.headers = 429, {"Retry-After": "300"}
    services.pause(game.pk, owner, now=NOW)
    hooks.send(NOW)
    hook.refresh_from_db()
    assert hook.failures == 0 and Call.objects.get().next_try_at == NOW + 5 * MINUTE
    net.status = 404
    hooks.send(NOW + 5 * MINUTE)
    hook.refresh_from_db()
    assert hook.off_at is not None and hook.trouble == "gone"
    client.force_login(owner)
    assert "1 of your web hooks is switched off" in client.get(reverse("notices")).content.decode()


def test_who_leads_no_more_hears_no_more(owner: User, rival: User, net: Net) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    hook = a_hook(owner, game)
    services.hand_over(game.pk, owner, rival.username, now=NOW)
    services.pause(game.pk, rival, now=NOW)
    hooks.send(NOW)
    hook.refresh_from_db()
    assert not net.heard and hook.trouble == "not_led"


def test_a_sender_that_died_with_a_call_in_its_hands_loses_nothing_and_counts_as_a_failure(
    owner: User, rival: User, net: Net
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    hook = a_hook(owner, game)
    services.pause(game.pk, owner, now=NOW)
    Call.objects.update(claimed_at=NOW, attempts=1)
    assert hooks.send(NOW + MINUTE) == 0
    assert hooks.send(NOW + 3 * MINUTE) == 0 and not net.heard
    hook.refresh_from_db()
    assert (hook.failures, hook.trouble) == (1, "silent"), "who stops jobs is switched off in the end"
    assert hooks.send(NOW + 5 * MINUTE) == 1


def test_a_job_that_is_stopped_counts_the_calls_under_way_as_failed(
    owner: User, rival: User, net: Net, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    hook = a_hook(owner, game)
    services.pause(game.pk, owner, now=NOW)
    over = threading.Event()
    monkeypatch.setattr(outward, "post", lambda *_: over.wait(10))

    def stopped(*_: Any, **__: Any) -> Any:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(lanes, "wait", stopped)
    with pytest.raises(SoftTimeLimitExceeded):
        hooks.send(NOW, lanes=2)
    over.set()
    hook.refresh_from_db()
    assert (hook.failures, Call.objects.get().claimed_at) == (1, None)


@pytest.mark.django_db(transaction=True)
def test_slow_hooks_of_one_owner_do_not_hold_up_those_of_another(
    owner: User, rival: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    for number in range(hooks.MOST):
        hook = a_hook(owner, url=f"https://slow.example/{number}")
        for again in range(5):
            hooks._queue_call(hook, game, Outbox.Kind.BATTLE, str(again), {}, NOW)
    hooks._queue_call(a_hook(rival), game, Outbox.Kind.BATTLE, "x", {}, NOW)
    asked: list[str] = []

    def post(url: str, *_: Any) -> outward.Answer:
        asked.append(url)
        threading.Event().wait(0.3 if "slow" in url else 0)
        return outward.Answer(204)

    monkeypatch.setattr(outward, "post", post)
    assert hooks.send(NOW, seconds=0.5, lanes=4) >= 2
    assert HERE in asked[:2], "the other owner is next, whatever waited before"
    slow = [url for url in asked if "slow" in url]
    assert 1 <= len(slow) == len(set(slow)) <= 3, "one of theirs at a time, every hook in its turn"


def test_hook_calls_alternate_between_owners(owner: User, rival: User, net: Net) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    first, second = a_hook(owner, url="https://a.example/"), a_hook(rival, url="https://b.example/")
    for again in range(3):
        hooks._queue_call(first, game, Outbox.Kind.BATTLE, str(again), {}, NOW)
    for again in range(3):
        hooks._queue_call(second, game, Outbox.Kind.BATTLE, str(again), {}, NOW)
    assert hooks.send(NOW) == 6
    hosts = [headers["X-Vexillum-Delivery"].split(":")[0] for _path, headers, _body in net.heard]
    assert hosts == [str(first.pk), str(second.pk)] * 3


def test_a_job_ends_before_its_limit(settings: Any) -> None:
    for job, sweep in ((30, 15), (30, 60), (12, 15), (90, 15)):
        settings.JOB_SECONDS, settings.SWEEP_SECONDS = job, sweep
        connecting = 3 * outward.SECONDS  # name lookup, connection and cipher
        worst = lanes.job_seconds() + max(outward.request_seconds(), connecting + 0.1)
        assert worst < job or job < 18, (job, sweep)


def test_guests_have_no_hooks(client: Client, net: Net) -> None:
    guest = guests.create_guest("en", "UTC", NOW)
    with pytest.raises(IllegalAction):
        hooks.make(guest, HERE, "", NOW)
    client.force_login(guest)
    assert client.get(reverse("hooks")).headers["Location"].startswith(reverse("signup"))
    assert client.post(reverse("hooks"), {"do": "make", "url": HERE}).status_code == 302
    assert not Hook.objects.exists()


def test_the_page_refuses_a_private_network_and_keeps_what_was_typed(
    owner: User, rival: User, net: Net, client: Client
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    client.force_login(owner)
    page = reverse("hooks")
    refusals = []
    for says in (["192.168.1.7"], []):
        net.says = says
        refused = client.post(page, {"do": "make", "url": HERE, "game": game.pk})
        refusals += re.findall("This is not a public Internet[^<]*", refused.content.decode())
    assert len(refusals) == 2 and len(set(refusals)) == 1, (
        "whether a private network knows the name is not told"
    )
    assert refused.status_code == 400 and HERE in refused.content.decode()
    assert "private network" in refused.content.decode() and not Hook.objects.exists()
    net.says = [PUBLIC]
    assert client.post(page, {"do": "make", "url": HERE, "game": game.pk}).status_code == 302
    hooks.send(NOW.replace(year=2030))
    assert json.loads(net.heard[0][2])["event"] == "try"
    assert "working" in client.get(page).content.decode()
    client.force_login(rival)
    assert client.post(page, {"do": "make", "url": HERE, "game": game.pk}).status_code == 403
    client.post(page, {"do": "delete", "hook": Hook.objects.get().pk})
    assert Hook.objects.get().user == owner, "what is another's stays"


def test_a_turn_that_is_over_is_told_to_the_hook_of_the_game(owner: User, rival: User, net: Net) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=1)
    a_hook(owner, game)
    do(game, owner, "red", HOLD)
    for hour in range(0, 18, 2):
        services.answer_due(game.pk, NOW + timedelta(hours=hour))
    hooks.send(NOW + timedelta(hours=20))
    assert "turn_over" in {json.loads(body)["event"] for _path, _headers, body in net.heard}


def test_forty_events_of_a_game_are_one_call_to_a_hook_of_ones_own(
    owner: User, rival: User, net: Net
) -> None:
    a_hook(rival)
    game = a_game(owner, {"red": owner, "blue": rival}, start=False)
    for number in range(40):
        messages.owe(game, Outbox.Kind.BATTLE, str(number), [rival], NOW, actor=None)
    channels.pass_on(NOW)
    assert hooks.send(NOW) == 1
    messages.owe(game, Outbox.Kind.BATTLE, "one more", [rival], NOW, actor=None)
    channels.pass_on(NOW)
    assert hooks.send(NOW) == 1, "what comes later is told again"


def test_a_hook_that_fails_is_tried_once_at_a_time_whatever_waits_for_it(
    owner: User, rival: User, net: Net
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    hook = a_hook(owner, game)
    net.status = 500
    for number in range(40):
        events.publish(events.Announced(game, Outbox.Kind.BATTLE, str(number), NOW))
    hooks.send(NOW)
    hook.refresh_from_db()
    assert (len(net.heard), hook.failures, hook.off_at) == (1, 1, None)
    net.status = 200
    assert hooks.send(NOW) == 0
    assert hooks.send(NOW + MINUTE) == 40


def test_retry_after_responses_count_as_no_attempt_but_expire(owner: User, rival: User, net: Net) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    hook = a_hook(owner, game)
    net.status, net.headers = 429, {"Retry-After": "60"}
    services.pause(game.pk, owner, now=NOW)
    for minute in range(2 * hooks.TRIES):
        hooks.send(NOW + minute * MINUTE)
    assert len(net.heard) == 2 * hooks.TRIES and Call.objects.get().attempts == 0
    hooks.send(NOW + hooks.FRESH)
    hook.refresh_from_db()
    assert hook.failures == 1 and hook.trouble == "refused"
