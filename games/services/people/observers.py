"""Observers: what they may see, and with what delay.

An observer sees what a seat sees, except its player's letters, plans, orders and secret treaties.
Everything comes from :func:`past_game`, which returns the game as it stood before the observer's delay.
Observers can open no other page of a private game.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import Http404

from engine.journal import REWIND
from games.access import User, is_gm, seat_people, seats_of
from games.models import BattleLink, Departure, Entry, Game, Observer, Seat
from games.participants import games_together
from games.prepared_sql import PreparedQuery
from games.services import viewers
from games.services.entries import lock
from games.services.fairplay import guard
from games.services.going_back.rewinding import table_at
from games.services.tables import LiveGame, opening_of, table

MOST = 30  # maximum number of observers and open links of a game


# --- permissions ---


def sees_all(user: User, game: Game) -> bool:
    """Whether the user leads the game and may know everything in it."""
    return is_gm(user, game) and (opening_of(game).rules.hides_nothing or viewers.impartial(user, game))


def end_permission(game_id: UUID, user: User, number: int, now: datetime) -> None:
    """End a permission. The person who gave it, the seat's present player, the observer, and a game master
    who does not play can end it. Ending it twice changes nothing. Raises Http404 for anyone else.
    """
    with transaction.atomic():
        game = lock(game_id)
        row = Observer.objects.filter(game=game, pk=number).first()
        if row is None:
            raise Http404
        giver = user.pk == row.leave_of_id or (row.seat and row.seat in seats_of(user, game))
        free = is_gm(user, game) and guard.free_ground(user, game) is not None
        if not (giver or free or user.pk == row.user_id):
            raise Http404
        if row.ended_at is None:
            Observer.objects.filter(pk=row.pk).update(ended_at=now)
            bump_version(game)


def bump_version(game: Game) -> None:
    """Mark that the game has observers, and refresh its pages."""
    Game.objects.filter(pk=game.pk).update(has_observers=True, version=F("version") + 1)


def is_involved(user: User, game: Game) -> bool:
    """Whether the user leads, plays or has lent a seat in this game, its campaign or one of its battles."""
    games = [*games_together(game), *(link.battle for link in _battles(game) if link.battle is not None)]
    seated = Seat.objects.filter(Q(user=user) | Q(lender=user), game__in=games)
    return any(one.gm_id == user.pk for one in games) or seated.exists()


def _battles(game: Game) -> QuerySet[BattleLink]:
    return BattleLink.objects.filter(campaign=game).select_related("battle").defer("battle__scenario")


# --- current observers ---


def open_permissions(game: Game) -> QuerySet[Observer]:
    """Return the observers whose permission to observe the game has not ended."""
    return Observer.objects.filter(game=game, ended_at=None).select_related("user", "leave_of")


def leave_holds(row: Observer, game: Game) -> bool:
    """Return whether a permission is still valid. Its giver must still play the seat, or lead the game and
    be allowed to see everything. Substitutes cannot admit observers, and nobody observes a sealed table.
    """
    if game.sealed:
        return False
    if not row.seat:
        return game.gm_id == row.leave_of_id and sees_all(row.leave_of, game)
    seat = next((one for one in game.seats.all() if one.key == row.seat), None)
    return seat is not None and seat.user_id == row.leave_of_id and seat.lender_id is None


def current_observers(game: Game) -> list[Observer]:
    """Return the game's current observers. Everyone at the table may know who they are."""
    if not game.has_observers:
        return []
    rows = [row for row in open_permissions(game) if row.user is not None and row.user.is_active]
    return [row for row in rows if leave_holds(row, game)]


def observed_by(user: User) -> list[Observer]:
    """Return a user's permissions to observe games, for their list of games."""
    return [row for row in _OBSERVED(user.pk) if leave_holds(row, seat_people(row.game))]


def _observed_query(user: int) -> QuerySet[Observer]:
    rows = Observer.objects.filter(user=user, ended_at=None).select_related("game__gm", "leave_of", "user")
    return rows.defer("game__scenario").order_by("-pk")[:MOST]


_OBSERVED = PreparedQuery(_observed_query, int)


