"""Everyone chooses which mail to get and when. A single mail can cover several events, and mail that the
reader declined is not sent.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import Profile
from features.health.measuring import measure
from features.letters import services as letters
from games import services
from games.models import Outbox, Pace, Topic
from games.services import messages
from games.services.notices import wishes, words
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db

KIND, HOUR = Outbox.Kind, timedelta(hours=1)


def mails_to(user: User) -> list[Any]:
    return [one for one in mail.outbox if one.to == [user.email]]


def wish(user: User, topic: Topic, pace: Pace, **more: Any) -> None:
    wishes.write_wishes(user, {topic: pace}, now=NOW, **more)


def a_table(owner: User, rival: User, **more: Any) -> Any:
    return a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=24, **more)


def test_forty_events_of_a_game_are_one_mail(owner: User, rival: User) -> None:
    game = a_table(owner, rival, start=False)
    for number in range(40):
        messages.owe(game, KIND.ANSWERED, str(number), [rival], NOW, actor=None)
    assert services.send_messages(NOW) == 1
    [told] = mails_to(rival)
    assert "Guadi" in told.subject and "(40 times)" in told.body
    messages.owe(game, KIND.ANSWERED, "one more", [rival], NOW + timedelta(minutes=1), actor=None)
    assert services.send_messages(NOW + timedelta(minutes=1)) == 0, "another one a minute later"
    assert services.send_messages(NOW + timedelta(minutes=11)) == 1


def test_several_games_are_one_mail_in_which_each_has_its_own_part(owner: User, rival: User) -> None:
    games = [a_game(owner, {"red": owner, "blue": rival}, name=n, start=False) for n in ("Guadi", "Ponti")]
    for game in games:
        messages.owe(game, KIND.PAUSED, "x", [rival], NOW, actor=None)
    assert services.send_messages(NOW) == 1
    [told] = mails_to(rival)
    assert told.subject == "[Vexillum] News from 2 games"
    parts = {game.name: told.body.index(f"{game.name}\n=====\n\n{game.name} is paused") for game in games}
    assert parts["Guadi"] < parts["Ponti"]
    guadi = told.body[: parts["Ponti"]]
    for game in games:
        stop = f"No more e-mail about {game.name}: {settings.SITE_URL}/account/notices/stop/"
        assert told.body.count(stop) == told.body.count(game.get_absolute_url()) == 1
    assert games[0].get_absolute_url() in guadi and games[1].get_absolute_url() not in guadi
    assert guadi.rstrip().splitlines()[-1].startswith("No more e-mail about Guadi: ")
    foot = told.body[told.body.index("-- \n") :]
    assert "No more e-mail from Vexillum: " in foot and "Guadi" not in foot


def test_the_mail_subject_names_one_game_or_counts_several(owner: User, rival: User) -> None:
    for name in ("Guadi", "Ponti", "Colli"):
        game = a_game(owner, {"red": owner, "blue": rival}, name=name, hours_per_decision=24)
        Outbox.objects.filter(game=game).exclude(kind=KIND.YOUR_TURN).delete()
    waiting = Outbox.objects.filter(recipient=rival)

    def subject() -> str:
        waiting.update(sent_at=None, claimed_at=None, next_try_at=NOW, attempts=0)
        mail.outbox.clear()
        services.send_messages(NOW)
        [told] = mails_to(rival)
        return str(told.subject)

    assert subject() == "[Vexillum] 3 games are waiting for you"
    messages.owe(a_table(owner, rival, start=False), KIND.PAUSED, "x", [rival], NOW, actor=None)
    assert subject() == "[Vexillum] 3 of 4 games are waiting for you"
    for name in ("Guadi", "Ponti"):
        waiting.filter(game__name=name, kind=KIND.YOUR_TURN).delete()
    assert subject() == "[Vexillum] 1 of 2 games is waiting for you"
    Profile.objects.update_or_create(user=rival, defaults={"language": "it"})
    assert subject() == "[Vexillum] 1 partita su 2 ti aspetta"
    waiting.filter(kind=KIND.PAUSED).delete()
    assert subject() == "Colli: Tocca a te"


def test_a_game_that_has_just_been_told_of_waits_while_the_others_are_told(owner: User, rival: User) -> None:
    games = [a_game(owner, {"red": owner, "blue": rival}, name=n, start=False) for n in ("Guadi", "Ponti")]
    messages.owe(games[0], KIND.PAUSED, "x", [rival], NOW, actor=None)
    services.send_messages(NOW)
    soon = NOW + timedelta(minutes=1)
    for game in games:
        messages.owe(game, KIND.RESUMED, "x", [rival], soon, actor=None)
    services.send_messages(soon)
    assert [one.subject for one in mails_to(rival)][1:] == ["Ponti: The game continues"]
    services.send_messages(NOW + timedelta(minutes=11))
    assert mails_to(rival)[-1].subject == "Guadi: The game continues" and len(mails_to(rival)) == 3


def test_what_one_game_sends_at_once_and_others_once_a_day_stays_apart(owner: User, rival: User) -> None:
    games = [a_game(owner, {"red": owner, "blue": rival}, name=n, start=False) for n in ("Guadi", "Ponti")]
    wish(rival, Topic.COURSE, Pace.DIGEST, game=games[1])
    for game in games:
        messages.owe(game, KIND.PAUSED, "x", [rival], NOW, actor=None)
    services.send_messages(NOW)
    assert [one.subject for one in mails_to(rival)] == ["Guadi: The game is paused"]


def test_a_mail_of_very_many_games_says_where_the_rest_is(owner: User, rival: User) -> None:
    for number in range(words.MOST + 3):
        game = a_game(owner, {"red": owner, "blue": rival}, name=f"Guadi {number}", start=False)
        messages.owe(game, KIND.PAUSED, "x", [rival], NOW, actor=None)
    services.send_messages(NOW)
    [told] = mails_to(rival)
    assert told.body.count("is paused") == words.MOST
    assert "See your messages page for 3 more messages." in told.body and reverse("notices") in told.body


def test_what_is_wanted_once_a_day_comes_at_that_hour_where_the_reader_lives(
    owner: User, rival: User
) -> None:
    Profile.objects.update_or_create(user=rival, defaults={"timezone": "Asia/Tokyo", "digest_hour": 7})
    wish(rival, Topic.COURSE, Pace.DIGEST)
    wish(rival, Topic.MOVE, Pace.DIGEST)
    a_table(owner, rival)
    a_game(owner, {"red": owner, "blue": rival}, name="Ponti")
    services.send_messages(NOW + HOUR)  # 13:00 UTC, which is 22:00 there
    assert not mails_to(rival)
    assert measure(NOW + 5 * HOUR).unsent is None, "what waits for its hour is no trouble"
    services.send_messages(NOW + timedelta(hours=9, minutes=59))
    assert not mails_to(rival)
    assert services.send_messages(NOW + 10 * HOUR) == 1  # 7:00 in Tokyo
    [told] = mails_to(rival)
    assert told.subject == "[Vexillum] Your day in 2 games"
    assert "Guadi" in told.body and "Ponti" in told.body and "your turn" in told.body


@pytest.mark.parametrize(
    ("moment", "struck"),
    [
        (datetime(2026, 3, 28, 0, tzinfo=UTC), datetime(2026, 3, 28, 1, 0, tzinfo=UTC)),  # winter time
        (datetime(2026, 3, 28, 1, tzinfo=UTC), datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),  # the skipped hour
        (datetime(2026, 3, 29, 6, tzinfo=UTC), datetime(2026, 3, 30, 0, 0, tzinfo=UTC)),  # summer time
    ],
)
def test_the_hour_of_a_digest_follows_the_clock_of_its_zone(moment: datetime, struck: datetime) -> None:
    assert wishes.digest_after(moment, 2, ZoneInfo("Europe/Rome")) == struck


def test_a_muted_game_writes_nothing_and_still_says_it_on_the_page(
    owner: User, rival: User, client: Client
) -> None:
    game = a_table(owner, rival)
    wishes.mute(rival, game, True, NOW)
    services.send_messages(NOW + HOUR)
    assert not mails_to(rival)
    client.force_login(rival)
    assert "Guadi" in client.get(reverse("notices")).content.decode()
    wishes.mute(rival, game, False, NOW)
    services.pause(game.pk, owner, now=NOW + 2 * HOUR)
    services.send_messages(NOW + 2 * HOUR)
    assert mails_to(rival)


def test_notification_settings_can_differ_for_one_game(owner: User, rival: User) -> None:
    _game, other = a_table(owner, rival), a_game(owner, {"red": owner, "blue": rival}, name="Ponti")
    wish(rival, Topic.MOVE, Pace.NEVER)
    wish(rival, Topic.MOVE, Pace.AT_ONCE, game=other)
    services.send_messages(NOW + HOUR)
    asked = [one for one in mails_to(rival) if "your turn" in one.body]
    assert len(asked) == 1 and "turn in Ponti" in asked[0].body and "turn in Guadi" not in asked[0].body


def test_a_digest_that_is_given_up_is_sent_at_once(owner: User, rival: User) -> None:
    wish(rival, Topic.MOVE, Pace.DIGEST)
    a_table(owner, rival)
    services.send_messages(NOW + HOUR)
    assert not [one for one in mails_to(rival) if "your turn" in one.body]
    wishes.write_wishes(rival, {Topic.MOVE: Pace.AT_ONCE}, now=NOW + 2 * HOUR)
    services.send_messages(NOW + 2 * HOUR)
    assert [one for one in mails_to(rival) if "your turn" in one.body]


def test_the_last_to_answer_hears_that_the_others_wait(owner: User, rival: User, stranger: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": stranger}, name="Guadi")
    do(game, owner, "red", HOLD)
    assert not Outbox.objects.filter(kind=KIND.LAST_ONE).exists()
    do(game, rival, "blue", HOLD)
    [told] = Outbox.objects.filter(kind=KIND.LAST_ONE)
    assert told.recipient == stranger
    services.send_messages(NOW + HOUR)
    assert "the others are waiting for you" in mails_to(stranger)[-1].body
    assert len(mails_to(stranger)) == 1, "with what else there was to say"


def test_nobody_waits_for_who_plays_with_the_program_alone(owner: User) -> None:
    game = a_game(owner)
    services.sweep(NOW)
    do(game, owner, "red", HOLD)
    assert not Outbox.objects.filter(kind=KIND.LAST_ONE).exists()


def test_a_turn_that_is_over_is_told_to_those_who_wish_it(owner: User, rival: User) -> None:
    wish(rival, Topic.TURN, Pace.AT_ONCE)
    game = a_game(owner, {"red": owner, "blue": rival}, name="Guadi", hours_per_decision=1)
    for hour in range(0, 18, 2):
        services.answer_due(game.pk, NOW + hour * HOUR)
    rows = Outbox.objects.filter(kind=KIND.TURN_OVER)
    assert {one.recipient for one in some(rows)} == {rival}
    services.send_messages(NOW + 20 * HOUR)
    assert reverse("game-chronicle", args=[game.pk]) in mails_to(rival)[-1].body


# --- the settings page ---


def test_the_page_keeps_what_is_chosen_and_refuses_what_there_is_not(
    owner: User, rival: User, client: Client
) -> None:
    game = a_table(owner, rival)
    client.force_login(rival)
    page = reverse("wishes")
    said = {topic.value: "at_once" for topic in Topic} | {"letter": "digest", "turn": "never", "hour": "19"}
    assert client.post(page, said).status_code == 302
    assert client.post(page, {"game": game.pk, "move": "never"}).status_code == 302
    known = wishes.wishes_of([rival.pk])[rival.pk]
    assert known.general == {Topic.LETTER: Pace.DIGEST}, "what is usual is not stored"
    assert known.of(game.pk, Topic.MOVE) == Pace.NEVER and known.of(game.pk, Topic.LAST) == Pace.AT_ONCE
    assert Profile.of(rival).digest_hour == 19
    for odd in ({**said, "letter": "hourly"}, {**said, "hour": "25"}, {"game": game.pk, "move": "x"}):
        assert client.post(page, odd).status_code == 400
    assert wishes.wishes_of([rival.pk])[rival.pk] == known


def test_a_game_of_others_cannot_be_chosen(owner: User, rival: User, stranger: User, client: Client) -> None:
    game = a_table(owner, rival)
    client.force_login(stranger)
    assert "Guadi" not in client.get(reverse("wishes")).content.decode()
    assert client.post(reverse("wishes"), {"game": game.pk, "do": "mute"}).status_code == 404


# --- the link that unsubscribes ---


def the_link(told: Any) -> str:
    return str(told.extra_headers["List-Unsubscribe"]).strip("<>").split("example", 1)[1]


def test_one_click_stops_the_mail_of_a_game_without_a_log_in(
    owner: User, rival: User, settings: Any, client: Client
) -> None:
    settings.SITE_URL = "https://vexillum.example"
    game = a_table(owner, rival)
    services.send_messages(NOW + HOUR)
    [told] = mails_to(rival)
    assert told.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = the_link(told)
    strict = Client(enforce_csrf_checks=True)
    asked = strict.get(link).content.decode()
    assert "<form" in asked and "Guadi" in asked
    assert not wishes.wishes_of([rival.pk])[rival.pk].muted, "looking changes nothing"
    assert strict.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert wishes.wishes_of([rival.pk])[rival.pk].muted == {game.pk}
    assert strict.post(link, {"do": "again"}).status_code == 200
    assert not wishes.wishes_of([rival.pk])[rival.pk].muted
    for guessed in (link[:-3] + "x/", link.replace("stop/", "stop/a"), "/account/notices/stop/x:y/"):
        assert strict.post(guessed).status_code == 404


def test_one_click_at_a_digest_stops_all_mail(owner: User, rival: User, settings: Any) -> None:
    settings.SITE_URL = "https://vexillum.example"
    for topic in (Topic.COURSE, Topic.MOVE):
        wish(rival, topic, Pace.DIGEST)
    a_table(owner, rival)
    for later in (HOUR, 30 * HOUR):
        services.send_messages(NOW + later)
    told = mails_to(rival)[-1]
    Client().post(the_link(told))
    assert not Profile.of(rival).mail


# --- undeliverable mail ---


def test_a_failure_is_seen_by_its_reader_and_counted_for_the_game_master(
    owner: User, rival: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_table(owner, rival, start=False)
    messages.owe(game, KIND.PAUSED, "x", [rival], NOW, actor=None)
    secret = a_game(owner, {"red": owner, "blue": rival}, name="Lettere", start=False)
    letters.write(secret.pk, owner, seat="red", to="blue", text="Psst", key="k", now=NOW)

    def refuses(self: Any, **more: Any) -> int:
        raise OSError(f"550 {rival.email} unknown")

    monkeypatch.setattr(mail.EmailMessage, "send", refuses)
    for later in (1, 2, 3):
        services.send_messages(NOW + later * 24 * HOUR)
    client.force_login(rival)
    assert "could not be delivered" in client.get(reverse("notices")).content.decode()
    client.force_login(owner)
    page = client.get(reverse("notices")).content.decode()
    assert "1 person in Guadi can't be reached by e-mail" in page
    assert "Lettere" not in page, "nobody hears of a letter that way"
    assert rival.email not in page
