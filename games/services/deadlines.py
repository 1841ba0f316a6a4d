"""What the game master may do with deadlines: move them all, stop them for a while, let them run again."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from games.access import User, led_by
from games.models import Game, Outbox, PendingDecision, Profile, Seat
from games.services import messages, pending
from games.services.battles import GM
from games.services.steps import lock, require_running


def extend_deadline(game_id: UUID, user: User, *, hours: int | None, now: datetime) -> int:
    """The game master gives everybody who owes an answer ``hours`` from now (None: no deadline); returns how
    many answers that concerns. What the program answers at once stays so."""
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        bots = [seat.key for seat in game.seats.all() if seat.is_bot]
        due = None if hours is None else now + timedelta(hours=max(hours, 1))
        rows = pending.open_rows(game).exclude(seat__in=bots).exclude(seat=GM, due_at__lte=now)
        stored, left = pending.held(game, due, now)
        changed: int = rows.update(due_at=stored, held=left, reminded_at=None)
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    return changed


def pause(game_id: UUID, user: User, *, now: datetime) -> Game:
    """Stop the deadlines of a running game. People may still move, and what the program answers at once it
    still does; but nobody is answered for. Twice is once. Raises IllegalAction (not_running)."""
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        require_running(game)
        if game.paused_at is None:
            for row in pending.open_rows(game).filter(due_at__gt=now):
                row.due_at, row.held = None, row.due_at - now
                row.save(update_fields=["due_at", "held"])
            _mark(game, now)
            messages.owe(game, Outbox.Kind.PAUSED, str(game.version), _others(game, user), now)
    return game


def resume(game_id: UUID, user: User, *, now: datetime) -> Game:
    """Let the deadlines run again: each is later by the length of the pause. Twice is once."""
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        require_running(game)
        if game.paused_at is not None:
            for row in pending.open_rows(game).filter(held__isnull=False):
                row.due_at, row.held = now + row.held, None
                row.save(update_fields=["due_at", "held"])
            _mark(game, None)
            messages.owe(game, Outbox.Kind.RESUMED, str(game.version), _others(game, user), now)
    return game


def let_rest(user: User, now: datetime) -> int:
    """After a change of when a person sleeps or is away: what he owes is due no earlier than he is up again;
    returns how many answers that concerns. Nobody's deadline comes nearer."""
    mine = Seat.objects.filter(user=user, game_id=OuterRef("game_id"), key=OuterRef("seat"))
    profile, moved = Profile.of(user), set()
    for row in PendingDecision.objects.filter(Exists(mine), answered_at__isnull=True, due_at__gt=now):
        assert row.due_at is not None
        rested = profile.rested(row.due_at)
        still = PendingDecision.objects.filter(pk=row.pk, answered_at__isnull=True, due_at=row.due_at)
        if rested > row.due_at and still.update(due_at=rested, reminded_at=None):
            moved.add(row)
    Game.objects.filter(pk__in={row.game_id for row in moved}).update(version=F("version") + 1)
    return len(moved)


def _mark(game: Game, since: datetime | None) -> None:
    Game.objects.filter(pk=game.pk).update(paused_at=since, version=F("version") + 1)
    game.paused_at, game.version = since, game.version + 1


def _others(game: Game, user: User) -> list[User]:
    return [one for one in messages.players(game) if one != user]
