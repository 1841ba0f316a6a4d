"""Every kind of mail in both languages: its text, and the target of each of its links."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.urls import resolve
from django.utils import timezone

from accounts.models import Profile
from features.guest_commanders import services as guest_commanders
from features.letters import services as letters
from games import services
from games.models import (
    Amendment,
    Game,
    Invitation,
    Meeting,
    Outbox,
    Pace,
    PowerRequest,
    RewindRequest,
    Topic,
)
from games.services import messages
from games.services.notices import wishes
from tests.found import some
from tests.web import doors
from tests.web.cast import browser, person, running
from tests.web.treating import made, proposed

pytestmark = pytest.mark.django_db

KIND = Outbox.Kind
LINK = re.compile(r"https?://\S+")


@dataclass(frozen=True)
class Told:
    """A message as a service would write it: its game, recipient, link and text."""

    game: Game
    view: str
    shows: str
    to: str = "rival"
    payload: dict[str, Any] = field(default_factory=dict)


def of_game(shows: str = "", view: str = "game", to: str = "rival", **payload: Any) -> Told:
    game = running(name="Guadi", hours_per_decision=24)
    return Told(game, view, shows or "Guadi", to, payload)


def of_undelivered() -> Told:
    told = of_game("Game master", "game-desk", "gm")
    told.payload["to"] = "rival"
    return told


def of_answer() -> Told:
    told = of_game("Your move")
    told.payload["decision"] = told.game.decisions.get(seat="blue").pk
    return told


def of_letter() -> Told:
    told = of_game("Meet me at the ford", "game-letters")
    words = {"seat": "red", "to": "blue", "text": "Meet me at the ford", "key": "1"}
    letter = letters.write(told.game.pk, person("owner"), **words, now=timezone.now())
    told.payload["letter"] = letter.pk
    return told


def of_undoing(shows: str = "Guadi") -> Told:
    told = of_game(shows, "game-back")
    row = RewindRequest.objects.create(
        game=told.game,
        user=person("owner"),
        seat="red",
        to_seq=0,
        asked_seq=told.game.seq,
        why="I misread the map",
        created_at=timezone.now(),
    )
    told.payload.update(request=row.pk, cause="moved")
    return told


def of_power(shows: str = "Guadi", to: str = "rival", **more: Any) -> Told:
    told = of_game(shows, "game-fair", to)
    row = PowerRequest.objects.create(
        game=told.game,
        user=person("gm"),
        seat="red",
        power=PowerRequest.Power.LEND,
        why="He is at sea",
        created_at=timezone.now(),
    )
    told.payload.update(request=row.pk, **more)
    return told


def of_correction(shows: str = "Guadi", to: str = "rival") -> Told:
    told = of_game(shows, "game-amend", to)
    row = Amendment.objects.create(
        game=told.game,
        user=person("gm"),
        seat="gm",
        changes=[],
        why="A die was misread",
        asked_seq=told.game.seq,
        created_at=timezone.now(),
    )
    told.payload.update(amendment=row.pk)
    return told


def of_battle(shows: str = "", view: str = "game-battle", to: str = "rival", **payload: Any) -> Told:
    campaign, _battle, link = doors.war(name="Guadi")
    return Told(campaign, view, shows or "The battle has yet to be fought", to, {"link": link.pk, **payload})


def of_report() -> Told:
    told = of_battle("Your decision: is the report right?")
    told.game.battle_links.update(status="reported")
    return told


def of_meeting() -> Told:
    _campaign, battle, link = doors.war(name="Guadi")
    told, at = Told(battle, "game-meeting", "To be fought"), timezone.now() + timedelta(days=3)
    row = Meeting.objects.create(
        link=link,
        status=Meeting.Status.FIXED,
        at=at,
        created_at=timezone.now(),
        changed_at=timezone.now(),
    )
    told.payload.update(meeting=row.pk, sequence=0, what="fixed", at=at.isoformat(), where="Rome")
    return told


def of_branch() -> Told:
    game = doors._game("dba", "red", "blue", options={"setup": "quick"}, dice_mode="mixed")
    Game.objects.filter(pk=game.pk).update(name="Guadi")
    game.refresh_from_db()
    told = Told(game, "game-branches", "Guadi")
    doors._bring(told.game)
    told.payload["branch"] = told.game.branches.get().pk
    return told


def of_treaty() -> Told:
    told = of_game("Corinth for Sparta", "game-treaties")
    told.payload.update(treaty=proposed(told.game).pk, what="proposed")
    return told


def of_promise() -> Told:
    told = of_game("Corinth for Sparta", "game-treaties")
    told.payload["promise"] = made(told.game).promises.get().pk
    return told


def of_command() -> Told:
    _campaign, battle, _link = doors.war(name="Guadi")
    link = guest_commanders.make_link(battle.pk, person("owner"), "first", timezone.now())
    guest_commanders.accept(link.token, person("stranger"), timezone.now())
    payload = {"what": "taken", "by": person("stranger").pk}
    return Told(battle, "game-command", "stranger", "owner", payload)


def of_invitation() -> Told:
    told = of_game("Guadi", "join", "stranger")
    services.leave_seat(told.game.pk, person("gm"), "blue", now=timezone.now())
    services.invite(told.game.pk, person("gm"), seat="blue", now=timezone.now())
    told.payload["token"] = Invitation.objects.get(game=told.game, uses_left__gt=0).token
    return told


def of_removal() -> Told:
    told = of_game("Guadi", "observe")
    services.leave_seat(told.game.pk, person("gm"), "blue", now=timezone.now(), why="Away too long")
    told.payload.update(Outbox.objects.get(game=told.game, kind=KIND.UNSEATED).payload)
    return told


def of_turn() -> Told:
    told = of_game("Guadi", "game-chronicle")
    told.payload["turn"] = 1
    return told


CASES: dict[Outbox.Kind, Callable[[], Told]] = {
    **dict.fromkeys(
        (KIND.YOUR_TURN, KIND.DUE_SOON, KIND.LAST_ONE, KIND.NUDGE, KIND.MORE_TIME, KIND.TIME_GIVEN), of_answer
    ),
    **dict.fromkeys(
        (KIND.ANSWERED, KIND.ANSWERED_FOR, KIND.ORDERED, KIND.STARTED, KIND.ENDED, KIND.PAUSED), of_game
    ),
    **dict.fromkeys((KIND.RESUMED, KIND.BATTLE_OVER, KIND.LENT, KIND.STAND_IN, KIND.RETURNED), of_game),
    **dict.fromkeys((KIND.SEATED, KIND.LED), lambda: of_game(to="gm")),
    KIND.SEAT_FREE: lambda: of_game("Game master", "game-desk", "gm"),
    KIND.UNDELIVERED: of_undelivered,
    KIND.BATTLE: of_battle,
    KIND.REPORT: of_report,
    KIND.TROUBLE: lambda: of_battle(to="gm"),
    KIND.RULED: of_battle,
    KIND.RULING_NO: lambda: of_battle(to="gm"),
    KIND.LETTER: of_letter,
    KIND.BACK_ASKED: lambda: of_undoing("I misread the map"),
    **dict.fromkeys((KIND.BACK_AGREED, KIND.BACK_REFUSED, KIND.BACK_LAPSED), of_undoing),
    KIND.AMEND_ASKED: lambda: of_correction("A die was misread"),
    KIND.AMENDED: of_correction,
    **dict.fromkeys((KIND.AMEND_REFUSED, KIND.OBJECTED), lambda: of_correction(to="gm")),
    KIND.POWER_ASKED: lambda: of_power("He is at sea"),
    KIND.POWER_SAID: lambda: of_power(to="owner", said="agreed"),
    KIND.POWER_USED: lambda: of_power(power="lend", seat="red", ground="free"),
    KIND.UNSEATED: of_removal,
    **dict.fromkeys((KIND.BRANCH, KIND.BRANCH_DONE), of_branch),
    KIND.TURN_OVER: of_turn,
    KIND.TREATY: of_treaty,
    KIND.PROMISE_DUE: of_promise,
    KIND.COMMAND: of_command,
    **dict.fromkeys((KIND.CALL, KIND.REMATCH, KIND.INVITED), of_invitation),
    **dict.fromkeys((KIND.MEETING, KIND.MEETING_SOON), of_meeting),
}


def written(told: Told, kind: Outbox.Kind, language: str) -> Any:
    """Return the mail about this message, as the job sends it."""
    reader = person(told.to)
    reader.email = f"{told.to}@example.org"
    reader.save()
    Profile.objects.update_or_create(user=reader, defaults={"language": language})
    wishes.write_wishes(reader, {Topic.TURN: Pace.AT_ONCE}, now=timezone.now())
    Outbox.objects.all().delete()
    now = timezone.now()
    messages.owe(told.game, kind, "x", [reader], now, actor=None, **told.payload)
    mail.outbox.clear()
    services.send_messages(now + timedelta(hours=2))
    [found] = mail.outbox
    return found


def text_of(page: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.content.decode())).split())


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("kind", list(KIND))
def test_every_link_of_a_mail_leads_its_reader_where_it_says(kind: Outbox.Kind, language: str) -> None:
    told = CASES[kind]()
    found = written(told, kind, language)
    main, choose, stop = LINK.findall(found.body)
    assert main.startswith(settings.SITE_URL)
    path = main.removeprefix(settings.SITE_URL)
    assert resolve(path).view_name == told.view
    client = browser(told.to)
    page = client.get(path)
    assert page.status_code == 200, (path, page.status_code)
    assert told.shows in text_of(page), text_of(page)[:2000]
    assert client.get(choose.removeprefix(settings.SITE_URL)).status_code == 200
    for reader in (client, browser()):  # a stop link works without a log-in
        stopping = reader.get(stop.removeprefix(settings.SITE_URL))
        assert stopping.status_code == 200 and told.game.title in text_of(stopping)
    browser().post(stop.removeprefix(settings.SITE_URL), {"do": "stop"})
    Outbox.objects.update(sent_at=None, claimed_at=None, attempts=0, passed_on_at=None)
    mail.outbox.clear()
    services.send_messages(timezone.now() + timedelta(hours=3))
    assert not mail.outbox, "its stop link stops it"


def test_every_kind_of_mail_reads_well() -> None:
    """No mail repeats itself, lacks a word, or shows a code."""
    for kind in some(list(KIND)):
        for language in ("en", "it"):
            told = CASES[kind]()
            found = written(told, kind, language)
            text = found.subject + "\n" + found.body
            assert not re.search(r"%\(|None|\{|\}|<[a-z]|  |\.\.|\?\.", LINK.sub("", text)), text
            assert found.subject.startswith(told.game.title) and "\n" not in found.subject


def test_a_mail_of_all_kinds_of_games_leads_into_each(settings: Any) -> None:
    """One mail covers five games, and each part has its link and its way to unsubscribe."""
    reader = person("rival")
    reader.email = "rival@example.org"
    reader.save()
    cases = [(KIND.YOUR_TURN, of_answer), (KIND.LETTER, of_letter), (KIND.TREATY, of_treaty)]
    Outbox.objects.all().delete()
    for number, (kind, case) in enumerate(cases):
        told = case()
        Game.objects.filter(pk=told.game.pk).update(name=f"Guadi {number}")
        Outbox.objects.filter(game=told.game).delete()
        messages.owe(told.game, kind, "x", [reader], timezone.now(), actor=None, **told.payload)
    services.send_messages(timezone.now() + timedelta(hours=1))
    [found] = [one for one in mail.outbox if one.to == [reader.email]]
    assert found.subject == "[Vexillum] 2 of 3 games are waiting for you"
    client, seen = browser("rival"), []
    for address in LINK.findall(found.body):
        page = client.get(address.removeprefix(settings.SITE_URL))
        assert page.status_code == 200, address
        seen.append(resolve(address.removeprefix(settings.SITE_URL)).view_name)
    assert sorted(seen) == sorted(["game", "game-letters", "game-treaties", *["stop"] * 3, "wishes", "stop"])
