"""Appointments for battles: times proposed, answered, agreed, moved and cancelled; reminders, deadlines
and the calendar file.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.utils import timezone, translation

from accounts.models import Profile
from engine.game import IllegalAction, InvalidAction, Refusal
from features.feeds import services as feeds
from features.guest_commanders import services as guest_commanders
from features.meetings import services as meetings
from features.meetings.calendar import meeting_file
from features.meetings.services import Battle, ProposedTime
from games import services
from games.access import NotYourSeat
from games.forms.moments import moment_of
from games.models import BattleLink, Fit, Game, Meeting, Outbox, PendingDecision, Topic, Wish
from games.services.notices import words
from tests.found import some
from tests.games.campaigning import at_battle
from tests.games.cast import NOW, a_game, a_user

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ROME = ZoneInfo("Europe/Rome")


@pytest.fixture
def gm() -> User:
    return a_user("marta")


def duel(gm: User, owner: User, rival: User, **more: Any) -> Battle:
    game = a_game(gm, {"first": owner, "second": rival}, system="duel", scenario_name="even", **more)
    found = meetings.battle_of_game(Game.objects.get(pk=game.pk))
    assert found is not None
    return found


def again(battle: Battle) -> Battle:
    """Reload the battle from the database."""
    assert battle.game is not None
    found = meetings.battle_of_game(Game.objects.get(pk=battle.game.pk))
    assert found is not None
    return found


def agreed(battle: Battle, owner: User, rival: User, at: datetime, where: str = "") -> Meeting:
    meetings.propose(battle, owner, [ProposedTime(at, where=where)], NOW)
    row = Meeting.objects.get().proposals.get(at=at)
    meetings.answer(battle, rival, {row.pk: "maybe"}, NOW)
    return meetings.confirm_time(battle, rival, row.pk, NOW)


def told(user: User, kind: str = Outbox.Kind.MEETING) -> list[str]:
    rows = Outbox.objects.filter(recipient=user, kind=kind).order_by("pk")
    return [row.payload["what"] for row in rows]


def sentence(user: User, what: str) -> str:
    [row] = Outbox.objects.filter(recipient=user, payload__what=what)
    return words.message_text(row)


def why(code: str, run: Any, *args: Any) -> None:
    with pytest.raises(Refusal) as refused:
        run(*args)
    assert refused.value.code == code


# --- proposing, answering, agreeing ---


def test_two_agree_on_a_time(gm: User, owner: User, rival: User) -> None:
    battle = duel(gm, owner, rival)
    saturday, sunday = NOW + 6 * DAY, NOW + 7 * DAY
    meetings.propose(battle, owner, [ProposedTime(saturday, 120, "at Anna's"), ProposedTime(sunday)], NOW)
    first, second = Meeting.objects.get().proposals.all()
    assert told(rival) == ["proposed"] and told(owner) == []
    why("meet_not_all", meetings.confirm_time, battle, owner, first.pk, NOW)
    meetings.answer(battle, rival, {first.pk: "no", second.pk: "maybe"}, NOW)
    assert told(owner) == ["fits"]
    why("meet_not_all", meetings.confirm_time, battle, owner, first.pk, NOW)
    found = meetings.confirm_time(battle, owner, second.pk, NOW)
    assert (found.at, found.status, found.sequence) == (sunday, Meeting.Status.FIXED, 1)
    assert meetings.confirm_time(battle, owner, second.pk, NOW).sequence == 1  # a double click
    assert told(rival) == ["proposed", "fixed"]
    assert "Sunday 8 Mar 2026, 12:00 (UTC)" in sentence(rival, "fixed")


def test_it_is_moved_and_called_off_with_a_line_of_words(gm: User, owner: User, rival: User) -> None:
    battle = duel(gm, owner, rival)
    agreed(battle, owner, rival, NOW + 6 * DAY)
    meetings.propose(battle, rival, [ProposedTime(NOW + 8 * DAY)], NOW)
    later = Meeting.objects.get().proposals.get(at=NOW + 8 * DAY)
    meetings.answer(battle, owner, {later.pk: "yes"}, NOW)
    moved = meetings.confirm_time(battle, rival, later.pk, NOW, "the  train\nis late")
    assert (moved.sequence, moved.at) == (2, NOW + 8 * DAY)
    assert "“the train is late”" in sentence(owner, "moved")
    why("meet_agreed", meetings.withdraw, battle, rival, later.pk, NOW)
    assert meetings.call_off(battle, owner, NOW, "ill").sequence == 3
    assert "“ill”" in sentence(rival, "off")
    why("meet_not_fixed", meetings.call_off, battle, owner, NOW)
    said = list(moved.words.values_list("what", "text"))
    assert said == [("fixed", ""), ("moved", "the train is late"), ("off", "ill")]
    meetings.propose(battle, owner, [ProposedTime(NOW + 9 * DAY)], NOW)  # proposals start from scratch
    assert Meeting.objects.get().status == Meeting.Status.OPEN


def test_what_cannot_be_proposed_is_refused_by_name(gm: User, owner: User, rival: User) -> None:
    battle, stranger = duel(gm, owner, rival), a_user("nobody")
    at = NOW + DAY
    for code, wanted in some(
        [
            ("meet_past", [ProposedTime(NOW)]),
            ("meet_far", [ProposedTime(NOW + 400 * DAY)]),
            ("meet_length", [ProposedTime(at, 5)]),
            ("meet_length", [ProposedTime(at, 9999)]),
            ("meet_where", [ProposedTime(at, 60, "x" * 121)]),
            ("meet_none", []),
            ("meet_too_many", [ProposedTime(at + n * HOUR) for n in range(9)]),
        ]
    ):
        why(code, meetings.propose, battle, owner, wanted, NOW)
    assert not Meeting.objects.filter(proposals__isnull=False).exists()
    for user in some([stranger, gm]):  # the game master only observes
        with pytest.raises(NotYourSeat):
            meetings.propose(battle, user, [ProposedTime(at)], NOW)
    meetings.propose(battle, owner, [ProposedTime(at)], NOW)
    why("meet_twice", meetings.propose, battle, rival, [ProposedTime(at)], NOW)
    row = Meeting.objects.get().proposals.get()
    why("meet_not_yours", meetings.withdraw, battle, rival, row.pk, NOW)
    why("meet_answer", meetings.answer, battle, rival, {row.pk: "perhaps"}, NOW)
    why("meet_gone", meetings.answer, battle, rival, {row.pk + 9: "yes"}, NOW)
    meetings.answer(battle, rival, {row.pk: "yes"}, NOW)
    why("meet_past", meetings.confirm_time, battle, rival, row.pk, at)
    why("meet_text", meetings.confirm_time, battle, rival, row.pk, NOW, "x" * 201)
    meetings.withdraw(battle, owner, row.pk, NOW)
    meetings.withdraw(battle, owner, row.pk, NOW)
    why("meet_gone", meetings.confirm_time, battle, rival, row.pk, NOW)
    services.abandon(battle.host.pk, gm, now=NOW)
    why("meet_over", meetings.propose, again(battle), owner, [ProposedTime(at)], NOW)


def test_a_battle_against_the_program_needs_no_appointment(gm: User, owner: User) -> None:
    game = a_game(gm, {"first": owner, "second": "bot"}, system="duel", scenario_name="even")
    battle = meetings.battle_of_game(game)
    assert battle is not None and not battle.can_be_scheduled
    assert meetings.battle_of_game(a_game(gm, {"red": owner})) is None  # the game is not a battle


def test_nights_and_absences_are_told(gm: User, owner: User, rival: User) -> None:
    Profile.objects.update_or_create(
        user=rival, defaults={"timezone": "Europe/Rome", "night_from": 22, "night_to": 7}
    )
    Profile.objects.update_or_create(user=owner, defaults={"away_until": (NOW + 3 * DAY).date()})
    battle = duel(gm, owner, rival)
    night, away = NOW.replace(hour=21) + 5 * DAY, NOW + 2 * DAY  # 22:00 in Rome
    meetings.propose(
        battle, owner, [ProposedTime(night), ProposedTime(away), ProposedTime(NOW + 5 * DAY)], NOW
    )
    rows = {one.at: one for one in Meeting.objects.get().proposals.all()}
    profiles = meetings.profiles_of(again(battle).people)

    def hindered(at: datetime) -> list[tuple[str, str]]:
        return [(str(who), code) for who, code in meetings.hindrances(rows[at], profiles)]

    assert hindered(night) == [("rival", "night")]
    assert hindered(away) == [("owner", "away")]
    assert hindered(NOW + 5 * DAY) == []


def test_the_general_agrees_for_whom_they_command(gm: User, owner: User, rival: User) -> None:
    battle, general = duel(gm, owner, rival), a_user("marco")
    guest_commanders.accept(
        guest_commanders.make_link(battle.host.pk, owner, "first", NOW).token, general, NOW
    )
    battle = again(battle)
    assert {one.username for one in battle.people} == {"marco", "rival"}
    with pytest.raises(NotYourSeat):
        meetings.propose(battle, owner, [ProposedTime(NOW + DAY)], NOW)
    agreed(battle, general, rival, NOW + 3 * DAY)
    assert told(rival) == ["proposed"] and told(general) == ["fits", "fixed"]


# --- clock changes and reminders ---


def test_an_hour_is_meant_where_its_writer_lives_across_a_change_of_the_clock() -> None:
    assert moment_of("2026-03-28T20:30", ROME) == datetime(2026, 3, 28, 19, 30, tzinfo=UTC)
    assert moment_of("2026-03-29 20:30", ROME) == datetime(2026, 3, 29, 18, 30, tzinfo=UTC)
    assert moment_of("29/03/2026 20:30", ROME) == moment_of("2026-03-29T20:30:00", ROME)
    # the first of the two
    assert moment_of("2026-10-25T02:30", ROME) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    with pytest.raises(IllegalAction, match="meet_gap"):
        moment_of("2026-03-29T02:30", ROME)
    for text in some(
        ["", "soon", "2026-02-30T10:00", "9999-12-31T23:59", "1/1/1 1:1", "2026-03-29T25:00", "\0"]
    ):
        with pytest.raises(InvalidAction, match="meet_date"):
            moment_of(text, ROME)


def test_each_is_told_in_their_own_zone_and_language(gm: User, owner: User, rival: User) -> None:
    battle = duel(gm, owner, rival, name="Il guado")
    agreed(battle, owner, rival, moment_of("2026-03-29T20:30", ROME), "dal Moro")
    [row] = Outbox.objects.filter(recipient=owner, payload__what="fixed")
    with timezone.override(ROME), translation.override("it"):
        assert "domenica 29 Mar 2026, 20:30 (CEST) (dal Moro)" in words.message_text(row)
    with timezone.override(ZoneInfo("Europe/London")):
        assert "Sunday 29 Mar 2026, 19:30 (BST)" in words.message_text(row)


def test_all_are_reminded_a_day_and_an_hour_before_each_once(gm: User, owner: User, rival: User) -> None:
    battle = duel(gm, owner, rival)
    at = NOW + 6 * DAY
    agreed(battle, owner, rival, at)
    for moment in (at - 25 * HOUR, at - 23 * HOUR, at - 2 * HOUR, at - HOUR / 2, at - HOUR / 4, at + HOUR):
        services.sweep(moment)
    soon = Outbox.Kind.MEETING_SOON
    assert told(owner, soon) == told(rival, soon) == ["day", "hour"]
    rows = Outbox.objects.filter(recipient=owner, kind=soon)
    assert all(words.obsolete(row) for row in some(rows))  # the time of the reminder is long past


def test_an_appointment_made_at_short_notice_gets_no_day_reminder(gm: User, owner: User, rival: User) -> None:
    agreed(duel(gm, owner, rival), owner, rival, NOW + 20 * HOUR)
    services.sweep(NOW + HOUR)
    assert told(owner, Outbox.Kind.MEETING_SOON) == []
    services.sweep(NOW + 19 * HOUR + HOUR / 2)
    assert told(owner, Outbox.Kind.MEETING_SOON) == ["hour"]


def test_what_was_moved_or_called_off_reminds_nobody(gm: User, owner: User, rival: User) -> None:
    battle = duel(gm, owner, rival)
    agreed(battle, owner, rival, NOW + 6 * DAY)
    meetings.call_off(battle, owner, NOW)
    services.sweep(NOW + 6 * DAY - HOUR / 2)
    assert told(owner, Outbox.Kind.MEETING_SOON) == []
    [old] = Outbox.objects.filter(recipient=owner, payload__what="fixed")
    [new] = Outbox.objects.filter(recipient=rival, payload__what="off")
    assert words.obsolete(old) and not words.obsolete(new)


def test_a_person_may_wish_to_hear_nothing_of_it(
    gm: User, owner: User, rival: User, mailoutbox: list[Any]
) -> None:
    Wish.objects.create(user=rival, topic=Topic.MEETING, pace="never")
    at = timezone.now() + 3 * DAY
    battle = duel(gm, owner, rival)
    agreed(battle, owner, rival, at)
    services.send_messages(timezone.now())
    assert {mail.to[0] for mail in mailoutbox if "as agreed" in mail.body} == {owner.email}
    assert not any(mail.to == [rival.email] and "proposed" in mail.body for mail in mailoutbox)


# --- deadlines ---


def test_a_deadline_before_it_is_told_and_moved_by_the_game_master(
    gm: User, owner: User, rival: User
) -> None:
    campaign = at_battle(gm, {"red": owner, "blue": rival, "green": a_user("third")}, hours_per_decision=24)
    link = BattleLink.objects.select_related("campaign", "battle").get(campaign=campaign)
    battle = meetings.battle_of_link(link)
    near = agreed(battle, owner, rival, NOW + 2 * HOUR)
    assert meetings.first_early_deadline(battle, near) is None
    why("meet_in_time", meetings.ask_time, battle, owner, NOW)
    meetings.call_off(battle, owner, NOW)
    far = agreed(battle, owner, rival, NOW + 20 * DAY)
    assert meetings.first_early_deadline(battle, far) == NOW + DAY  # when the battle's first move is due
    meetings.ask_time(battle, owner, NOW)
    meetings.ask_time(battle, rival, NOW)
    assert told(gm) == ["time"]
    with pytest.raises(NotYourSeat):
        meetings.give_time(battle, owner, NOW)
    others = PendingDecision.objects.exclude(game__in=[campaign, link.battle_id]).count()
    meetings.give_time(battle, gm, NOW)
    after = meetings.expected_end(far)
    assert after is not None
    owed = PendingDecision.objects.filter(answered_at=None, due_at__isnull=False)
    assert all(row.due_at >= after + DAY for row in some(owed)) and not others
    assert meetings.first_early_deadline(battle, Meeting.objects.get()) is None
    assert "given" in told(rival)


# --- the calendar file ---


def unfolded(text: str) -> list[str]:
    assert text.endswith("\r\n") and not re.search(r"[^\r]\n|\r[^\n]", text)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def component(lines: list[str], name: str) -> list[dict[str, str]]:
    """Return every component with this name, without its nested components."""
    found: list[dict[str, str]] = []
    stack: list[str] = []
    for line in lines:
        key, _, value = line.partition(":")
        if key == "BEGIN":
            stack.append(value)
            if value == name:
                found.append({})
        elif key == "END":
            assert stack.pop() == value
        elif stack[-1] == name:
            assert key not in found[-1], f"{key} twice"
            found[-1][key] = value
    assert not stack
    return found


def test_the_file_is_valid_follows_every_change_and_is_taken_out_again(
    gm: User, owner: User, rival: User
) -> None:
    battle = duel(gm, owner, rival, name="Pons; Milvius, \\ e altro " + "ü" * 60)
    meeting = agreed(battle, owner, rival, moment_of("2026-03-29T20:30", ROME), "Rom, Café; 2. Stock")
    lines = unfolded(meeting_file(battle, meeting))
    assert "METHOD:PUBLISH" in lines and lines.count("BEGIN:VEVENT") == 1
    [event] = component(lines, "VEVENT")
    assert (event["DTSTART"], event["DURATION"]) == ("20260329T183000Z", "PT180M")
    assert (event["STATUS"], event["SEQUENCE"]) == ("CONFIRMED", "1")
    assert event["LOCATION"] == "Rom\\, Café\\; 2. Stock"
    assert event["SUMMARY"].startswith("Pons\\; Milvius\\, \\\\ e altro")
    assert event["ORGANIZER;CN=Vexillum"].startswith("mailto:")
    alarms = component(lines, "VALARM")
    assert [alarm["TRIGGER"] for alarm in alarms] == ["-PT1440M", "-PT60M"]
    assert all(alarm["ACTION"] == "DISPLAY" and alarm["DESCRIPTION"] for alarm in some(alarms))
    off = meetings.call_off(battle, owner, NOW)
    lines = unfolded(meeting_file(battle, off))
    [after] = component(lines, "VEVENT")
    assert "METHOD:CANCEL" in lines and after["STATUS"] == "CANCELLED" and after["SEQUENCE"] == "2"
    assert after["UID"] == event["UID"] and not component(lines, "VALARM")


def test_it_stands_in_the_calendar_of_who_agreed_and_of_nobody_else(
    gm: User, owner: User, rival: User, stranger: User
) -> None:
    battle = duel(gm, owner, rival)
    agreed(battle, owner, rival, NOW + 6 * DAY)
    for user, number in some(((owner, 1), (rival, 1), (stranger, 0), (gm, 0))):
        events = component(unfolded(feeds.deadlines_of(user)), "VEVENT")
        assert sum(one["UID"].startswith("battle-") for one in events) == number, user
    meetings.call_off(battle, owner, NOW)
    assert "battle-" not in feeds.deadlines_of(owner)
    assert Fit.objects.count() == 2
