"""Copy a position into a sandbox, to experiment alone or against the bot.

The sandbox contains only what its maker may know, and hidden parts are imagined. It rolls its own dice,
notifies nobody, counts in no statistics, and is deleted some time after its last move.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from accounts.once import one_at_a_time
from engine import journal
from engine.game import GM, Unimaginable
from games import access
from games.access import User
from games.models import Entry, Game
from games.prepared_sql import PreparedQuery
from games.refusals import illegal
from games.services import creation, curtain
from games.services.consequences import record, set_up
from games.services.entries import Request, lock
from games.services.going_back.rewinding import line_of_play, table_at
from games.services.tables import LiveGame, table

MOST: Final = 10  # maximum number of unfinished sandboxes per user
KEPT: Final = timedelta(days=14)  # how long a sandbox is stored after its last move
AT_ONCE: Final = 50
LONGEST: Final = 120


def make(game_id: UUID, user: User, *, seq: int, seat: str, program: bool, key: UUID, now: datetime) -> Game:
    """Create a sandbox from the position after entry ``seq``, limited to what one of the user's seats, or a
    spectator, knows. If ``program``, the bot plays the other seats; otherwise the user plays all of them.
    Submitting the same form (``key``) twice creates one sandbox.

    Raises IllegalAction if there is nothing to try in this position or the user has too many sandboxes.
    Raises BadScenario if the position cannot be set up, SystemMissing if the rules are not installed, and
    Http404 if the user may not see the game. Raises PermissionDenied if the game has not begun or the user
    is not logged in.
    """
    source = access.get_game_for(user, game_id)
    if source.seq < 0 or not user.is_authenticated:
        raise PermissionDenied
    if source.sealed:  # a player at another table with the same dice might see the copy
        raise illegal("try_sealed")
    at = table(source)
    mine = curtain.seats_shown(user, source)
    seat = seat if seat in mine else (mine[0] if mine else "")
    state = _known_position(at, seq, seat)
    if at.rules.outcome(state) is not None:
        raise illegal("try_over")
    seats = {
        info.id: creation.BOT if program and info.id != (seat or at.rules.seats[0].id) else creation.ME
        for info in at.rules.seats
    }
    with one_at_a_time(user):
        running = sandboxes_of(user).exclude(status__in=Game.OVER).count()
        game = creation.create_game(
            gm=user,
            name=(_("What if: %(game)s") % {"game": source.title})[:LONGEST],
            system=source.system,
            scenario=dict(at.opened.scenario),
            options=source.options,
            seats=seats,
            key=key,
            now=now,
        )
        if game.seq >= 0:
            return game
        if running >= MOST:
            raise illegal("try_too_many", most=MOST)
        game.tryout, game.tried_from_id, game.tried_seq = True, source.pk, seq
        game.save(update_fields=["tryout", "tried_from", "tried_seq"])
        game = lock(game.pk)
        set_up(game, user, now)
        _lay_position(game, state, user, now)
    return game


def _known_position(at: LiveGame, seq: int, seat: str) -> Any:
    """Return the position after an entry as a seat knows it, or as a spectator does if ``seat`` is "".
    Once the game is over, return the true position. Raises IllegalAction if the entry was undone, or if the
    rules cannot fill in what is hidden.
    """
    if seq not in line_of_play(at.game):
        raise illegal("try_no_moment")
    then = table_at(at, seq)
    if at.rules.hides_nothing or at.game.is_over:
        return then.state
    try:
        return then.imagined_state(seat or GM)
    except Unimaginable:
        raise illegal("try_hidden") from None


def _lay_position(game: Game, state: Any, user: User, now: datetime) -> Entry:
    at = table(game)
    assert at.head is not None
    request = Request("laid", Entry.Reason.GM, now, user)
    return record(at, journal.lay_out_position(at.opened, at.head, state), request)


def share(game_id: UUID, user: User, *, now: datetime) -> Game:
    """Make a sandbox visible to anyone who has its link."""
    access.led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not game.tryout:
            raise PermissionDenied
        Game.objects.filter(pk=game.pk).update(public=True, version=F("version") + 1)
    return game


def delete_sandbox(game_id: UUID, user: User) -> None:
    """Delete a sandbox."""
    game = access.led_by(user, game_id)
    if not game.tryout:
        raise PermissionDenied
    Game.objects.filter(pk=game.pk, tryout=True, gm=user).delete()


def sandboxes_of(user: User) -> Any:
    """Return a user's sandboxes, newest first."""
    return Game.objects.filter(gm=user, tryout=True).defer("scenario").order_by("-created_at")


def newest_sandboxes(user: User) -> list[Game]:
    """Return a user's newest sandboxes, at most MOST of them."""
    return _NEWEST(user.pk)


_NEWEST = PreparedQuery(lambda user: sandboxes_of(user)[:MOST], int)


def delete_unused(untouched_since: datetime) -> int:
    """Delete sandboxes that nobody has used since ``untouched_since``, at most AT_ONCE in one call. Return
    how many were deleted.
    """
    old = Q(moved_at__lt=untouched_since) | Q(moved_at=None, created_at__lt=untouched_since)
    gone = list(Game.objects.filter(old, tryout=True).values_list("pk", flat=True)[:AT_ONCE])
    Game.objects.filter(pk__in=gone, tryout=True).delete()
    return len(gone)


def deletion_time(game: Game) -> datetime | None:
    """Return the time when a sandbox will be deleted if nobody uses it, or None for other games."""
    return (game.moved_at or game.created_at) + KEPT if game.tryout else None
