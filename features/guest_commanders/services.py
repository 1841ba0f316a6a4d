"""Guest commanders: anyone with the link can command a seat in one battle, until the battle is over or they
are relieved.

A guest plays the seat as its player would, with the same view and deadlines. The player's orders and
letters are put aside and return with the seat. A guest sees no more of the campaign than any stranger.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import Http404

from games import plugins
from games.access import NotYourSeat, User, get_game_for, is_gm, lends, may_act, seats_of
from games.models import Command, Game, Outbox, PendingDecision, PowerRequest, Seat
from games.participants import link_of
from games.prepared_sql import PreparedQuery
from games.refusals import BadInvitation, illegal
from games.services import messages, viewers
from games.services.entries import lock, require_running
from games.services.fairplay import guard
from games.services.people.commands import commanders_by_seat
from games.services.seating import lend_seat, return_seat

log = logging.getLogger(__name__)

LASTS: Final = timedelta(days=7)  # how long an unused link is valid
MOST: Final = 20  # maximum number of links for a battle
# a commander absent for this long while an answer is due triggers a warning
QUIET: Final = timedelta(hours=24)
END = Command.End


# --- the link ---


def commandable(game: Game) -> bool:
    """Return whether guests can command seats of the game. It must be a running battle, and neither a sandbox
    nor a duplicate (a battle that several tables fight with the same dice).
    """
    return game.running and not game.sealed and not game.tryout and plugins.is_battle(game.system)


def may_let(user: User, game: Game, among: Collection[str] | None = None) -> list[str]:
    """Return the seats (of ``among``, or of all) for which this user can create a link. These are their own
    seats and, for the game master, every seat played by the bot. Only a game master who does not play can
    create links for other players' seats.
    """
    if not commandable(game):
        return []
    led = is_gm(user, game)
    seats = [one for one in game.seats.all() if not one.kept and (among is None or one.key in among)]
    own = {one.key for one in seats if one.user_id == user.pk or led and one.is_bot}
    others = {one.key for one in seats if one.user_id is not None} - own
    # needed only for others' seats, and it costs a query
    free = bool(led and others) and guard.free_ground(user, game) is not None
    return [one.key for one in seats if one.key in own or free and one.key in others]


def seats_to_let(user: User, game: Game) -> tuple[bool, bool]:
    """Return two answers: whether this user can appoint a commander for a seat of their own, and whether
    they can do so for a bot's seat.
    """
    if not plugins.is_battle(game.system) or game.as_was is not None or game.seq < 0:
        return False, False
    mine, led = seats_of(user, game), is_gm(user, game)
    if not (mine or led):
        return False, False
    bots = {seat.key for seat in game.seats.all() if seat.is_bot}
    may = may_let(user, game, {*mine, *bots})
    return any(key in mine for key in may), any(key in bots for key in may)


def _is_played(seat: Seat) -> bool:
    return seat.user_id is not None or seat.is_bot


def make_link(game_id: UUID, user: User, seat: str, now: datetime) -> Command:
    """Create a link that gives command of the seat to the first person who accepts it. An older unused link
    becomes void. Raises NotYourSeat for anyone but the seat's player and the game master, and
    IllegalAction if guests cannot command the seat.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not (may_act(user, game, seat) or is_gm(user, game)):
            raise NotYourSeat
        require_running(game)
        if not commandable(game):
            raise illegal("command_not_here")
        found = next((one for one in game.seats.all() if one.key == seat), None)
        if found is None:
            raise illegal("no_such_seat", seat=seat)
        if not _is_played(found) or found.kept:
            raise illegal("not_to_lend")
        if found.user_id is not None and not may_act(user, game, seat):
            guard.require_free(user, game, "command_of_player")
        rows = Command.objects.filter(game=game)
        if rows.count() >= MOST:
            raise illegal("command_too_many", most=MOST)
        rows.filter(seat=seat, ended_at=None).update(ended_at=now, end=END.WITHDRAWN)
        made = Command.objects.create(
            game=game,
            seat=seat,
            giver=user,
            for_user_id=found.user_id,
            made_at=now,
            expires_at=now + LASTS,
        )
        _bump_version(game)
    return made


def open_link(token: str, now: datetime) -> Command:
    """Find the command that a link offers. Raises BadInvitation for a link that is unknown, used, withdrawn
    or expired. It is also raised if the seat has a new player, or if the person who made the link may no
    longer offer the seat. A stranger does not learn the reason.
    """
    rows = Command.objects.select_related("game", "giver", "for_user").defer("game__scenario")
    row = rows.filter(token=token, taken_at=None, ended_at=None, expires_at__gt=now).first()
    if row is None or not commandable(row.game):
        raise BadInvitation("", "command_gone")
    seat = Seat.objects.filter(game=row.game, key=row.seat).first()
    if seat is None or seat.kept or seat.user_id != row.for_user_id or not _is_played(seat):
        raise BadInvitation("", "command_gone")
    # the game master who created the link no longer leads the game
    if row.for_user_id is None and row.giver_id != row.game.gm_id:
        raise BadInvitation("", "command_gone")
    by_gm = row.for_user_id is not None and row.giver_id != row.for_user_id
    if (
        by_gm and guard.free_ground(row.giver, row.game) is None
    ):  # the game master who created the link now plays
        raise BadInvitation("", "command_gone")
    return row


