"""The game master's control of deadlines: reset, pause and resume them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from accounts.models import Profile
from games import events
from games.access import User, get_game_for, is_gm, led_by, own_seats
from games.models import Game, Outbox, PendingDecision, Seat
from games.refusals import illegal
from games.services import messages, pending
from games.services.clock import outages
from games.services.clock.rhythm import read_stored
from games.services.entries import lock, require_running
from games.services.fairplay import guard
from games.services.fighting.battles import GM, UNSETTLED

USUAL_HOURS = 48  # hours that count as usual in a game without deadlines
LONGEST_PAUSE = timedelta(days=14)  # after this, any player can end the pause of a game master who plays


def extend_deadline(
    game_id: UUID, user: User, *, hours: int | None, now: datetime, exact: bool = False
) -> int:
    """Reset all deadlines to ``hours`` from now (None: no deadline). They are adjusted to each player's night
    and, unless ``exact``, to the next fixed hour of the game's rhythm. Return the number of deadlines
    changed, not counting covert ones, which must stay hidden. Decisions of bots, and decisions that are
    answered at once, keep their deadlines.
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        seats = {seat.key: seat for seat in game.seats.all()}
        bots = [seat.key for seat in seats.values() if seat.is_bot]
        at_once = Q(seat=GM, due_at__lte=now) | Q(covert=True, due_at__lte=now)
        rows = list(pending.open_rows(game).exclude(seat__in=bots).exclude(at_once))
        careful = guard.free_ground(user, game) is None
        people = {seats[row.seat].user_id for row in rows if not row.covert and row.seat in seats} - {None}
        if careful and people == {user.pk}:
            raise illegal("own_time")
        for row in rows:
            due = None if hours is None else now + timedelta(hours=max(hours, 1))
            fixed = not exact and pending.keeps_hour(game, row.kind)
            due = due and pending.move_out_of_rest(game, seats.get(row.seat), due, fixed=fixed, exact=exact)
            if careful and not row.covert and _is_shortened(game, row, seats.get(row.seat), user, due, now):
                raise illegal("deadline_sooner")
            row.reminded_at = None
            row.save(update_fields=["reminded_at"])
            pending.set_deadline(row, game, due, now, exact=exact)
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    return sum(not row.covert for row in rows)


def _is_shortened(
    game: Game, row: PendingDecision, seat: Seat | None, user: User, due: datetime | None, now: datetime
) -> bool:
    """Return whether another player's deadline would become earlier than it is. If they have no deadline so
    far, it is compared with the time that the game usually allows.
    """
    if due is None or seat is None or seat.user_id in (None, user.pk):
        return False
    usual = timedelta(hours=game.hours_per_decision or USUAL_HOURS)
    standing = row.due_at if row.due_at is not None else now + (row.held or usual)
    return due < standing - timedelta(minutes=1)


def pause(game_id: UUID, user: User, *, now: datetime) -> Game:
    """Stop the deadlines of a running game and of its battles. People can still move, and the bot still
    gives its immediate answers, but no deadline passes. Pausing twice changes nothing. Raises
    IllegalAction (not_running).
    """
    led_by(user, game_id)
    return _change_games(game_id, user, _pause_game, Outbox.Kind.PAUSED, now)


def resume(game_id: UUID, user: User, *, now: datetime, exact: bool = False) -> Game:
    """Resume a paused game. Each deadline moves by the length of the pause, then out of its player's night
    and to the rhythm's fixed hour. The fixed hour is ignored if ``exact``, or for a deadline that the
    game master set to the minute. Resuming twice changes nothing. If the game master plays, any other
    player can end the pause after LONGEST_PAUSE.
    """
    if not may_resume(user, get_game_for(user, game_id), now):
        led_by(user, game_id)
    return _change_games(game_id, user, partial(_resume_game, exact=exact), Outbox.Kind.RESUMED, now)