def permission_for(user: User, game_id: UUID) -> Observer:
    """Return the permission by which this user sees the game. A removed player without one gets a permission
    that shows their former view up to the removal. Raises Http404 for anyone else.
    """
    rows = Observer.objects.filter(game=game_id, user=user.pk, ended_at=None) if user.pk else None
    row = rows and rows.select_related("game__gm", "leave_of", "user").first()
    if not row:
        return _former_view(user, game_id)
    if row.game.seq < 0 or row.game.sealed:
        raise Http404
    game = seat_people(row.game)
    if not leave_holds(row, game) or is_involved(user, game):
        raise Http404
    return row


# --- a player who was removed ---


def departure_of(user: User, game_id: UUID) -> Departure | None:
    """Return the user's last removal from a seat of the game, or None if there was none or they have
    rejoined.
    """
    if not user.is_authenticated:
        return None
    rows = Departure.objects.filter(user=user, game=game_id).exclude(by=user)
    row = rows.select_related("game__gm", "by").last()
    return None if row is None or is_involved(user, row.game) else row


def _former_view(user: User, game_id: UUID) -> Observer:
    """Build a permission, not stored, that shows a removed player the game as they left it, seen from their
    former seat. Raises Http404 if the user was not removed.
    """
    row = departure_of(user, game_id)
    if row is None:
        raise Http404
    seat_people(row.game)
    shown = Observer(
        game=row.game,
        seat=row.seat,
        user=user,
        leave_of=user,
        invited_at=row.left_at,
        accepted_at=row.left_at,
    )
    shown.departure = row
    return shown


# --- views of the past ---


@dataclass(frozen=True)
class Late:
    """A game as an observer sees it: the seat whose view they get, and the game at a past position. The game
    is None while there is nothing to see yet.
    """

    row: Observer
    game: Game | None
    eyes: str


def late_view(row: Observer, wanted: str = "") -> Late:
    """Return the view that an observer gets now. ``wanted``: the seat requested by an observer who can
    choose.
    """
    keys = [one.id for one in opening_of(row.game).rules.seats]
    eyes = row.seat or (wanted if wanted in keys else keys[0])
    if row.departure is not None:
        return Late(row, _game_after(row.game, min(row.departure.seq, row.game.seq)), eyes)
    return Late(row, past_game(row.game, row.delay), eyes)


def past_game(game: Game, delay: int) -> Game | None:
    """Return the game as it was ``delay`` turns ago, without anything later (``Game.as_was``). Return None
    if the game had not begun by then. Once the game has ended there is no delay.
    """
    until = game.seq if delay == 0 or game.has_ended else _delayed_entry(table(game), delay)
    return None if until is None else _game_after(game, until)


def _game_after(game: Game, until: int) -> Game:
    now = table(game)
    then = copy.copy(game)
    if until < game.seq:
        entry = Entry.objects.only("created_at").get(game=game, seq=until)
        then.seq, then.status, then.outcome, then.standing = until, Game.Status.RUNNING, None, {}
        then.moved_at, then.ended_at, then.paused_at, then.trouble = entry.created_at, None, None, ""
    then.as_was = LiveGame(then, now.opened, table_at(LiveGame(then, now.opened, now.head), until).head)
    return then


def _delayed_entry(now: LiveGame, delay: int) -> int | None:
    """Return the last entry that is, or at any time was, ``delay`` full turns back, or None. Entries that an
    observer has seen stay visible after a rewind, and the rewind itself appears with the same delay.
    """
    if now.turn is None:
        return None
    rows = Entry.objects.filter(game=now.game).order_by("seq")
    back_to = dict(rows.filter(kind=REWIND).values_list("seq", "action__to"))
    line: list[tuple[int, int]] = []
    seen: list[int] = []

    def look(turn: int | None) -> None:
        seen.extend(islice((seq for seq, of in reversed(line) if turn is not None and of < turn - delay), 1))

    for seq, turn in rows.values_list("seq", "turn"):
        if seq in back_to:
            look(turn)
            line = [one for one in line if one[0] <= back_to[seq]]
        elif turn is not None:
            line.append((seq, turn))
    look(now.turn)
    return max(seen, default=None)
