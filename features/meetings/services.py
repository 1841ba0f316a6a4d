"""Appointments for battles. Players propose times and mark those that suit them, and one tap confirms a
time.

A battle has one appointment, no matter where it is fought. Everyone who fights it takes part, including
guest commanders, and any of them can confirm a time that suits all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Prefetch, Q, QuerySet
from django.http import Http404
from django.urls import reverse

from accounts.models import Profile
from accounts.naming.lines import one_line
from games import plugins
from games.access import NotYourSeat, User, get_game_for, is_gm, seat_people
from games.models import BattleLink, Fit, Game, Meeting, MeetingWord, Outbox, PendingDecision, Proposal
from games.participants import link_of
from games.prepared_sql import PreparedQuery
from games.refusals import illegal, invalid
from games.services import messages, pending
from games.services.entries import lock
from games.services.fighting import battles

MOST: Final = 20  # maximum number of proposals for one battle
MOST_OF_ONE: Final = 8  # maximum number of proposals by one person for one battle
AHEAD: Final = timedelta(days=366)
SHORTEST, LONGEST = 30, 12 * 60  # minimum and maximum length of a planned battle, in minutes
USUAL_MINUTES: Final = 180
LONGEST_WHERE, LONGEST_TEXT = 120, 200
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
YES, MAYBE, NO = Fit.Answer.YES, Fit.Answer.MAYBE, Fit.Answer.NO
FIXED, OFF, OPEN = Meeting.Status.FIXED, Meeting.Status.OFF, Meeting.Status.OPEN
WORD = MeetingWord.What


# --- the battle and its players ---


@dataclass(frozen=True)
class Battle:
    """A battle that can have an appointment. ``game``: the game that it is fought in, if it is fought in this
    application. ``link``: its link to a campaign, if any.
    """

    game: Game | None
    link: BattleLink | None

    @property
    def host(self) -> Game:
        """The game named in messages, which all players of the battle may see."""
        if self.game is not None:
            return self.game
        assert self.link is not None
        return self.link.campaign

    @property
    def people(self) -> list[Any]:
        """The people who fight the battle, each listed once."""
        if self.game is not None:
            seats = list(self.game.seats.all())
        else:
            assert self.link is not None
            sides = battles.sides(self.link)
            seats = [one for one in self.link.campaign.seats.all() if one.key in sides]
        users = [seat.user for seat in seats if seat.user is not None and seat.user.is_active]
        return list({one.pk: one for one in users}.values())

    @property
    def can_be_scheduled(self) -> bool:
        """Return whether the battle can have an appointment: it is not over and has more than one player."""
        if self.link is not None and (
            self.link.status != BattleLink.Status.OPEN or self.link.campaign.is_over
        ):
            return False
        under_way = self.game is None or self.game.running
        return under_way and not self.host.tryout and not self.host.sealed and len(self.people) > 1

    @property
    def games(self) -> list[Game]:
        found = [self.game, self.link.campaign if self.link is not None else None]
        return [one for one in found if one is not None]


def battle_of_game(game: Game) -> Battle | None:
    """Return the battle played in a game, or None if the game is not a battle."""
    if not plugins.is_battle(game.system):
        return None
    return Battle(game, link_of(game))


def battle_of_link(link: BattleLink) -> Battle:
    """Return a campaign's battle, with the battle's game if there is one."""
    game = link.battle
    under_way = game is not None and game.status != Game.Status.ABANDONED
    seat_people(link.campaign)
    return Battle(seat_people(game) if under_way and game is not None else None, link)


def for_user(user: User, game_id: Any, link_id: int | None = None) -> Battle:
    """Load a battle for one of its players or its game master. Raises Http404 for everyone else."""
    game = get_game_for(user, game_id)
    if link_id is None:
        found = battle_of_game(game)
    else:
        link = BattleLink.objects.select_related("campaign", "battle").filter(pk=link_id, campaign=game)
        row = link.first()
        found = None if row is None else battle_of_link(row)
    if found is None or not concerns(user, found):
        raise Http404
    return found


def concerns(user: User, battle: Battle) -> bool:
    """Return whether the user is a player or the game master of the battle."""
    return leads(user, battle) or any(one.pk == user.pk for one in battle.people)


def leads(user: User, battle: Battle) -> bool:
    return any(is_gm(user, game) and not game.sealed for game in battle.games)


def meeting_of(battle: Battle) -> Meeting | None:
    """Return the battle's appointment with its proposals and answers, or None."""
    answered = Prefetch("fits", Fit.objects.select_related("user"))
    proposed = Proposal.objects.select_related("by").prefetch_related(answered)
    rows = Meeting.objects.prefetch_related(Prefetch("proposals", proposed))
    return rows.filter(link=battle.link).first() if battle.link else rows.filter(game=battle.game).first()


