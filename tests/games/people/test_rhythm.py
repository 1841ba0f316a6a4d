"""The rhythm of a game: fixed hours, excluded days, both clock changes, nights and absences."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Profile
from engine.game import IllegalAction, InvalidAction
from features.desk import helping
from games import services
from games.models import Game, PendingDecision
from games.services import pending
from games.services.clock.pace import set_pace
from games.services.clock.rhythm import LONGEST_GAP, Rhythm, read, read_stored, rhythm_json
from tests.flat import flat
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, a_user, do

ROME = ZoneInfo("Europe/Rome")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CHRISTMAS = (date(2026, 12, 22), date(2027, 1, 6))
CLUB = Rhythm(ROME, time(21), frozenset({0, 3}), (CHRISTMAS,))  # Mondays and Thursdays at nine in the evening
SENT = {"zone": "Europe/Rome", "at": "21:00", "days": [0, 3], "closed": [["2026-12-22", "2027-01-06"]]}
ZONES = ["Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "UTC"]


def local(moment: datetime, zone: ZoneInfo = ROME) -> str:
    return moment.astimezone(zone).strftime("%a %Y-%m-%d %H:%M")


def at(text: str, zone: ZoneInfo = ROME) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


# --- calculation ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        ("2026-03-02 20:00", "Mon 2026-03-02 21:00"),
        ("2026-03-02 21:00", "Mon 2026-03-02 21:00"),
        ("2026-03-02 21:01", "Thu 2026-03-05 21:00"),
        ("2026-03-26 22:00", "Mon 2026-03-30 21:00"),  # across the start of summer time
        ("2026-10-22 22:00", "Mon 2026-10-26 21:00"),  # across its end
        ("2026-12-21 22:00", "Thu 2027-01-07 21:00"),  # across Christmas
    ],
)
def test_the_next_fixed_hour_is_told_by_the_clock_of_the_campaign(asked: str, due: str) -> None:
    assert local(CLUB.next_fixed(at(asked))) == due


def test_an_hour_that_the_clock_skips_is_one_that_exists_and_of_a_doubled_one_the_first() -> None:
    night = Rhythm(ROME, time(2, 30))
    assert local(night.next_fixed(at("2026-03-28 12:00"))) == "Sun 2026-03-29 03:30"
    assert night.next_fixed(at("2026-10-24 12:00")) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert local(night.next_fixed(datetime(2026, 10, 25, 0, 31, tzinfo=UTC))) == "Mon 2026-10-26 02:30"


def test_without_a_fixed_hour_a_day_left_out_is_passed_over_at_the_same_hour_of_the_clock() -> None:
    weekdays = Rhythm(ROME, None, frozenset(range(5)))
    assert local(weekdays.next_open(at("2026-03-28 18:00"))) == "Mon 2026-03-30 18:00"  # a Sunday of 23 hours
    assert weekdays.next_open(at("2026-03-27 18:00")) == at("2026-03-27 18:00")


def test_an_hour_that_is_skipped_at_midnight_falls_on_no_day_left_out() -> None:
    """A fixed hour that the clock change skips falls on the next day, and is left out if that day is
    excluded. In Nuuk summer time begins on a Saturday at eleven in the evening, so half past eleven is on
    Sunday.
    """
    nuuk = ZoneInfo("America/Nuuk")
    asked = at("2026-03-27 12:00", nuuk)
    late = time(23, 30)
    assert local(Rhythm(nuuk, late).next_fixed(at("2026-03-28 01:00", nuuk)), nuuk) == "Sun 2026-03-29 00:30"
    saturdays = Rhythm(nuuk, late, frozenset({5}))
    assert local(saturdays.next_fixed(asked), nuuk) == "Sat 2026-04-04 23:30"
    sundays_off = Rhythm(nuuk, None, frozenset({0, 5}))
    assert local(sundays_off.next_open(asked - HOUR / 2), nuuk) == "Sat 2026-03-28 11:30"
    assert local(sundays_off.next_open(at("2026-03-27 23:30", nuuk)), nuuk) == "Mon 2026-03-30 23:30"


rhythms = st.builds(
    lambda zone, hour, days, first, length: (
        zone,
        hour,
        days,
        [[first.isoformat(), (first + timedelta(days=length)).isoformat()]],
    ),
    st.sampled_from(ZONES),
    st.sampled_from(["", "00:00", "02:30", "21:00", "23:59"]),
    st.sets(st.integers(0, 6), min_size=1).map(sorted),
    st.dates(date(2026, 1, 1), date(2026, 12, 31)),
    st.integers(0, LONGEST_GAP - 14),
)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 3, 1)).map(lambda m: m.replace(tzinfo=UTC))
people = st.tuples(
    st.sampled_from([(None, None), (23, 7), (0, 8), (20, 8)]),
    st.none() | st.dates(date(2026, 1, 1), date(2027, 2, 1)),
    st.sampled_from(ZONES),
)


@settings(max_examples=300, deadline=None)
@given(rhythms, moments, people, st.booleans())
def test_a_deadline_lies_ahead_on_no_day_left_out_in_nobodys_night_and_stays_where_it_is(
    sent: Any, moment: datetime, person: Any, fixed: bool
) -> None:
    zone, hour, days, closed = sent
    rhythm = read({"zone": zone, "at": hour, "days": days, "closed": closed}, date(2026, 1, 1))
    assert rhythm is not None
    (night_from, night_to), away, home = person
    who = Profile(night_from=night_from, night_to=night_to, away_until=away, timezone=home)
    rest = who.move_past_rest
    due = rhythm.adjust_deadline(moment, rest, who.move_past_absence, fixed=fixed)
    assert due >= moment
    assert rhythm.open_on(rhythm.day_of(due))
    assert rest(due) == due
    # later sweeps, pauses and outages must keep this result
    assert rhythm.adjust_deadline(due, rest, who.move_past_absence, fixed=False) == due
    if fixed and hour and night_from is None and rest(rhythm.next_fixed(due)) == rhythm.next_fixed(due):
        assert due.astimezone(ZoneInfo(zone)).strftime("%H:%M") == hour or hour == "02:30"
    assert read_stored(rhythm_json(rhythm)) == rhythm


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"days": []}, "rhythm_no_day"),
        ({"closed": [["2026-04-01", "2026-07-01"]]}, "rhythm_gap"),
        ({"days": [0], "closed": [["2026-04-01", "2026-05-20"], ["2026-06-02", "2026-07-18"]]}, None),
        ({"days": [0], "closed": [["2026-04-01", "2026-06-04"]]}, "rhythm_gap"),
        ({"closed": [["2026-07-01", "2026-04-01"]]}, "rhythm_span"),
        ({"closed": [["2026-02-30", "2026-04-01"]]}, "rhythm_span"),
        ({"closed": [["2026-04-01", "9999-12-31"]]}, "rhythm_far"),
        ({"at": "25:00"}, "rhythm_hour"),
        ({"at": "nine"}, "rhythm_hour"),
        ({"zone": "Middle/Earth"}, "rhythm_zone"),
        ({"zone": "../../etc/passwd"}, "rhythm_zone"),
        ({"days": ["0"]}, "rhythm_bad"),
        ({"kinds": {"stand": 0}}, "rhythm_bad"),
    ],
)
def test_what_leaves_no_day_or_means_nothing_is_refused(wrong: dict[str, Any], code: str | None) -> None:
    sent = {**SENT, "closed": [], **wrong}
    if code is None:
        assert read(sent, date(2026, 3, 1)) is not None
        return
    with pytest.raises(InvalidAction) as why:
        read(sent, date(2026, 3, 1))
    assert why.value.code == code


# --- in a game ----------------------------------------------------------------------------------------------


@pytest.fixture
def gm(db: Any) -> User:
    return a_user("marta")


def paced(gm: User, owner: User, rival: User, **more: Any) -> Game:
    """Create a game whose decisions are asked on Sunday 1 March 2026 at 13:00 in Rome. They are due after
    at least a day, on a Monday or Thursday at nine in the evening.
    """
    seats: dict[str, User | str] = {"red": owner, "blue": rival, "green": "bot"}
    game = a_game(gm, seats, start=False)
    set_pace(game.pk, gm, **{"hours": 24, "written": SENT, "now": NOW, **more})
    services.start(game.pk, gm, now=NOW)
    game.refresh_from_db()
    return game


def dues(game: Game) -> dict[str, str]:
    rows = PendingDecision.objects.filter(game=game, answered_at=None).exclude(due_at=None)
    return {row.seat: local(row.due_at) for row in rows if row.due_at}


def test_questions_are_due_at_the_next_fixed_hour_and_nothing_is_answered_before(
    gm: User, owner: User, rival: User
) -> None:
    game = paced(gm, owner, rival)
    monday = "Mon 2026-03-02 21:00"
    assert {seat: due for seat, due in dues(game).items() if seat != "green"} == {
        "red": monday,
        "blue": monday,
    }
    services.answer_due(game.pk, at("2026-03-02 20:59"))
    assert not game.entries.filter(reason="default").exists()
    services.answer_due(game.pk, at("2026-03-02 21:00"))
    assert game.entries.filter(reason="default").exists()


def test_a_turn_does_not_wait_for_its_hour_when_everybody_has_answered(
    gm: User, owner: User, rival: User
) -> None:
    game = paced(gm, owner, rival)
    do(game, owner, "red", HOLD)
    before = set(game.decisions.values_list("pk", flat=True))
    do(game, rival, "blue", HOLD)
    services.answer_due(game.pk, NOW)
    fresh = game.decisions.exclude(pk__in=before)
    assert some(list(fresh)) and fresh.filter(opened_at=NOW).exists()


def test_a_kind_of_question_has_hours_of_its_own(gm: User, owner: User, rival: User) -> None:
    kind = PendingDecision.objects.filter(game=paced(gm, owner, rival), seat="red").values_list(
        "kind", flat=True
    )
    game = paced(gm, owner, rival, written={**SENT, "kinds": {kind[0]: 6}})
    assert dues(game)["red"] == local(NOW + 6 * HOUR, ROME).replace("Sun 2026-03-01", "Mon 2026-03-02")


def test_who_is_away_has_until_the_fixed_hour_after_they_are_back(gm: User, owner: User, rival: User) -> None:
    Profile.objects.create(user=rival, timezone="Europe/Rome", away_until=date(2026, 3, 3))
    game = paced(gm, owner, rival)
    assert dues(game)["blue"] == "Thu 2026-03-05 21:00" and dues(game)["red"] == "Mon 2026-03-02 21:00"


def test_a_day_away_is_an_absence_too_and_no_long_night(gm: User, owner: User, rival: User) -> None:
    """A player who returns on Tuesday has until the game's next fixed hour, Thursday at 21:00. A day away is
    not treated as a long night, after which the deadline would be in the morning.
    """
    Profile.objects.create(user=rival, timezone="Europe/Rome", away_until=date(2026, 3, 2))
    game = paced(gm, owner, rival)
    assert dues(game)["blue"] == "Thu 2026-03-05 21:00"
    Profile.objects.create(user=owner, timezone="Europe/Rome", away_until=date(2026, 3, 2))
    assert services.adjust_to_rest(owner, NOW) == 1  # announced after the question
    assert dues(game)["red"] == "Thu 2026-03-05 21:00"
    assert services.adjust_to_rest(owner, NOW) == 0


def test_more_time_a_pause_and_a_later_absence_keep_to_the_days(gm: User, owner: User, rival: User) -> None:
    game = paced(gm, owner, rival)
    helping.more_time(game.pk, gm, "blue", now=NOW)  # Tuesday is excluded
    assert dues(game)["blue"] == "Thu 2026-03-05 21:00"
    services.pause(game.pk, gm, now=NOW)
    services.resume(game.pk, gm, now=NOW + 2 * DAY)
    assert dues(game)["red"] == "Thu 2026-03-05 21:00"  # Wednesday is not an allowed day either
    Profile.objects.create(user=owner, timezone="Europe/Rome", away_until=date(2026, 3, 6))
    services.adjust_to_rest(owner, NOW + 2 * DAY)
    moved = dues(game)["red"]
    assert moved == "Mon 2026-03-09 21:00"
    services.adjust_to_rest(owner, NOW + 2 * DAY)
    assert dues(game)["red"] == moved


def test_time_added_and_a_pause_return_to_the_hour_of_the_rhythm_unless_asked_otherwise(
    gm: User, owner: User, rival: User
) -> None:
    game = paced(gm, owner, rival)
    services.pause(game.pk, gm, now=NOW)
    # simply adding the five hours would give Monday at two in the morning
    services.resume(game.pk, gm, now=NOW + 5 * HOUR)
    assert dues(game)["red"] == "Thu 2026-03-05 21:00"
    helping.more_time(game.pk, gm, "blue", hours=10, now=NOW)
    assert dues(game)["blue"] == "Mon 2026-03-09 21:00"
    services.extend_deadline(game.pk, gm, hours=30, now=NOW)
    assert dues(game)["red"] == "Mon 2026-03-02 21:00"
    services.extend_deadline(game.pk, gm, hours=30, now=NOW, exact=True)
    assert dues(game)["red"] == "Mon 2026-03-02 19:00"
    helping.more_time(game.pk, gm, "blue", hours=2, now=NOW, exact=True)
    assert dues(game)["blue"] == "Mon 2026-03-02 21:00"
    set_pace(game.pk, gm, hours=24, written={**SENT, "kinds": {"move": 12}}, now=NOW)
    assert not pending.keeps_hour(Game.objects.get(pk=game.pk), "move"), "it has hours of its own"


def test_time_added_exactly_in_a_pause_stays_exact_at_its_end(gm: User, owner: User, rival: User) -> None:
    game = paced(gm, owner, rival)  # due on Monday at nine, 32 hours from now
    services.pause(game.pk, gm, now=NOW)
    helping.more_time(game.pk, gm, "blue", hours=2, now=NOW + HOUR, exact=True)
    helping.more_time(game.pk, gm, "red", hours=2, now=NOW + HOUR)
    services.resume(game.pk, gm, now=NOW + 5 * HOUR)
    assert dues(game)["blue"] == "Tue 2026-03-03 04:00", "two hours, and the five of the pause"
    assert dues(game)["red"] == "Thu 2026-03-05 21:00"
    services.pause(game.pk, gm, now=NOW + 6 * HOUR)
    services.resume(game.pk, gm, now=NOW + 7 * HOUR)
    assert dues(game)["blue"] == "Tue 2026-03-03 05:00", "exact it stays in a later pause"
    helping.more_time(game.pk, gm, "blue", hours=1, now=NOW + 7 * HOUR)
    assert dues(game)["blue"] == "Thu 2026-03-05 21:00", "until time is given that is not meant so"


def test_a_pause_may_end_exactly(gm: User, owner: User, rival: User) -> None:
    game = paced(gm, owner, rival)
    services.pause(game.pk, gm, now=NOW)
    services.resume(game.pk, gm, now=NOW + 5 * HOUR, exact=True)
    assert {dues(game)[seat] for seat in ("red", "blue")} == {"Tue 2026-03-03 02:00"}


def test_the_desk_asks_whether_time_is_meant_exactly(
    gm: User, owner: User, rival: User, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + HOUR)
    game = paced(gm, owner, rival)
    client.force_login(gm)
    desk = reverse("game-desk", args=[game.pk])
    told = flat(client.get(desk).content.decode())
    asked = '<input type="checkbox" name="exact"> exactly this long, not extended to 21:00'
    assert told.count(asked) == 3, "for everybody, for red and for blue"
    client.post(desk, {"do": "more_time", "seat": "blue", "exact": "on"})
    client.post(desk, {"do": "more_time", "seat": "red"})
    assert dues(game) | {"green": ""} == {
        "blue": "Tue 2026-03-03 21:00",
        "red": "Thu 2026-03-05 21:00",
        "green": "",
    }
    client.post(desk, {"do": "pause"})
    told = flat(client.get(desk).content.decode())
    assert "exactly by the length of the pause, not extended to 21:00" in told
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + 3 * HOUR)
    client.post(desk, {"do": "resume", "exact": "on"})
    assert dues(game)["red"] == "Thu 2026-03-05 23:00"
    plain = a_game(gm, {"red": owner, "blue": rival, "green": "bot"}, hours_per_decision=24)
    told = client.get(reverse("game-desk", args=[plain.pk])).content.decode()
    assert "24 hours more" in told and 'name="exact"' not in told, "without a rhythm all time is exact"


def test_only_a_game_master_sets_it_and_a_fixed_hour_needs_hours(gm: User, owner: User, rival: User) -> None:
    game = paced(gm, owner, rival)
    with pytest.raises(IllegalAction, match="rhythm_needs_hours"):
        set_pace(game.pk, gm, hours=None, written=SENT, now=NOW)
    with pytest.raises(InvalidAction, match="weeks_bad"):
        set_pace(game.pk, gm, hours=24, written={}, weeks=0, now=NOW)
    game.refresh_from_db()
    assert game.rhythm["at"] == "21:00"


# --- on pages -----------------------------------------------------------------------------------------------


def test_the_calendar_tells_what_is_due_and_its_form_keeps_what_was_refused(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game = paced(gm, owner, rival)
    address = reverse("game-calendar", args=[game.pk])
    client.force_login(rival)
    told = flat(client.get(address).content.decode())
    assert "Monday, Thursday, 21:00 (Europe/Rome)" in told and "22 Dec 2026 to 6 Jan 2027" in told
    assert "Save" not in told and client.post(address, {}).status_code == 403
    client.force_login(gm)
    form = {
        "hours": "12",
        "at": "19:30",
        "days": ["5"],
        "zone": "Europe/Rome",
        "weeks": "26",
        "hard-red": "3",
    }
    for change, why in (
        ({"hours": "0"}, "a whole number of hours from 1 to 1440, or empty"),
        (
            {"first-0": "2026-02-30", "last-0": "2026-03-01"},
            "A period without deadlines needs valid first and last days,",
        ),
        ({"first-0": "2026-12-24", "last-0": "9999-12-31"}, "must end within 40 years"),
    ):
        refused = client.post(address, {**form, **change})
        assert refused.status_code == 422 and why in flat(refused.content.decode())
    bad = client.post(address, {**form, "days": [], "first-0": "2026-12-24", "last-0": "2026-12-26"})
    kept = bad.content.decode()
    assert bad.status_code == 422 and "Choose at least one" in kept
    assert 'value="19:30"' in kept and 'value="2026-12-24"' in kept
    assert client.post(address, {**form, "weeks": "soon"}).status_code == 422
    assert client.post(address, {**form, "kind-no_such_question": "6"}).status_code == 422
    client.post(address, form)
    game.refresh_from_db()
    assert (game.rhythm["days"], game.rhythm["at"], game.weeks) == ([5], "19:30", 26)
    assert game.seats.get(key="red").hard == 3
    client.post(address, {"hours": "24", "days": [str(n) for n in range(7)], "zone": "Europe/Rome"})
    game.refresh_from_db()
    assert game.rhythm == {} and game.hours_per_decision == 24  # like games without a rhythm


def test_the_form_keeps_a_zone_and_hours_that_a_program_has_set(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game = paced(gm, owner, rival, written={**SENT, "zone": "Etc/GMT+5", "kinds": {"stand": 36}})
    client.force_login(gm)
    told = flat(client.get(reverse("game-calendar", args=[game.pk])).content.decode())
    for chosen in ('<option value="Etc/GMT+5" selected>', '<option value="36" selected>'):
        assert told.count(chosen) == 1
    assert '<option value="6" selected>' not in told


def test_an_invitation_says_what_a_player_commits_to(gm: User, owner: User, rival: User, client: Any) -> None:
    game = paced(gm, owner, rival, weeks=26, hard={"blue": 3})
    services.leave_seat(game.pk, gm, "blue", now=NOW)
    token = services.invite(game.pk, gm, seat="blue", now=timezone.now()).token
    told = flat(client.get(reverse("join", args=[token])).content.decode())
    for words in some(["at least 24 hours", "Monday, Thursday, 21:00", "about 26 weeks", "demanding"]):
        assert words in told
