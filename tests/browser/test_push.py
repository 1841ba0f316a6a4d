"""Notifications in a real browser: the server's encrypted message reaches the service worker as if from a
push service, and the device's notification is read.
"""

import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Profile
from features.push import services as push
from games import services
from games.models import Game, Outbox
from games.services import messages
from games.services.notices import channels, outward
from tests.features.push.devices import HERE, Browser, Service
from tests.games.cast import HOLD
from tests.web.cast import person, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HOUR = timedelta(hours=1)
SHOWN = """async () => {
  const found = await (await navigator.serviceWorker.getRegistration("/account/push/")).getNotifications();
  return found.map(({ tag, title, body, data }) => ({ tag, title, body, link: data.link }));
}"""


class Phone:
    """The rival's browser, which runs our service worker and receives the server's encrypted messages."""

    def __init__(self, page: Any, service: Service, language: str) -> None:
        self.page, self.service, self.keys = page, service, Browser()
        page.goto("/account/notices/")
        page.evaluate(
            """async (language) => {
              await navigator.serviceWorker.register(`/account/push/worker.js?lang=${language}`,
                { scope: "/account/push/" });
              const found = await navigator.serviceWorker.getRegistration("/account/push/");
              while (!found.active) await new Promise((done) => setTimeout(done, 50));
            }""",
            language,
        )
        self.line = page.context.new_cdp_session(page)
        self.registrations: list[dict[str, Any]] = []
        self.line.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: self.registrations.extend(told["registrations"]),
        )
        self.line.send("ServiceWorker.enable")
        push.add(person("rival"), HERE, timezone.now(), **self.keys.keys)

    def sent(self, now: datetime) -> list[dict[str, Any]]:
        """Return everything that the server sends now."""
        self.service.bodies.clear()
        channels.pass_on(now)
        push.send(now)
        return [self.keys.reads(body) for body, _headers in self.service.bodies]

    def receive(self, told: dict[str, Any] | None) -> None:
        while not self.registrations:
            self.page.wait_for_timeout(50)
        origin, _slash, _rest = self.page.url.partition("/account/")
        number = next(
            one["registrationId"] for one in self.registrations if "/account/push/" in one["scopeURL"]
        )
        data = "" if told is None else json.dumps(told)
        self.line.send(
            "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": number, "data": data}
        )

    def shows(self, wanted: Callable[[list[dict[str, str]]], bool]) -> list[dict[str, str]]:
        """Return the device's notifications once they are as expected, or when the time is up."""
        until = time.monotonic() + 20
        self.page.wait_for_timeout(1500)  # a query too early can lose a notification that Chromium is showing
        while not wanted(found := self.page.evaluate(SHOWN)) and time.monotonic() < until:
            self.page.wait_for_timeout(1500)
        return sorted(found, key=lambda one: str(one["title"]))

    def told(self, now: datetime) -> None:
        for one in self.sent(now):
            self.receive(one)


@pytest.fixture
def phone(visit: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Phone]:
    service = Service()
    monkeypatch.setattr(outward, "post", service)

    def made(language: str = "en") -> Phone:
        Profile.objects.update_or_create(
            user=person("rival"), defaults={"language": language, "timezone": "Europe/Rome"}
        )
        return Phone(visit("rival", permissions=["notifications"]), service, language)

    return made


def named(name: str) -> Game:
    game = running(name=name, hours_per_decision=5)
    Outbox.objects.filter(game=game).exclude(kind=Outbox.Kind.YOUR_TURN).delete()
    return game


def tell(game: Game, kind: Outbox.Kind, occasion: str = "x", **more: Any) -> None:
    messages.owe(game, kind, occasion, [person("rival")], timezone.now(), actor=None, **more)