# --- users' actions ---


@dataclass(frozen=True)
class ProposedTime:
    """A time that a user proposes."""

    at: datetime
    minutes: int = USUAL_MINUTES
    where: str = ""


def propose(battle: Battle, user: User, wanted: Sequence[ProposedTime], now: datetime) -> Meeting:
    """Propose times. They count as suitable for the user who proposes them. Raises InvalidAction for a
    faulty proposal. Raises IllegalAction for a time that is past, too far off or proposed already, or if
    there are too many.
    """
    wanted = list({one.at: one for one in wanted}.values())
    if not wanted:
        raise invalid("meet_none")
    for one in wanted:
        if one.at <= now:
            raise illegal("meet_past")
        if one.at > now + AHEAD:
            raise illegal("meet_far")
        if not SHORTEST <= one.minutes <= LONGEST:
            raise invalid("meet_length")
        if len(one.where) > LONGEST_WHERE:
            raise invalid("meet_where", most=LONGEST_WHERE)
    with transaction.atomic():
        meeting = _claim(battle, user, now)
        standing = {one.at: one for one in meeting.proposals.all()}
        if any(one.at in standing for one in wanted):
            raise illegal("meet_twice")
        ahead = [one for one in standing.values() if one.at > now]
        own = sum(one.by_id == user.pk for one in ahead)
        if own + len(wanted) > MOST_OF_ONE or len(ahead) + len(wanted) > MOST:
            raise illegal("meet_too_many", most=MOST_OF_ONE, all=MOST)
        for one in wanted:
            made = Proposal.objects.create(
                meeting=meeting,
                by=user,
                at=one.at,
                minutes=one.minutes,
                where=one_line(one.where),
                made_at=now,
            )
            Fit.objects.create(proposal=made, user=user, answer=YES)
        if meeting.status == OFF:
            Meeting.objects.filter(pk=meeting.pk).update(status=OPEN)
            meeting.status = OPEN
        _redraw_pages(battle, meeting, now)
        _notify_others(battle, meeting, "proposed", now, but=user, n=len(wanted))
    return meeting


def answer(battle: Battle, user: User, said: Mapping[int, str], now: datetime) -> Meeting:
    """Store a user's answers to proposed times. If a time now suits everyone, the other people are notified.
    Raises InvalidAction for an unknown answer, and IllegalAction for a time that was withdrawn.
    """
    if any(one not in Fit.Answer.values for one in said.values()):
        raise invalid("meet_answer")
    with transaction.atomic():
        meeting = _claim(battle, user, now)
        people = battle.people
        rows = {one.pk: one for one in meeting.proposals.all()}
        if said.keys() - rows.keys():
            raise illegal("meet_gone")
        fitted = {pk for pk, one in rows.items() if fits_all(one, people)}
        for pk, word in said.items():
            Fit.objects.update_or_create(proposal=rows[pk], user=user, defaults={"answer": word})
        _redraw_pages(battle, meeting, now)
        after = Proposal.objects.filter(meeting=meeting, at__gt=now)
        fresh = [one for one in after if one.pk not in fitted and fits_all(one, people)]
        if fresh and not meeting.is_fixed:
            _notify_others(battle, meeting, "fits", now, but=user)
    return meeting


def withdraw(battle: Battle, user: User, number: int, now: datetime) -> None:
    """Withdraw a time that the user proposed. Withdrawing it twice changes nothing. Raises IllegalAction if
    the time was agreed, or if someone else proposed it.
    """
    with transaction.atomic():
        meeting = _claim(battle, user, now)
        row = next((one for one in meeting.proposals.all() if one.pk == number), None)
        if row is None:
            return
        if row.by_id != user.pk:
            raise illegal("meet_not_yours")
        if meeting.is_fixed and meeting.at == row.at:
            raise illegal("meet_agreed")
        row.delete()
        _redraw_pages(battle, meeting, now)


