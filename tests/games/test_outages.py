"""An outage of the server costs nobody a turn, and neither does a clock that jumps."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from accounts.models import Profile
from features.desk import substitutes
from games import services
from games.models import Entry, Game, Outbox
from games.services.clock import auto_answers
from tests.games.cast import HOLD, NOW, a_game, attack, do

pytestmark = pytest.mark.django_db
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def daily(owner: User, hours: int | None = 24, **seats: Any) -> Game:
    return a_game(owner, {"red": owner, "blue": owner, "green": owner, **seats}, hours_per_decision=hours)


def down(since: datetime, until: datetime) -> int:
    """Sweep at the start and the end of an outage; return the number of answers given by the second sweep."""
    services.sweep(since)
    return services.sweep(until)


def on_time(now: datetime) -> int:
    """Answer what is due, one minute after the previous sweep, so that no outage is assumed. Return the
    number of answers.
    """
    auto_answers.outages.Watch.objects.update(swept_at=now - MINUTE)
    return services.sweep(now)


def dues(game: Game) -> set[Any]:
    return set(game.decisions.filter(answered_at=None).values_list("due_at", flat=True))


def by_default(game: Game) -> int:
    return game.entries.filter(reason=Entry.Reason.DEFAULT).count()


def test_what_fell_due_in_an_outage_is_due_again_after_half_of_it(owner: User) -> None:
    game = daily(owner)
    back = NOW + 40 * HOUR
    assert down(NOW + 10 * HOUR, back) == 0
    assert dues(game) == {back + 15 * HOUR}  # half of the thirty hours
    assert on_time(back + 15 * HOUR - MINUTE) == 0
    assert on_time(back + 15 * HOUR) == 3


def test_time_added_after_an_outage_never_exceeds_the_games_answer_time(owner: User) -> None:
    games, hurried = [daily(owner) for _ in range(12)], daily(owner, hours=2)
    back = NOW + 72 * HOUR
    assert down(NOW, back) == 0  # all 36 answers were once given by default
    assert [dues(game) for game in games] == [{back + 24 * HOUR}] * 12
    assert dues(hurried) == {back + 2 * HOUR}


def test_an_hour_at_least(owner: User) -> None:
    game = daily(owner)
    back = NOW + 24 * HOUR + 5 * MINUTE
    assert down(back - 20 * MINUTE, back) == 0
    assert dues(game) == {back + HOUR}


def test_a_deadline_soon_after_an_outage_is_extended_too(owner: User) -> None:
    game = daily(owner)
    back = NOW + 23 * HOUR
    assert down(NOW + HOUR, back) == 0
    assert dues(game) == {back + 11 * HOUR}


def test_nobodys_deadline_comes_nearer(owner: User) -> None:
    game = daily(owner, hours=100)
    down(NOW + HOUR, NOW + 3 * HOUR)
    assert dues(game) == {NOW + 100 * HOUR}


def test_a_gap_of_a_few_minutes_is_no_outage(owner: User) -> None:
    game = daily(owner)
    assert down(NOW + 24 * HOUR - 5 * MINUTE, NOW + 24 * HOUR + 4 * MINUTE) == 3
    assert by_default(game) == 3


def test_who_had_let_the_deadline_pass_before_is_answered_for(owner: User) -> None:
    game = daily(owner)
    auto_answers.outages.note_sweep(NOW + 24 * HOUR)  # then the worker died
    assert services.sweep(NOW + 48 * HOUR) == 3
    assert by_default(game) == 3


def test_the_program_answers_at_once(owner: User, rival: User) -> None:
    game = daily(owner, green="bot", blue=rival)
    down(NOW, NOW + 40 * HOUR)
    assert list(game.entries.values_list("reason", flat=True)) == ["gm", "bot"]


def test_orders_meant_at_once_answer_at_once(owner: User, rival: User) -> None:
    game = daily(owner, blue=rival)
    services.write_orders(game.pk, rival, "blue", {"stand": {"withdraw_at": 3}}, True, now=NOW)
    for seat, user, action in (("red", owner, attack("blue")), ("blue", rival, HOLD), ("green", owner, HOLD)):
        do(game, user, seat, action)
    down(NOW - MINUTE, NOW + 40 * HOUR)
    assert game.entries.filter(reason=Entry.Reason.ORDERS).count() == 1


def test_people_are_told_once_and_by_when(owner: User, rival: User, mailoutbox: Any) -> None:
    game = daily(owner, blue=rival)
    back = NOW + 40 * HOUR
    down(NOW + 10 * HOUR, back)
    services.sweep(back + MINUTE)
    told = Outbox.objects.filter(game=game, kind=Outbox.Kind.MORE_TIME)
    assert {one.recipient for one in told} == {owner, rival} and told.count() == 2
    services.send_messages(back)
    mail = next(
        m for m in mailoutbox if "More time after an outage" in m.subject and m.to == ["rival@example.org"]
    )
    assert "Deadline: Tuesday 3 Mar 2026, 19:00 (UTC)" in mail.body
    on_time(back + 12 * HOUR)  # the usual reminder, three hours before the deadline
    assert Outbox.objects.filter(game=game, kind=Outbox.Kind.DUE_SOON, recipient=rival).count() == 1


def test_a_job_or_a_page_that_comes_before_the_first_sweep_answers_for_nobody(owner: User) -> None:
    game = daily(owner)
    services.sweep(NOW)
    back = NOW + 40 * HOUR
    assert services.answer_due(game.pk, back) == 0
    assert dues(game) == {back + 20 * HOUR}
    assert services.sweep(back + MINUTE) == 0
    assert dues(game) == {back + 20 * HOUR}


def test_a_game_that_was_out_of_reach_makes_up_for_it_later(owner: User) -> None:
    game = daily(owner)
    services.sweep(NOW)
    back = NOW + 40 * HOUR
    Game.objects.filter(pk=game.pk).update(retry_at=back + HOUR, trouble="?", trouble_count=1)
    assert services.sweep(back) == 0
    assert on_time(back + 2 * HOUR) == 0
    assert dues(game) == {back + 20 * HOUR}


def test_the_extension_after_an_outage_does_not_end_at_night(owner: User) -> None:
    Profile.objects.update_or_create(user=owner, defaults={"night_from": 22, "night_to": 6})
    game = daily(owner)
    back = NOW + 30 * HOUR  # six in the evening
    down(back - 16 * HOUR, back)  # eight hours of grace end at 2:00, in the owner's night
    assert dues(game) == {back + 14 * HOUR}


def test_a_paused_game_and_one_without_deadlines_stay_as_they_are(owner: User) -> None:
    paused, slow = daily(owner), daily(owner, hours=None)
    services.pause(paused.pk, owner, now=NOW + HOUR)
    down(NOW + 2 * HOUR, NOW + 72 * HOUR)
    assert dues(paused) == {None} and dues(slow) == {None}
    services.resume(paused.pk, owner, now=NOW + 73 * HOUR)
    assert dues(paused) == {NOW + (73 + 23) * HOUR}
    assert on_time(NOW + 74 * HOUR) == 0


def test_a_game_paused_right_after_the_outage_keeps_the_grace(owner: User) -> None:
    game = daily(owner)
    services.sweep(NOW)
    back = NOW + 40 * HOUR
    services.pause(game.pk, owner, now=back)  # before the next sweep
    assert services.sweep(back + MINUTE) == 0
    services.resume(game.pk, owner, now=back + 50 * HOUR)
    assert by_default(game) == 0 and dues(game) == {back + 70 * HOUR}


def test_a_battle_to_be_fought_has_the_grace_too(owner: User, rival: User) -> None:
    game = a_game(
        owner,
        {"red": owner, "blue": rival, "green": owner},
        hours_per_decision=24,
        battle_system="duel",
    )
    for seat, user, action in (("red", owner, attack("blue")), ("blue", rival, HOLD), ("green", owner, HOLD)):
        do(game, user, seat, action)
    do(game, rival, "blue", {"kind": "stand", "withdraw": False})
    battle = game.battle_links.get().battle
    end = NOW + 7 * 24 * HOUR
    assert dues(game) == {end} and dues(battle) == {NOW + 24 * HOUR}
    assert down(NOW + 20 * HOUR, end + HOUR) == 0
    assert dues(game) == dues(battle) == {end + HOUR + 24 * HOUR}


def test_where_nobody_ever_sweeps_an_overdue_page_is_answered_as_before(owner: User) -> None:
    game = daily(owner)
    assert services.answer_due(game.pk, NOW + 90 * HOUR) == 3


def test_a_second_outage_is_compensated_for_as_well(owner: User) -> None:
    """A second outage is compensated for as well, even if no job looked at the game between the two outages.
    The job may have been lost, or its worker killed.
    """
    game = daily(owner, hours=2)
    auto_answers.outages.note_sweep(NOW)
    # the deadline passes here, and two more hours are promised
    auto_answers.outages.note_sweep(NOW + 5 * HOUR)
    auto_answers.outages.note_sweep(NOW + 5 * HOUR + MINUTE)
    back = NOW + 30 * HOUR
    auto_answers.outages.note_sweep(back)
    assert services.answer_due(game.pk, back + MINUTE) == 0
    assert dues(game) == {back + 2 * HOUR}


def test_an_outage_is_made_up_for_however_long_the_next_one_is(owner: User) -> None:
    game = daily(owner, hours=2)
    for moment in (NOW, NOW + 5 * HOUR, NOW + 5 * HOUR + MINUTE, back := NOW + 400 * 24 * HOUR):
        auto_answers.outages.note_sweep(moment)
    assert services.answer_due(game.pk, back + MINUTE) == 0
    assert dues(game) == {back + 2 * HOUR}


def test_who_leads_lends_a_seat_before_anything_has_noticed_the_outage(owner: User, rival: User) -> None:
    """An earlier outage, for which players were compensated long ago, must not hide the outage that has just
    ended.
    """
    game = daily(owner, red=rival, blue=rival, green=rival)  # only an impartial GM may lend
    auto_answers.outages.note_sweep(NOW)
    auto_answers.outages.note_sweep(NOW + HOUR)
    auto_answers.outages.note_sweep(NOW + 15 * HOUR)
    back = NOW + 100 * HOUR
    substitutes.lend(game.pk, owner, "blue", until=(back + 24 * HOUR).date(), now=back)
    assert services.sweep(back + MINUTE) == 1  # the bot answers for the lender
    assert by_default(game) == 0 and dues(game) == {back + 24 * HOUR}


def test_a_pause_before_anything_has_noticed_the_outage_keeps_what_it_promised(owner: User) -> None:
    game = daily(owner)
    services.sweep(NOW + 2 * HOUR)
    back = NOW + 23.9 * HOUR  # a few minutes before the deadline
    services.pause(game.pk, owner, now=back)
    services.resume(game.pk, owner, now=back + 50 * HOUR)
    assert dues(game) == {back + 50 * HOUR + 10.95 * HOUR}  # half of the outage
    assert services.sweep(back + 50 * HOUR + 20 * MINUTE) == 0


def test_an_outage_is_forgotten_after_two_months_in_which_the_site_was_up(owner: User) -> None:
    past, day = auto_answers.outages.Outage.objects, 24 * HOUR
    rows = [
        past.create(began=NOW + begin * day, ended=NOW + end * day)
        for begin, end in [(-400, -91), (-90, -85), (-60, -20), (-10, -9)]  # up for 1, 25, 10 and 9 days
    ]
    assert auto_answers.outages.up_since(NOW, 9 * day) == NOW - 9 * day
    assert auto_answers.outages.up_since(NOW, 10 * day) == NOW - 11 * day
    assert auto_answers.outages.up_since(NOW, 44 * day) == NOW - 85 * day
    assert auto_answers.outages.up_since(NOW, 45 * day) == NOW - 91 * day
    assert auto_answers.outages._past_outages(NOW) == rows
    assert auto_answers.outages._past_outages(NOW + 15.5 * day) == rows[1:]
    auto_answers.outages.Watch.objects.create(pk=1, swept_at=NOW + 15.5 * day)
    auto_answers.outages.note_sweep(NOW + 17 * day)
    assert list(past.values_list("began", flat=True)) == [r.began for r in rows[1:]] + [NOW + 15.5 * day]


# --- a clock that jumps ---


def test_a_clock_that_jumps_forward_answers_for_nobody_and_put_back_leaves_no_far_deadline(
    owner: User,
) -> None:
    game = daily(owner)
    services.sweep(NOW + HOUR)
    year = NOW + timedelta(days=365)
    assert services.sweep(year) == 0
    assert dues(game) == {year + 24 * HOUR}
    opened_meanwhile = a_game(
        owner, dict.fromkeys(("red", "blue", "green"), owner), start=False, hours_per_decision=24
    )
    services.start(opened_meanwhile.pk, owner, now=year + MINUTE)
    assert services.sweep(NOW + 2 * HOUR) == 0
    assert by_default(game) == 0
    assert dues(game) == dues(opened_meanwhile) == {NOW + 26 * HOUR}
    assert on_time(NOW + 26 * HOUR) == 6


def test_a_clock_put_back_leaves_the_deadline_that_it_had_made_later(owner: User) -> None:
    game = daily(owner, hours=2)
    services.sweep(NOW + MINUTE)
    jumped = NOW + HOUR + 2 * MINUTE
    services.sweep(jumped)
    assert dues(game) == {jumped + HOUR}  # slightly later than before
    services.sweep(NOW + 2 * MINUTE)
    assert dues(game) == {NOW + 2 * HOUR}


def test_mail_written_by_a_wrong_clock_does_not_wait_for_years(
    owner: User, rival: User, mailoutbox: Any
) -> None:
    services.sweep(NOW)
    year = NOW + timedelta(days=365)
    game = a_game(owner, {"red": owner, "blue": rival, "green": owner}, start=False, hours_per_decision=24)
    services.start(game.pk, owner, now=year)
    services.sweep(year)
    services.sweep(NOW + HOUR)
    assert services.send_messages(NOW + HOUR) > 0


def test_clocks_of_two_machines_may_differ_a_little(owner: User) -> None:
    game = daily(owner)
    services.sweep(NOW + 5 * MINUTE)
    services.sweep(NOW)
    services.sweep(NOW + 5 * MINUTE)
    assert dues(game) == {NOW + 24 * HOUR}
    assert not auto_answers.outages.Outage.objects.exists()