def test_a_device_shows_the_game_and_the_deed_and_the_newest_of_each_game(phone: Any) -> None:
    guadi, rival = named("Guadi"), phone()
    rival.told(timezone.now() + HOUR)
    [shown] = rival.shows(lambda found: len(found) == 1)
    assert shown["title"] == "Guadi" and shown["body"].startswith("Your turn\nAnswer by ")
    assert shown["body"].endswith(("(CET).", "(CEST).")) and shown["link"] == guadi.get_absolute_url()
    ponti = named("Ponti")
    rival.told(timezone.now() + HOUR)
    both = rival.shows(lambda found: len(found) == 2)
    assert [one["title"] for one in both] == ["Guadi", "Ponti"] and both[1][
        "link"
    ] == ponti.get_absolute_url()
    tell(guadi, Outbox.Kind.NUDGE, decision=guadi.decisions.get(seat="blue").pk)
    rival.told(timezone.now() + HOUR)
    newest = rival.shows(lambda found: any("asks" in one["body"] for one in found))
    assert [one["title"] for one in newest] == ["Guadi", "Ponti"], "in place of the older one of its game"
    assert newest[0]["body"].startswith("The game master asks for your answer\nAnswer by ")


def test_an_answered_notification_closes_and_others_remain(phone: Any) -> None:
    guadi, _ponti, rival = named("Guadi"), named("Ponti"), phone()
    rival.told(timezone.now() + HOUR)
    assert len(rival.shows(lambda found: len(found) == 2)) == 2
    guadi.refresh_from_db()
    services.submit(
        guadi.pk, "blue", HOLD, user=person("rival"), drawn_seq=guadi.seq, key="here", now=timezone.now()
    )
    rival.told(timezone.now() + 2 * HOUR)
    left = rival.shows(lambda found: len(found) == 1)
    assert [one["title"] for one in left] == ["Ponti"]


def test_it_is_not_shown_past_its_deadline(phone: Any) -> None:
    """A device does not show a message that arrives after the deadline that it reports, because the push
    service was slow or the phone was off.
    """
    guadi, ponti, rival = named("Guadi"), named("Ponti"), phone()
    soon = timezone.now() + timedelta(seconds=4)
    guadi.decisions.filter(seat="blue").update(due_at=soon)
    late, fresh = sorted(rival.sent(timezone.now() + HOUR), key=lambda told: str(told["title"]))
    rival.page.wait_for_timeout(max(0.0, (soon - timezone.now()).total_seconds() * 1000) + 500)
    rival.receive(late)
    rival.receive(fresh)
    shown = rival.shows(lambda found: any(one["title"] == "Ponti" for one in found))
    assert [one["title"] for one in shown] == ["Ponti"] and ponti.pk != guadi.pk
    rival.page.wait_for_timeout(500)
    assert [one["title"] for one in rival.shows(lambda found: len(found) == 1)] == ["Ponti"]


@pytest.mark.parametrize(("language", "turn"), [("en", "Your turn"), ("it", "Tocca a te")])
def test_kinds_of_news_differ_on_the_device(phone: Any, language: str, turn: str) -> None:
    rival = phone(language)
    kinds = (Outbox.Kind.DUE_SOON, Outbox.Kind.LAST_ONE, Outbox.Kind.NUDGE, Outbox.Kind.RULED)
    named("Guadi")
    for kind in kinds:
        game = named(kind.name)
        Outbox.objects.filter(game=game).delete()
        tell(game, kind, decision=game.decisions.get(seat="blue").pk)
    rival.told(timezone.now() + HOUR)
    shown = rival.shows(lambda found: len(found) == len(kinds) + 1)
    assert len({one["body"].partition("\n")[0] for one in shown}) == len(kinds) + 1, shown
    assert [one["title"] for one in shown if one["body"].startswith(f"{turn}\n")] == ["Guadi"]


def test_a_push_without_contents_says_that_something_waits(phone: Any) -> None:
    rival = phone("it")
    rival.receive(None)
    [shown] = rival.shows(lambda found: len(found) == 1)
    assert (shown["title"], shown["body"], shown["link"]) == ("Vexillum", "Qualcosa ti aspetta.", "/")