def confirm_time(battle: Battle, user: User, number: int, now: datetime, text: str = "") -> Meeting:
    """Confirm a time that suits everybody. Confirming another time moves the appointment. Raises
    IllegalAction if the time is gone, past, or not suitable for everybody.
    """
    text = _line(text)
    with transaction.atomic():
        meeting = _claim(battle, user, now)
        row = next((one for one in meeting.proposals.all() if one.pk == number), None)
        if row is None:
            raise illegal("meet_gone")
        if meeting.is_fixed and meeting.at == row.at:
            return meeting
        if row.at <= now:
            raise illegal("meet_past")
        if not fits_all(row, battle.people):
            raise illegal("meet_not_all")
        what = WORD.MOVED if meeting.is_fixed else WORD.FIXED
        meeting.status, meeting.at = FIXED, row.at
        meeting.minutes, meeting.where = row.minutes, row.where
        meeting.sequence += 1
        meeting.day_told_at = now if row.at - now <= DAY else None
        meeting.hour_told_at = now if row.at - now <= HOUR else None
        meeting.time_asked_at = None
        meeting.save()
        _record_change(battle, meeting, user, what, text, now)
    return meeting


def call_off(battle: Battle, user: User, now: datetime, text: str = "") -> Meeting:
    """Cancel the appointment. New times can be proposed afterwards. Raises IllegalAction if nothing is
    agreed.
    """
    text = _line(text)
    with transaction.atomic():
        meeting = _claim(battle, user, now)
        if not meeting.is_fixed:
            raise illegal("meet_not_fixed")
        meeting.status = OFF
        meeting.sequence += 1
        meeting.save()
        _record_change(battle, meeting, user, WORD.OFF, text, now)
    return meeting


def _line(text: str) -> str:
    """Collapse a text to one line. Raises InvalidAction if it is too long."""
    line = " ".join(text.split())
    if len(line) > LONGEST_TEXT:
        raise invalid("meet_text", most=LONGEST_TEXT)
    return line


def _claim(battle: Battle, user: User, now: datetime) -> Meeting:
    """Lock the battle and return its appointment. Raises NotYourSeat for a user who does not fight in it,
    and IllegalAction if the battle is over.
    """
    if not any(one.pk == user.pk for one in battle.people):
        raise NotYourSeat
    lock(battle.host.pk)
    if not battle.can_be_scheduled:
        raise illegal("meet_over")
    of = {"link": battle.link} if battle.link is not None else {"game": battle.game}
    meeting, _made = Meeting.objects.get_or_create(**of, defaults={"created_at": now, "changed_at": now})
    return meeting


def _redraw_pages(battle: Battle, meeting: Meeting, now: datetime) -> None:
    """Mark the appointment as changed and refresh every page that shows the battle."""
    Meeting.objects.filter(pk=meeting.pk).update(changed_at=now)
    meeting.changed_at = now
    here, *others = battle.games
    _bump_version(here.pk)
    for game in others:  # after the commit, so that battle and campaign never wait for each other's locks
        transaction.on_commit(partial(_bump_version, game.pk))


def _bump_version(number: Any) -> None:
    Game.objects.filter(pk=number).update(has_agreed=True, version=F("version") + 1)


def _record_change(
    battle: Battle, meeting: Meeting, user: User, what: MeetingWord.What, text: str, now: datetime
) -> None:
    """Record a change of the appointment for the chronicle and notify the other people."""
    assert meeting.at is not None
    MeetingWord.objects.create(
        meeting=meeting,
        by=user,
        what=what,
        at=meeting.at,
        where=meeting.where,
        text=text,
        said_at=now,
        seq=battle.link.campaign.seq if battle.link is not None else None,
        battle_seq=battle.game.seq if battle.game is not None else None,
    )
    _redraw_pages(battle, meeting, now)
    _notify_others(battle, meeting, str(what), now, but=user, text=text)


def _notify_others(
    battle: Battle, meeting: Meeting, what: str, now: datetime, but: Any = None, **more: Any
) -> None:
    _queue_message(battle, meeting, Outbox.Kind.MEETING, what, battle.people, now, actor=but, **more)


