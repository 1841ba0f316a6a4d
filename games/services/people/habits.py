"""Players' response times, calculated from the log for the game master and for the player.

The game master's figures never count covert answers, since nobody else may learn of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.absence import tolerate_failure
from engine.journal import ACTION
from games.access import User, seats_of
from games.models import Entry, Game, PendingDecision, Seat
from games.prepared_sql import OfSeveral, PreparedQuery

FRESH = timedelta(minutes=15)  # minimum time between two recorded visits
RECENT = 60  # a seat's usual response time is calculated from this many answers
FEWEST = 3  # answers needed before an average is shown
TRIMMED = 5  # one fifth of the answers is dropped at each end, to ignore holidays and immediate replies


@dataclass(frozen=True)
class Habits:
    """A player's habits since they joined: the last visit, the usual response time (None: too few answers),
    and the numbers of answers given, missed, and left to standing orders. Times when the seat was lent do
    not count.
    """

    seen_at: datetime | None = None
    usual_time: timedelta | None = None
    answered: int = 0
    missed: int = 0
    ordered: int = 0


def note_visit(user: User, game: Game, now: datetime) -> None:
    """Record that a player has opened a game. A failure to record it must not break the page."""
    mine = seats_of(user, game)
    old = [
        seat.pk
        for seat in game.seats.all()
        if seat.key in mine and (seat.seen_at is None or now - seat.seen_at > FRESH)
    ]
    if old:
        with tolerate_failure(
            "a visit"
        ):  # during another write this can fail; then the next visit is recorded
            Seat.objects.filter(pk__in=old, user=user).update(seen_at=now)


def habits(game: Game) -> dict[str, Habits]:
    """Return the habits of every seat's player (see :class:`Habits`), by seat."""
    people = [seat for seat in game.seats.all() if seat.user_id is not None]
    given, times = _count_answers(game, people), _times(game, people)
    return {
        seat.key: Habits(
            seat.seen_at,
            trimmed_mean(times[seat.key]),
            given[seat.key, Entry.Reason.PLAYER],
            given[seat.key, Entry.Reason.DEFAULT],
            given[seat.key, Entry.Reason.ORDERS],
        )
        for seat in people
    }


def usual(user: User, games: Sequence[Game]) -> dict[UUID, timedelta]:
    """Return this user's usual response time in each game with enough recent answers, using one query."""
    pks = [game.pk for game in games]
    if not pks:
        return {}
    if len(pks) > OfSeveral.FEW:
        rows: Iterable[PendingDecision] = _answers_query(user.pk, *pks)
    else:
        if len(pks) not in _ANSWERS:
            _ANSWERS[len(pks)] = PreparedQuery(_answers_query, int, *[UUID] * len(pks))
        rows = _ANSWERS[len(pks)](user.pk, *pks)
    times: dict[UUID, list[timedelta]] = defaultdict(list)
    for row in rows:
        if row.answered_at is not None and len(times[row.game_id]) < RECENT:
            times[row.game_id].append(row.answered_at - row.opened_at)
    return {game: found for game, taken in times.items() if (found := trimmed_mean(taken)) is not None}


_ANSWERS: dict[int, PreparedQuery[PendingDecision]] = {}  # by number of games


def _answers_query(user: int, *games: UUID) -> QuerySet[PendingDecision]:
    """Query a user's recent answers in these games, newest first."""
    by_them = Entry.objects.filter(
        game=OuterRef("game"),
        seat=OuterRef("seat"),
        created_at=OuterRef("answered_at"),
        reason=Entry.Reason.PLAYER,
        actor=user,
    )
    rows = PendingDecision.objects.filter(
        Exists(by_them), game__in=games, answered_at__gt=F("opened_at")
    ).order_by("-pk")
    return rows.only("game_id", "opened_at", "answered_at")[: RECENT * len(games)]


def trimmed_mean(times: Sequence[timedelta]) -> timedelta | None:
    """Return the mean without the shortest and longest times, or None if there are too few."""
    if len(times) < FEWEST:
        return None
    cut = max(len(times) // TRIMMED, 1)
    kept = sorted(times)[cut:-cut] or sorted(times)
    return sum(kept, timedelta(0)) / len(kept)


def _count_answers(game: Game, people: Sequence[Seat]) -> dict[tuple[str, str], int]:
    """Count answers by seat and reason since each seat's player joined. Decisions that a substitute made,
    missed or left to orders do not count.
    """
    of = Q(game__seats__key=F("seat"))
    since = Q(game__seats__since=None) | Q(created_at__gte=F("game__seats__since"))
    theirs = ~Q(reason=Entry.Reason.PLAYER) | Q(actor=F("game__seats__user"))
    rows = Entry.objects.filter(of & since & theirs, game=game, kind=ACTION, covert=False).order_by()
    found: dict[tuple[str, str], int] = defaultdict(int)
    for seat, reason, count in rows.values_list("seat", "reason").annotate(count=Count("pk")):
        found[seat, reason] = count
    lent = {one.key: one.stood_in for one in people if one.stood_in}
    if lent:
        # PLAYER rows already include only the player's own answers
        others = rows.filter(seat__in=lent).exclude(reason=Entry.Reason.PLAYER)
        for seat, reason, seq in others.values_list("seat", "reason", "seq"):
            found[seat, reason] -= any(first <= seq <= last for first, last in lent[seat])
    return found


def _times(game: Game, people: Sequence[Seat]) -> dict[str, list[timedelta]]:
    by_them = Entry.objects.filter(
        game=game,
        seat=OuterRef("seat"),
        created_at=OuterRef("answered_at"),
        reason=Entry.Reason.PLAYER,
        actor=OuterRef("game__seats__user"),
    )
    seats = {seat.key: seat for seat in people}
    rows = (
        PendingDecision.objects.filter(
            Exists(by_them),
            game=game,
            game__seats__key=F("seat"),
            covert=False,
            answered_at__gt=F("opened_at"),
        )
        .order_by("-pk")
        .values_list("seat", "opened_at", "answered_at")[: RECENT * max(len(people), 1)]
    )
    found: dict[str, list[timedelta]] = defaultdict(list)
    for key, opened, answered in rows:
        seat = seats.get(key)
        if (
            answered is not None
            and seat is not None
            and (seat.since is None or opened >= seat.since)
            and len(found[key]) < RECENT
        ):
            found[key].append(answered - opened)
    return found
