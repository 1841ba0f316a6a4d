"""The GM's desk: response times, reminders, more time for one player, and moments chosen on the replay."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Profile
from engine.game import IllegalAction
from features.desk import helping
from features.desk import helping as gm_tools
from games import services
from games.models import Device, Game, Outbox, Pace, Topic
from games.services.notices import wishes
from games.services.people.habits import trimmed_mean
from tests.flat import flat
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, a_user, do

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def gm() -> User:
    return a_user("marta")


def led(gm: User, owner: User, rival: User, **more: Any) -> Game:
    """Create a game that Marta leads; owner plays red, rival blue, the bot green."""
    people: dict[str, User | str] = {"red": owner, "blue": rival, "green": "bot"}
    return a_game(gm, people, **{"hours_per_decision": 24, **more})


def dues(game: Game) -> dict[str, Any]:
    return {row.seat: row.due_at for row in game.decisions.filter(answered_at__isnull=True)}


def test_the_usual_time_leaves_out_the_holiday_and_the_answer_on_the_spot() -> None:
    usual = [timedelta(hours=n) for n in (4, 5, 6)]
    assert trimmed_mean([timedelta(seconds=1), *usual, timedelta(days=12)]) == 5 * HOUR
    assert trimmed_mean(usual[:2]) is None


def test_response_times_ignore_missed_and_automatic_answers(gm: User, owner: User, rival: User) -> None:
    game = led(gm, owner, rival, options={"rounds": 9})
    now = NOW
    for _round in range(8):
        for owed in game.decisions.filter(seat="red", answered_at=None, covert=False):
            now = owed.opened_at + 3 * HOUR
            do(game, owner, "red", owed.default, now=now)
        now += 25 * HOUR
        services.answer_due(game.pk, now)  # blue's answer, and those of the bots
        game.refresh_from_db()
    found = services.habits(game)
    assert found["red"].usual_time == 3 * HOUR and found["red"].answered >= 3 and found["red"].missed == 0
    assert found["blue"].usual_time is None and found["blue"].answered == 0 and found["blue"].missed >= 3
    assert set(found) == {"red", "blue"}
    client = Client()
    client.force_login(gm)
    desk = " ".join(client.get(f"{game.get_absolute_url()}desk/").content.decode().split())
    assert "usually answers after 3" in desk and "Not enough moves yet for an average" in desk


def test_who_takes_a_seat_over_does_not_answer_for_what_was_missed_before(
    gm: User, owner: User, rival: User
) -> None:
    game = led(gm, owner, rival)
    services.sweep(NOW + 25 * HOUR)
    assert services.habits(game)["blue"].missed == 1
    services.leave_seat(game.pk, gm, "blue", now=NOW + 30 * HOUR)
    token = services.invite(game.pk, gm, seat="blue", now=NOW + 30 * HOUR).token
    services.accept(token, a_user("newcomer"), now=NOW + 30 * HOUR)
    game = Game.objects.get(pk=game.pk)
    assert services.habits(game)["blue"].missed == 0 and services.habits(game)["blue"].seen_at is None


def test_a_visit_is_noted_and_a_game_master_learns_only_of_their_own_game(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game, other = led(gm, owner, rival), led(gm, owner, rival)
    client.force_login(owner)
    before = timezone.now()
    client.get(game.get_absolute_url())
    seen = {seat.key: seat.seen_at for seat in game.seats.all()}
    assert seen["red"] >= before and seen["blue"] is None
    assert not other.seats.filter(seen_at__isnull=False).exists()


def test_a_nudge_is_one_mail_about_the_answer_and_no_second_one_within_a_day(
    gm: User, owner: User, rival: User
) -> None:
    game = led(gm, owner, rival)
    helping.nudge(game.pk, gm, "blue", now=NOW)
    with pytest.raises(IllegalAction, match="nudged"):
        helping.nudge(game.pk, gm, "blue", now=NOW + HOUR)
    services.send_messages(NOW + HOUR)
    told = [one for one in mail.outbox if "asks for your answer" in one.subject]
    assert [one.to for one in told] == [[rival.email]] and "Deadline" in told[0].body
    helping.nudge(game.pk, gm, "blue", now=NOW + 21 * HOUR)


def test_nobody_is_nudged_who_owes_nothing_or_whom_no_mail_reaches(
    gm: User, owner: User, rival: User
) -> None:
    game = led(gm, owner, rival)
    do(game, owner, "red", HOLD)
    Profile.objects.create(user=rival, mail=False)
    refused = []
    for seat in ("red", "blue", "green", "purple"):
        with pytest.raises(IllegalAction) as why:
            helping.nudge(game.pk, gm, seat, now=NOW)
        refused.append(why.value.code)
    assert refused == ["nothing_owed", "no_mail", "nobody_there", "no_such_seat"]
    with pytest.raises(PermissionDenied):
        helping.nudge(game.pk, rival, "red", now=NOW)


def test_who_has_muted_the_game_is_not_nudged_in_vain(gm: User, owner: User, rival: User) -> None:
    game = led(gm, owner, rival)
    wishes.mute(rival, game, True, NOW)
    with pytest.raises(IllegalAction, match="no_mail"):
        helping.nudge(game.pk, gm, "blue", now=NOW)
    wishes.mute(rival, game, False, NOW)
    helping.nudge(game.pk, gm, "blue", now=NOW)


def test_the_desk_knows_by_what_people_are_reached(gm: User, owner: User, rival: User) -> None:
    game = led(gm, owner, rival)

    def reached() -> tuple[str, bool]:
        rival.refresh_from_db()
        found = gm_tools.reach(game, [rival])[rival.pk]
        return found.mail, found.device

    assert reached() == ("mail", False)
    Device.objects.create(user=rival, url="https://push.example/1", created_at=NOW)
    assert reached() == ("mail", True)
    wishes.write_wishes(rival, {Topic.MOVE: Pace.DIGEST}, game=game, now=NOW)
    assert reached() == ("digest", False), "a device is woken only of what is told at once"
    wishes.mute(rival, game, True, NOW)
    assert reached() == ("muted", False)
    Profile.objects.create(user=rival, mail=False)
    assert reached() == ("mail_off", False)


def test_more_time_is_for_one_player_alone_who_is_told(gm: User, owner: User, rival: User) -> None:
    game = led(gm, owner, rival)
    before = dues(game)
    assert helping.more_time(game.pk, gm, "blue", now=NOW + HOUR) == 1
    assert dues(game) == {**before, "blue": before["blue"] + 24 * HOUR}
    told = Outbox.objects.filter(kind=Outbox.Kind.TIME_GIVEN)
    assert [one.recipient for one in told] == [rival]
    services.sweep(NOW + 25 * HOUR)
    assert game.entries.filter(seat="red", reason="default").exists()
    assert not game.entries.filter(seat="blue").exists()


def test_more_time_in_a_pause_counts_from_its_end(gm: User, owner: User, rival: User) -> None:
    game = led(gm, owner, rival)
    services.pause(game.pk, gm, now=NOW + HOUR)
    helping.more_time(game.pk, gm, "blue", now=NOW + 2 * HOUR)
    assert dues(game)["blue"] is None
    services.resume(game.pk, gm, now=NOW + 10 * HOUR)
    assert dues(game)["blue"] == NOW + (10 + 23 + 24) * HOUR


def test_the_page_tells_it_in_words_and_its_buttons_work(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game = led(gm, owner, rival)
    Profile.objects.create(user=owner, away_until=timezone.localdate() + timedelta(days=3))
    client.force_login(gm)
    address = reverse("game-desk", args=[game.pk])
    told = flat(client.get(address).content.decode())
    for words in ("not seen yet", "gets e-mail", "away until", "24 hours more for this player"):
        assert words in told
    client.post(address, {"do": "nudge", "seat": "blue"})
    told = flat(client.get(address).content.decode())
    assert "asked by e-mail" in told and told.count('value="nudge"') == 1
    assert (
        "has already had an e-mail within a day. Give them time, or"
        in client.post(address, {"do": "nudge", "seat": "blue"}, follow=True).content.decode()
    )
    client.post(
        reverse("game-letters", args=[game.pk]), {"seat": "gm", "to": "", "text": "Hurry!", "key": "k"}
    )
    assert game.letters.get().text == "Hurry!"
    client.force_login(rival)
    assert client.get(address).status_code == 403


def test_the_moment_to_go_back_to_is_chosen_on_the_replay_and_says_what_is_lost(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game = led(gm, owner, rival)
    do(game, owner, "red", HOLD)
    do(game, rival, "blue", HOLD)
    client.force_login(gm)
    replay = client.get(reverse("game-replay", args=[game.pk]), {"at": 0}).content.decode()
    link = f"{reverse('game-back', args=[game.pk])}?to=0"
    assert link in replay
    told = flat(client.get(link).content.decode())
    steps = game.seq
    assert f"{steps} moves would be undone." in told and "dice" in told.split('id="there"')[1]
    before = game.seq
    form = {"do": "back", "to": 0, "seq": before, "key": "once", "why": "a mistake"}
    client.post(reverse("game-back", args=[game.pk]), form)
    game.refresh_from_db()
    assert game.step == 0 and game.seq == before + 1
    for bad in some(["x", "-1", "999999"]):
        assert client.get(reverse("game-back", args=[game.pk]), {"to": bad}).status_code == 200