def _queue_message(
    battle: Battle,
    meeting: Meeting,
    kind: Outbox.Kind,
    what: str,
    people: Iterable[Any],
    now: datetime,
    *,
    actor: Any,
    **more: Any,
) -> None:
    about = {"meeting": meeting.pk, "what": what, "sequence": meeting.sequence, **more}
    if battle.game is None and battle.link is not None:
        about["link"] = battle.link.pk
    if meeting.at is not None:
        about["at"] = meeting.at.isoformat()
        about["where"] = meeting.where
    occasion = f"{meeting.pk}.{what}.{meeting.sequence}.{now:%Y%m%d%H%M%S}"
    messages.owe(battle.host, kind, occasion, people, now, actor=actor, **about)


# --- answers and absences ---


def fits_all(row: Proposal, people: Sequence[Any]) -> bool:
    """Return whether the time suits everybody. "If need be" counts as yes."""
    said = {one.user_id: one.answer for one in row.fits.all()}
    return bool(people) and all(said.get(one.pk) in (YES, MAYBE) for one in people)


def profiles_of(people: Sequence[Any]) -> list[Profile]:
    """Return these people's profiles, which say when each of them is asleep or away."""
    return list(Profile.objects.filter(user__in=[one.pk for one in people]).select_related("user"))


def hindrances(row: Proposal, profiles: Iterable[Profile]) -> Iterator[tuple[Any, str]]:
    """Yield the people who are away or asleep at the proposed time, each with the code ``away`` or
    ``night``.
    """
    for profile in profiles:
        if profile.is_away(row.at):
            yield profile.user, "away"
        elif profile.is_absent(row.at):
            yield profile.user, "night"


# --- deadlines ---


def expected_end(meeting: Meeting) -> datetime | None:
    """The time when the agreed battle is expected to end, or None."""
    return meeting.at + timedelta(minutes=meeting.minutes) if meeting.is_fixed and meeting.at else None


def _early_deadlines(game: Game, battle: Battle, end: datetime) -> Any:
    rows = pending.open_rows(game).filter(due_at__lt=end, due_at__gt=F("reckoned_at"), covert=False)
    if battle.link is not None and game.pk == battle.link.campaign_id:
        rows = rows.filter(decision=battle.link.decision)
    return rows


def first_early_deadline(battle: Battle, meeting: Meeting | None) -> datetime | None:
    """Return the first deadline that passes before the agreed battle is over, or None."""
    end = expected_end(meeting) if meeting is not None else None
    if end is None or not battle.can_be_scheduled:
        return None
    due = [_early_deadlines(game, battle, end).order_by("due_at").first() for game in battle.games]
    return min((row.due_at for row in due if row is not None), default=None)


def ask_time(battle: Battle, user: User, now: datetime) -> None:
    """Ask the game master, once, to move a deadline past the appointment. Raises IllegalAction if every
    deadline is already later than the end of the appointment.
    """
    with transaction.atomic():
        meeting = _claim(battle, user, now)
        if first_early_deadline(battle, meeting) is None:
            raise illegal("meet_in_time")
        if meeting.time_asked_at is not None:
            return
        Meeting.objects.filter(pk=meeting.pk).update(time_asked_at=now)
        _redraw_pages(battle, meeting, now)
        _queue_message(battle, meeting, Outbox.Kind.MEETING, "time", [battle.host.gm], now, actor=user)


def give_time(battle: Battle, user: User, now: datetime) -> None:
    """Let the game master postpone every deadline that passes before the appointment is over. Each is moved
    to a day after the end of the appointment. Other deadlines do not change. Raises NotYourSeat for anyone
    else, and IllegalAction if no deadline passes too soon.
    """
    if not leads(user, battle):
        raise NotYourSeat
    meeting = meeting_of(battle)
    end = expected_end(meeting) if meeting is not None else None
    if meeting is None or end is None or first_early_deadline(battle, meeting) is None:
        raise illegal("meet_in_time")
    for game in battle.games:  # in separate transactions, so that the games never wait for each other's locks
        with transaction.atomic():
            claimed = lock(game.pk)
            seats = {seat.key: seat for seat in claimed.seats.all()}
            for row in _early_deadlines(claimed, battle, end):
                due = pending.move_out_of_rest(claimed, seats.get(row.seat), end + DAY)
                PendingDecision.objects.filter(pk=row.pk).update(reminded_at=None)
                pending.set_deadline(row, claimed, due, now)
            Game.objects.filter(pk=claimed.pk).update(version=F("version") + 1)
    _queue_message(battle, meeting, Outbox.Kind.MEETING, "given", battle.people, now, actor=user)


