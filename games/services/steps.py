"""One step of a game: claim, load, apply, append, snapshot, decisions, messages; one short transaction.

Whoever comes second finds the game moved on (stale) or his key used (the first result again). What fails
rolls back whole, so that the same request may simply be repeated.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import OperationalError, transaction
from django.db.models import F
from django.http import Http404

from engine import journal
from engine.choices import permits
from engine.codec import digest
from engine.dice import Dice
from engine.game import Json, Refusal
from engine.rehearsal import why_not
from games.access import NotYourSeat, User, may_act, with_people
from games.models import Entry, Game, Outbox, PendingDecision, RewindRequest, Snapshot
from games.refusals import Busy, bounded, illegal, invalid, stale
from games.services import battles, consent, jobs, messages, pending
from games.services.chance import dice_for, seed_of
from games.services.tables import Table, table

log = logging.getLogger(__name__)

LOCKED = "55P03"  # SQLSTATE: a lock was not to be had in time
KEEP_EVERY = 20  # snapshots kept beside the latest one


@dataclass(frozen=True)
class Submitted:
    """What a request led to. ``repeated``: it had been carried out before, and this is the first result."""

    entry: Entry
    game: Game
    repeated: bool = False


@dataclass(frozen=True)
class Request:
    """On whose behalf a step is taken, and why. ``key`` is used once per game."""

    key: str
    reason: Entry.Reason
    now: datetime
    actor: User = None
    body: str = ""


def submit(
    game_id: UUID,
    seat: str,
    action: Json,
    *,
    drawn_seq: int,
    key: str,
    user: User,
    now: datetime,
    faces: list[int] | None = None,
) -> Submitted:
    """Carry out a player's (or the referee's) action; ``drawn_seq`` is the seq that the page was drawn at.

    Raises InvalidAction, IllegalAction, StaleAction, NotYourSeat, DiceNeeded, BadFace: nothing has changed.
    """
    if not isinstance(action, Mapping):
        raise invalid("not_json")
    key, body = own_key(user, key), digest({"seat": seat, "action": action, "faces": faces})
    with transaction.atomic():
        game = lock(game_id)
        if not may_act(user, game, seat):
            raise NotYourSeat
        done = earlier(game, key, body)
        if done is not None:
            return Submitted(done, game, repeated=True)
        require_running(game)
        at = table(game)
        if drawn_seq != game.seq and not _unseen_since(at, seat, drawn_seq):
            raise stale(drawn_seq, game.seq)
        if faces is not None and game.dice_mode == Game.DiceMode.MIXED and consent.server_rolls_again(at):
            if faces:
                raise illegal("server_rolls_again")
            faces = None
        dice = dice_for(game, seed_of(game), faces)
        reason = Entry.Reason.GM if seat == battles.GM else Entry.Reason.PLAYER
        entry = perform(at, seat, action, dice, Request(key, reason, now, user, body))
    return Submitted(entry, game)


def lock(game_id: UUID | str) -> Game:
    """The game, claimed for this transaction: nobody else takes a step in it meanwhile. Raises Http404, and
    Busy where somebody else holds it for longer than settings.DATABASE_TIMEOUTS let us wait.

    The row lock works on PostgreSQL; on SQLite the transaction itself (IMMEDIATE) is the claim.
    """
    try:
        claimed = Game.objects.select_for_update(no_key=True).defer("scenario")
        return claimed.prefetch_related(with_people()).get(pk=game_id)
    except Game.DoesNotExist:
        raise Http404 from None
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) == LOCKED:
            raise Busy("", "busy") from error
        raise


def lock_if_free(game_id: UUID | str) -> Game | None:
    """The game, claimed for this transaction; None when somebody else has claimed it, or it is gone."""
    free = Game.objects.select_for_update(no_key=True, skip_locked=True).defer("scenario")
    return free.filter(pk=game_id).first()


def require_running(game: Game) -> None:
    if not game.running:
        raise illegal("not_running")


def own_key(user: User, key: str) -> str:
    """A request's key as it is stored: nobody can use up a key of somebody else's, or of the program's.
    Raises InvalidAction."""
    if not isinstance(key, str) or not 0 < len(key) <= 64:
        raise invalid("no_key")
    return f"{user.pk}:{key}"


def earlier(game: Game, key: str, body: str) -> Entry | None:
    """The entry that this very request made before. Raises InvalidAction when the key served another one."""
    entry = Entry.objects.filter(game=game, key=key).first()
    if entry is not None and entry.body_digest != body:
        raise invalid("key_reused")
    return entry


def perform(at: Table, seat: str, action: Json, dice: Dice, request: Request) -> Entry:
    """Take the step of an action, within the caller's transaction and lock."""
    assert at.head is not None
    understood = at.system.codec.read(action)  # not understood comes before not allowed
    choices, written = at.choices(seat), at.system.codec.write(understood)  # with all that was left out
    if not (permits(choices, action) or permits(choices, written)):
        raise not_offered(at, seat, understood)
    return record(at, journal.play(at.opened, at.head, seat, action, dice), request)


def not_offered(at: Table, seat: str, action: Any) -> Refusal:
    """The refusal of an action (as the codec reads it) that no choice offers: the rules' own reason. Where
    they have none the choices forgot it, or they stumble over it: refused all the same, and logged."""
    try:
        reason = why_not(at.rules, at.state, seat, action)
    except Exception:  # only what is offered need be safe to carry out
        log.exception("%s: %s of %s cannot be judged", at.game.pk, type(action).__name__, seat)
        return illegal("not_a_choice")
    if reason is None:
        log.warning(
            "%s: %s of %s is not offered, yet no rule forbids it", at.game.pk, type(action).__name__, seat
        )
        return illegal("not_a_choice")
    return bounded(reason)