def may_resume(user: User, game: Game, now: datetime) -> bool:
    """Whether this user may resume a paused game."""
    if game.paused_at is None or not game.running:
        return False
    if is_gm(user, game):
        return True
    long = now - game.paused_at >= LONGEST_PAUSE
    return long and bool(own_seats(user, game)) and guard.free_ground(game.gm, game) is None


def _change_games(
    game_id: UUID, user: User, change: Callable[[Game, datetime], bool], kind: Outbox.Kind, now: datetime
) -> Game:
    with transaction.atomic():
        game = lock(game_id)
        require_running(game)
        if change(game, now):
            messages.owe(game, kind, str(game.version), messages.players(game), now, actor=user)
            events.publish(events.Announced(game, kind, str(game.version), now))
            for link in game.battle_links.filter(status__in=UNSETTLED, battle__isnull=False):
                transaction.on_commit(partial(_change_battle, link.battle_id, change, now))
    return game


def _change_battle(game_id: Any, change: Callable[[Game, datetime], bool], now: datetime) -> None:
    """Change a battle's game in a separate transaction, so that campaign and battle never wait for each
    other's locks.
    """
    with transaction.atomic():
        game = lock(game_id)
        if game.running:
            change(game, now)


def _pause_game(game: Game, now: datetime) -> bool:
    if game.paused_at is not None:
        return False
    outages.compensate(game, now)
    # answered rows too, because their answers may be undone
    for row in PendingDecision.objects.filter(game=game, due_at__gt=now):
        row.due_at, row.held = None, row.due_at - now if row.due_at else None
        row.save(update_fields=["due_at", "held"])
    _mark_paused(game, now)
    return True


def _resume_game(game: Game, now: datetime, *, exact: bool) -> bool:
    if game.paused_at is None:
        return False
    _mark_paused(game, None)
    game.resumed_at = now
    Game.objects.filter(pk=game.pk).update(resumed_at=now)
    seats = {seat.key: seat for seat in game.seats.all()}
    for row in PendingDecision.objects.filter(game=game, held__isnull=False):
        until = now + (row.held or timedelta(0))
        # a pause can end at any hour, but the deadlines keep the rhythm's fixed hour
        exactly = exact or row.exact
        fixed = pending.keeps_hour(game, row.kind) and not exactly
        due = pending.move_out_of_rest(game, seats.get(row.seat), until, fixed=fixed, exact=exactly)
        pending.set_deadline(row, game, due, now, exact=exactly)
    return True


def adjust_to_rest(user: User, now: datetime) -> int:
    """Recalculate a player's deadlines after their night or absence changes. No deadline moves closer.
    Return the number of deadlines changed.
    """
    mine = Seat.objects.filter(user=user, game_id=OuterRef("game_id"), key=OuterRef("seat"))
    profile, moved = Profile.of(user), set()
    rows = PendingDecision.objects.filter(Exists(mine), answered_at__isnull=True, due_at__gt=now)
    for row in rows.select_related("game").defer("game__scenario"):
        assert row.due_at is not None
        rhythm = None if row.exact else read_stored(row.game.rhythm)
        rested = profile.move_past_rest(row.due_at)
        if rhythm is not None and rested > row.due_at:
            away = profile.move_past_absence(row.due_at) > row.due_at
            fixed = away and row.kind not in rhythm.kinds
            rested = rhythm.adjust_deadline(
                row.due_at, profile.move_past_rest, profile.move_past_absence, fixed=fixed
            )
        still = PendingDecision.objects.filter(pk=row.pk, answered_at__isnull=True, due_at=row.due_at)
        if rested > row.due_at and still.update(due_at=rested, reminded_at=None):
            moved.add(row)
    Game.objects.filter(pk__in={row.game_id for row in moved}).update(version=F("version") + 1)
    return len(moved)


def _mark_paused(game: Game, since: datetime | None) -> None:
    Game.objects.filter(pk=game.pk).update(paused_at=since, version=F("version") + 1)
    game.paused_at, game.version = since, game.version + 1