# --- reminders ---


def remind(now: datetime) -> int:
    """Remind people of their battle a day and an hour before it. Return the number of reminders."""
    return sum(_send_reminder(row.pk, now) for row in _UPCOMING(now, now + DAY, now + HOUR))


def _upcoming_meetings(now: datetime, day: datetime, hour: datetime) -> QuerySet[Meeting]:
    due = Q(at__lte=day, day_told_at=None) | Q(at__lte=hour, hour_told_at=None)
    return Meeting.objects.filter(due, status=FIXED, at__gt=now).order_by("at").only("pk")[:200]


_UPCOMING = PreparedQuery(_upcoming_meetings, datetime, datetime, datetime)


def _send_reminder(number: int, now: datetime) -> bool:
    with transaction.atomic():
        free = Meeting.objects.select_for_update(skip_locked=True).filter(pk=number, status=FIXED)
        if not free.exists():
            return False
        meeting = Meeting.objects.select_related("game", "link__campaign", "link__battle").get(pk=number)
        if meeting.at is None or meeting.at <= now:
            return False
        near = meeting.at - now <= HOUR
        if meeting.hour_told_at is not None if near else meeting.day_told_at is not None:
            return False
        told = {"day_told_at": now, **({"hour_told_at": now} if near else {})}
        Meeting.objects.filter(pk=number).update(**told)
        battle = battle_of(meeting)
        if not battle.can_be_scheduled:
            return False
        what = "hour" if near else "day"
        _queue_message(battle, meeting, Outbox.Kind.MEETING_SOON, what, battle.people, now, actor=None)
    return True


def battle_of(meeting: Meeting) -> Battle:
    if meeting.link is not None:
        return battle_of_link(meeting.link)
    assert meeting.game is not None
    return Battle(seat_people(meeting.game), None)


# --- pages and calendars ---


def address(name: str, battle: Battle) -> str:
    """Return the URL of the appointment's page (``meeting``) or of its calendar file (``meeting-file``)."""
    if battle.game is not None:
        return reverse(f"game-{name}", args=[battle.game.pk])
    assert battle.link is not None
    return reverse(f"battle-{name}", args=[battle.link.campaign_id, battle.link.pk])


def agreed_by(user: User) -> list[tuple[Battle, Meeting]]:
    """Return a user's agreed battles that have not been fought yet, earliest first. Only the 100 latest
    agreements are considered, so that long-past ones never hide those to come.
    """
    mine = Q(game__seats__user=user) | Q(link__battle__seats__user=user) | Q(link__campaign__seats__user=user)
    rows = Meeting.objects.filter(mine, status=FIXED).distinct().order_by("-at", "-pk")
    found = rows.select_related("game", "link__campaign", "link__battle").defer(
        "game__scenario", "link__campaign__scenario", "link__battle__scenario"
    )
    pairs = [(battle_of(one), one) for one in reversed(list(found[:100]))]
    return [
        (battle, one)
        for battle, one in pairs
        if battle.can_be_scheduled and any(who.pk == user.pk for who in battle.people)
    ]


def words_of(game: Game) -> list[tuple[int, MeetingWord]]:
    """Return the recorded changes of a battle's appointment, or of all appointments in a campaign. Each
    comes with the number of the log entry before it.
    """
    if not game.has_agreed:
        return []
    rows = MeetingWord.objects.filter(
        Q(meeting__game=game) | Q(meeting__link__battle=game) | Q(meeting__link__campaign=game)
    ).select_related("by", "meeting__link__battle")
    found = []
    for row in rows:
        link = row.meeting.link
        seq = row.seq if link is not None and link.campaign_id == game.pk else row.battle_seq
        if seq is not None:
            found.append((seq, row))
    return found