def record(
    at: Table, moment: journal.Moment[Any], request: Request, stood: Sequence[PendingDecision] = ()
) -> Entry:
    """Store a step that was taken and everything that follows from it, within the caller's transaction.
    ``stood``: see :func:`pending.refresh`."""
    game, now = at.game, request.now
    after = Table(game, at.opened, moment.head)
    turn = after.turn if at.head is None else at.turn  # an entry that ends a turn belongs to it
    entry = _append(game, moment.entry, turn, request)
    _advance(game, after, now)
    _keep_snapshot(after)
    cause = RewindRequest.Cause.ENDED if game.ended else RewindRequest.Cause.MOVED
    consent.let_lapse(game, now, cause, actor=request.actor)
    battles.follow(after, now)
    fresh = pending.refresh(after, now, stood)
    _tell(after, fresh, request)
    if any(row.due_at is not None and row.due_at <= now for row in fresh):
        jobs.ask(game.pk)
    return entry


def _append(game: Game, entry: journal.Entry, turn: int | None, request: Request) -> Entry:
    return Entry.objects.create(
        game=game,
        seq=entry.seq,
        step=entry.step,
        turn=turn,
        kind=entry.kind,
        seat=entry.seat,
        action=entry.action,
        rolls=list(entry.rolls),
        events=list(entry.events),
        rules_version=entry.rules_version,
        order=entry.order,
        digest=entry.digest,
        key=request.key,
        body_digest=request.body,
        actor=request.actor,
        reason=request.reason,
        created_at=request.now,
    )


def _advance(game: Game, after: Table, now: datetime) -> None:
    """Move the game on, if nobody else has; and notice its end."""
    assert after.head is not None
    drawn = game.seq
    game.seq, game.step, game.moved_at = after.head.seq, after.head.step, now
    game.trouble, game.trouble_count, game.retry_at = "", 0, None
    game.trying_at, game.tries = None, 0
    outcome = after.outcome()
    if outcome is None:
        game.status, game.outcome, game.ended_at = Game.Status.RUNNING, None, None
    else:
        game.status, game.ended_at = Game.Status.ENDED, now
        game.outcome = {
            "winner": outcome.winner,
            "reason": outcome.reason,
            "rule": outcome.rule,
            "scores": dict(outcome.scores),
        }
    names = [
        "seq",
        "step",
        "moved_at",
        "trouble",
        "trouble_count",
        "retry_at",
        "trying_at",
        "tries",
        "status",
        "outcome",
        "ended_at",
    ]
    values = {name: getattr(game, name) for name in names}
    claimed = Game.objects.filter(pk=game.pk, seq=drawn).update(**values, version=F("version") + 1)
    if claimed != 1:
        raise stale(drawn, game.seq)
    game.version += 1


def _keep_snapshot(after: Table) -> None:
    """The latest snapshot and every 20th are kept; the state's history is in the entries anyway."""
    assert after.head is not None
    head = after.head
    state = journal.state_json(after.opened, head.state)
    Snapshot.objects.create(
        game=after.game,
        seq=head.seq,
        step=head.step,
        state=state,
        digest=digest(state),
        entry_digest=head.digest,
    )
    if (head.seq - 1) % KEEP_EVERY:
        Snapshot.objects.filter(game=after.game, seq=head.seq - 1).delete()


def _tell(after: Table, fresh: list[PendingDecision], request: Request) -> None:
    game, now, actor = after.game, request.now, request.actor
    messages.answers_awaited(game, fresh, actor, now)
    if game.ended:
        messages.owe(game, Outbox.Kind.ENDED, str(game.seq), messages.players(game), now)


def _unseen_since(at: Table, seat: str, drawn_seq: int) -> bool:
    """Whether nothing that concerns this seat has happened since its page was drawn: others have given hidden
    orders meanwhile, and it still owes the same answer."""
    if not 0 <= drawn_seq < at.game.seq:
        return False
    since = Entry.objects.filter(game=at.game, seq__gt=drawn_seq)
    if since.count() > KEEP_EVERY or any(_noticed(at, entry, seat) for entry in since):
        return False
    open_since = PendingDecision.objects.filter(game=at.game, seat=seat, answered_at__isnull=True)
    return open_since.filter(opened_seq__lte=drawn_seq).exists()


def _noticed(at: Table, entry: Entry, seat: str) -> bool:
    """Whether the entry told that seat anything: its own, a rewind, or an event that it may see whole. A
    redacted one only tells that somebody gave his orders."""
    if entry.kind != journal.ACTION or entry.seat == seat:
        return True
    events = [at.system.codec.read(event) for event in entry.events]
    return any(at.rules.sees(event, seat) == event for event in events)


def whole_log(game: Game) -> list[journal.Entry]:
    """The whole log as the journal knows it, from its beginning."""
    return [as_journal(entry) for entry in Entry.objects.filter(game=game).order_by("seq").iterator()]


def as_journal(entry: Entry) -> journal.Entry:
    """A stored entry in the journal's own shape."""
    rolls: Iterable[Any] = entry.rolls
    return journal.Entry(
        entry.seq,
        entry.step,
        entry.kind,
        entry.seat,
        entry.action,
        tuple(rolls),
        tuple(entry.events),
        entry.rules_version,
        entry.digest,
        entry.order,
    )
