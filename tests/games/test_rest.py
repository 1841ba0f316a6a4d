"""Sleep and absences: no deadline ends during them, and the absent player's orders answer at once."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from accounts.models import Profile
from games import services
from games.models import Entry, Outbox
from tests.games.cast import HOLD, NOW, a_game, a_user, attack, do

pytestmark = pytest.mark.django_db

ROME = {"timezone": "Europe/Rome", "night_from": 23, "night_to": 7}


def resting(user: User, **profile: Any) -> Profile:
    found, _made = Profile.objects.update_or_create(user=user, defaults={**ROME, **profile})
    return found


@pytest.mark.parametrize(
    ("due", "rested"),
    [
        ("2026-03-01T21:59", "2026-03-01T21:59"),  # 22:59 in Rome: still up
        ("2026-03-01T22:00", "2026-03-02T08:00"),  # 23:00: two hours after 7:00
        ("2026-03-02T05:59", "2026-03-02T08:00"),
        ("2026-03-02T06:00", "2026-03-02T08:00"),  # 7:00: just up
        ("2026-03-02T07:59", "2026-03-02T08:00"),
        ("2026-03-02T08:00", "2026-03-02T08:00"),  # 9:00: up for two hours
        ("2026-03-28T23:30", "2026-03-29T07:00"),  # clocks go forward that night: 7:00 in Rome is 5:00 UTC
        ("2026-10-24T22:30", "2026-10-25T08:00"),  # clocks go back that night: 7:00 in Rome is 6:00 UTC
    ],
)
def test_a_deadline_at_night_ends_two_hours_after_it_by_the_clock_of_the_place(
    rival: User, due: str, rested: str
) -> None:
    read = datetime.fromisoformat
    assert resting(rival).move_past_rest(read(due).replace(tzinfo=UTC)) == read(rested).replace(tzinfo=UTC)


def test_a_night_after_midnight_and_no_night(rival: User) -> None:
    late = datetime(2026, 3, 1, 3, tzinfo=UTC)  # 4:00 in Rome
    assert resting(rival, night_from=1, night_to=9).move_past_rest(late) == late + timedelta(hours=7)
    assert resting(rival, night_from=None, night_to=None).move_past_rest(late) == late


def test_an_absence_ends_in_the_morning_after_its_last_day(rival: User) -> None:
    away = resting(rival, away_until=date(2026, 3, 7))
    assert away.move_past_rest(NOW) == datetime(2026, 3, 8, 8, tzinfo=UTC)  # 9:00 in Rome
    assert away.move_past_rest(datetime(2026, 3, 8, 12, tzinfo=UTC)) == datetime(2026, 3, 8, 12, tzinfo=UTC)
    midnight = datetime(2026, 3, 7, 23, 30, tzinfo=UTC)  # 0:30 in Rome, just back
    assert away.move_past_rest(midnight) == datetime(2026, 3, 8, 8, tzinfo=UTC)
    assert away.is_away(NOW) and not away.is_away(datetime(2026, 3, 8, 12, tzinfo=UTC))


def test_deadlines_of_a_game_let_each_player_sleep(owner: User, rival: User) -> None:
    resting(rival)
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"}, hours_per_decision=12)
    assert game.decisions.get(seat="red").due_at == NOW + timedelta(hours=12)
    assert game.decisions.get(seat="blue").due_at == NOW + timedelta(hours=20)  # midnight to 8:00 UTC


def test_who_goes_away_finds_his_answers_still_owed_and_others_see_no_rush(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"}, hours_per_decision=24)
    version = game.version
    resting(rival, away_until=date(2026, 3, 7))
    assert services.adjust_to_rest(rival, NOW) == 1
    assert services.adjust_to_rest(rival, NOW) == 0
    assert game.decisions.get(seat="blue").due_at == datetime(2026, 3, 8, 8, tzinfo=UTC)
    assert game.decisions.get(seat="red").due_at == NOW + timedelta(hours=24)
    game.refresh_from_db()
    assert game.version == version + 1


def test_orders_answer_at_once_while_their_player_sleeps_and_not_while_he_is_up(
    owner: User, rival: User, stranger: User
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": stranger}, hours_per_decision=24)
    services.write_orders(game.pk, rival, "blue", {"stand": {"withdraw_at": 3}}, False, now=NOW)
    resting(rival, night_from=13, night_to=20)  # noon UTC is 13:00 in Rome
    for user, seat, action in (
        (owner, "red", attack("blue")),
        (rival, "blue", HOLD),
        (stranger, "green", HOLD),
    ):
        do(game, user, seat, action)
    stand = game.decisions.get(answered_at=None, seat="blue")
    assert (stand.kind, stand.due_at) == ("stand", NOW)
    services.answer_due(game.pk, NOW, limit=1)
    assert game.entries.latest("seq").reason == Entry.Reason.ORDERS
    told = Outbox.objects.get(recipient=rival, kind=Outbox.Kind.ORDERED)
    assert told.next_try_at == NOW + timedelta(hours=1)


def test_many_answers_by_orders_are_one_mail(owner: User, rival: User) -> None:
    from games.services import messages

    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    for number in range(5):
        messages.owe(game, Outbox.Kind.ORDERED, str(number), [rival], NOW, actor=None)
    assert Outbox.objects.filter(kind=Outbox.Kind.ORDERED).count() == 1
    services.send_messages(NOW + timedelta(hours=2))
    messages.owe(game, Outbox.Kind.ORDERED, "6", [rival], NOW + timedelta(hours=2), actor=None)
    assert Outbox.objects.filter(kind=Outbox.Kind.ORDERED).count() == 2


def test_a_deadline_that_the_game_master_moves_lets_each_player_sleep(owner: User, rival: User) -> None:
    resting(rival)
    gm = a_user("gm")
    game = a_game(gm, {"red": owner, "blue": rival, "green": "bot"}, hours_per_decision=48)
    services.extend_deadline(game.pk, gm, hours=12, now=NOW)  # midnight UTC is 1:00 in Rome
    assert game.decisions.get(seat="red").due_at == NOW + timedelta(hours=12)
    assert game.decisions.get(seat="blue").due_at == NOW + timedelta(hours=20)


def test_a_deadline_after_a_pause_lets_each_player_sleep(owner: User, rival: User) -> None:
    resting(rival)
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"}, hours_per_decision=6)
    services.pause(game.pk, owner, now=NOW)
    services.resume(game.pk, owner, now=NOW + timedelta(hours=6))
    assert game.decisions.get(seat="red").due_at == NOW + timedelta(hours=12)
    assert game.decisions.get(seat="blue").due_at == NOW + timedelta(hours=20)


def test_a_question_of_a_pause_is_not_kept_waiting_for_two_nights(owner: User, rival: User) -> None:
    """A deadline set during a pause moves out of one night only: the night in which it ends. The night in
    which the question was asked does not delay it further.
    """
    resting(rival)
    gm = a_user("gm")
    game = a_game(gm, {"red": owner, "blue": rival, "green": "bot"}, hours_per_decision=12)
    services.pause(game.pk, gm, now=NOW)
    services.extend_deadline(game.pk, gm, hours=12, now=NOW)
    services.resume(game.pk, gm, now=NOW + timedelta(hours=20))  # 8:00; twelve hours later is 20:00 UTC
    assert game.decisions.get(seat="blue").due_at == NOW + timedelta(hours=32)
    services.pause(game.pk, gm, now=NOW + timedelta(hours=21))
    services.leave_seat(game.pk, rival, "blue", now=NOW + timedelta(hours=21))
    # twelve hours after noon it is night
    services.accept(services.invite(game.pk, gm, now=NOW).token, rival, now=NOW + timedelta(hours=24))
    services.resume(game.pk, gm, now=NOW + timedelta(hours=24 + 5))
    assert game.decisions.get(seat="blue").due_at == NOW + timedelta(hours=24 + 20)