def accept(token: str, user: User, now: datetime) -> Command:
    """Take command of the seat, which uses up the link. Raises BadInvitation for an invalid link, and
    IllegalAction as in :func:`require_fit`.
    """
    with transaction.atomic():
        game = lock(open_link(token, now).game_id)
        row = open_link(token, now)
        require_fit(user, game, row.seat)
        seat = next(one for one in game.seats.all() if one.key == row.seat)
        lend_seat(game, seat, user, None, letters=False, now=now)
        Seat.objects.filter(pk=seat.pk).update(seen_at=now)
        Command.objects.filter(pk=row.pk).update(user=user, taken_at=now, seq=game.seq)
        _bump_version(game)
        _notify_people(row, game, "taken", _people_to_notify(row), now, by=user.pk, actor=user)
    row.refresh_from_db()
    return row


def require_fit(user: User, game: Game, seat: str) -> None:
    """Raise IllegalAction for a person who plays in the battle or might know the other side's secrets."""
    if seats_of(user, game) or lends(user, game):
        raise illegal("command_plays")
    link = link_of(game)
    if link is not None:
        own = (link.muster or {}).get("seats", {}).get(seat, "")
        at_war = {link.attacker, link.defender} - {own}
        if any(one.user_id == user.pk and one.key in at_war for one in link.campaign.seats.all()):
            raise illegal("command_plays")
        if viewers.has_looked(user, link.campaign, own):
            raise illegal("command_knows")
    if viewers.knows_too_much(user, game, seat):
        raise illegal("command_knows")


def relieve(game_id: UUID, user: User, seat: str, now: datetime) -> None:
    """Let the player or the game master relieve a guest commander or withdraw an unused link. Guest
    commanders can also resign. Calling this twice changes nothing. Raises Http404 if the seat never had a
    link or a commander, and NotYourSeat for anyone else. Raises IllegalAction if the battle is over or
    consent is lacking.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        found = next((one for one in game.seats.all() if one.key == seat), None)
        row = Command.objects.filter(game=game, seat=seat).order_by("-pk").first()
        if found is None or row is None:
            raise Http404
        own = user.pk in {row.user_id, row.for_user_id, row.giver_id, found.user_id, found.lender_id}
        if not (own or is_gm(user, game)):
            raise NotYourSeat
        if row.ended_at is not None:
            return
        if game.is_over and row.is_taken:
            raise illegal("command_over")
        if not own:
            guard.require(user, game, found, PowerRequest.Power.RELIEVE, now)
        given_back = row.is_taken and user.pk == row.user_id
        end = END.GIVEN_BACK if given_back else END.TAKEN_BACK if row.is_taken else END.WITHDRAWN
        Command.objects.filter(pk=row.pk).update(
            ended_at=now, end=end, until_seq=game.seq if row.is_taken else None
        )
        if row.is_taken and found.kept:
            return_seat(game, found, now, user)
        _bump_version(game)


def _bump_version(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(has_agreed=True, version=F("version") + 1)


def links_of(game: Game, now: datetime) -> dict[str, Command]:
    """The command links of a battle that nobody has used yet, by seat."""
    rows = Command.objects.filter(game=game, taken_at=None, ended_at=None, expires_at__gt=now)
    return {row.seat: row for row in rows.select_related("giver")}


# --- a commander who has not been seen ---


def warn_of_absence(now: datetime) -> int:
    """Warn players whose guest commander owes an answer and has not been seen for a day, once for each
    absence. Return the number of warnings.
    """
    return sum(_warn_if_absent(row, now) for row in _UNSEEN(now - QUIET))


def _unseen_commands(since: datetime) -> QuerySet[Command]:
    rows = Command.objects.filter(
        Q(quiet_told_at=None) | Q(quiet_told_at__lt=since),
        ended_at=None,
        taken_at__lte=since,
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
    )
    return rows.select_related("game", "for_user", "giver").defer("game__scenario").order_by("taken_at")[:200]


_UNSEEN = PreparedQuery(_unseen_commands, datetime)


def _warn_if_absent(row: Command, now: datetime) -> bool:
    seat = Seat.objects.filter(game=row.game, key=row.seat).first()
    looked = seat.seen_at if seat is not None else None
    seen = max(one for one in (row.taken_at, looked) if one is not None)
    awaited = PendingDecision.objects.filter(
        game=row.game, seat=row.seat, answered_at=None, covert=False, opened_at__lte=now - QUIET
    )
    if now - seen < QUIET or (row.quiet_told_at or seen) > seen or not awaited.exists():
        return False
    with transaction.atomic():
        known = Q(quiet_told_at=row.quiet_told_at) if row.quiet_told_at else Q(quiet_told_at=None)
        if not Command.objects.filter(known, pk=row.pk, ended_at=None).update(quiet_told_at=now):
            return False
        _notify_people(row, row.game, "quiet", _people_to_notify(row), now, by=row.user_id)
    return True


def notify_end(game: Game, now: datetime) -> None:
    """Notify the people who appointed commanders that the battle is over. Runs in the step's transaction."""
    for row in commanders_by_seat(game).values():
        _notify_people(row, game, "over", _people_to_notify(row), now, by=row.user_id)


def _people_to_notify(row: Command) -> list[Any]:
    return [row.for_user or row.giver]


def _notify_people(
    row: Command,
    game: Game,
    what: str,
    people: Iterable[Any],
    now: datetime,
    *,
    by: Any,
    actor: User = None,
) -> None:
    occasion = f"{row.pk}.{what}.{now:%Y%m%d%H}"
    more = {"placed": True} if row.for_user_id is None else {}  # the guest replaced the bot
    messages.owe(game, Outbox.Kind.COMMAND, occasion, people, now, actor=actor, what=what, by=by, **more)
