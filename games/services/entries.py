"""The stored log: lock a game, append entries, store the state, and reject a key that is used twice. The
consequences of an entry are in :mod:`games.services.consequences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import OperationalError
from django.http import Http404

from engine import journal
from engine.codec import text_digest
from engine.state_text import state_writer
from games.access import User, attach_seats, seats_asked
from games.models import Entry, Game, Snapshot
from games.prepared_sql import Change, Insertion, PreparedQuery, Question, run_batch
from games.refusals import Busy, illegal, invalid, stale
from games.services.tables import LiveGame, remember

LOCKED: Final = "55P03"  # the SQLSTATE lock_not_available
NEWEST: Final = "newest entry"
KEEP_EVERY: Final = 20  # every 20th snapshot is kept, and so is the latest


@dataclass(frozen=True)
class Request:
    """A request for a step, with its author and reason. A ``key`` can be used once per game. ``present``:
    whether the actor sees the result, and so needs no notification.
    """

    key: str
    reason: Entry.Reason
    now: datetime
    actor: User = None
    body: str = ""
    power: str = ""  # which of the seat's powers acted
    present: bool = True
    covert: bool = False  # whether the request answers a covert decision

    @property
    def witness(self) -> User:
        """The user who acted and sees the result, or None."""
        return self.actor if self.present else None


Taken = tuple[journal.Moment[Any], Request]  # a step that is not stored yet


@dataclass(frozen=True)
class StoredStep:
    """A stored step: its entry, and the game before and after it."""

    entry: Entry
    before: LiveGame
    after: LiveGame


_CLAIMED = PreparedQuery(
    lambda pk: Game.objects.select_for_update(no_key=True).defer("scenario").filter(pk=pk), UUID
)


def lock(game_id: UUID | str) -> Game:
    """Lock the game for this transaction and return it: see :func:`claim`."""
    return claim(game_id)[0]


def claim(game_id: UUID | str, *more: Question) -> tuple[Game, list[Any]]:
    """Lock the game for this transaction and return it with the results of ``more`` queries. Raises Http404
    if there is no such game, and Busy if another transaction holds the lock longer than
    settings.DATABASE_TIMEOUTS allows.

    On PostgreSQL the game's row is locked. On SQLite the transaction itself (IMMEDIATE) is the lock. The
    ``more`` queries run in the same round trip, once the lock is held.
    """
    number = game_id if isinstance(game_id, UUID) else UUID(game_id)
    try:
        claimed, seats, *told = run_batch(_CLAIMED.question(number), seats_asked(number), *more)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) == LOCKED:
            raise Busy("", "busy") from error
        raise
    if not claimed:
        raise Http404
    return attach_seats(claimed[0], seats), told


def lock_if_free(game_id: UUID | str) -> Game | None:
    """Lock the game for this transaction and return it. Return None if it is locked already or deleted."""
    free = Game.objects.select_for_update(no_key=True, skip_locked=True).defer("scenario")
    return free.filter(pk=game_id).first()


def require_running(game: Game) -> None:
    if not game.running:
        raise illegal("not_running")


def own_key(user: User, key: str) -> str:
    """Return a request's key as it is stored. A prefix keeps users from using up each other's keys or the
    bot's. Raises InvalidAction if the key is empty, too long or not text.
    """
    if not isinstance(key, str) or not 0 < len(key) <= 64:
        raise invalid("no_key")
    return f"{user.pk}:{key}"


def find_earlier_entry(game: Game, key: str, body: str | None) -> Entry | None:
    """Return the entry that an identical earlier request made, or None. A form (``body`` None) is identified
    by its key alone. Raises InvalidAction if the key was used for a different request.
    """
    entry = Entry.objects.filter(game=game, key=key).first()
    if entry is not None and body is not None and entry.body_digest != body:
        raise invalid("key_reused")
    return entry


def store(at: LiveGame, moment: journal.Moment[Any], request: Request) -> tuple[Entry, LiveGame]:
    """Append a step's entry, advance the game and store its state. Return the entry and the updated game.
    Runs in the caller's transaction. Raises StaleAction if the game has already advanced.
    """
    after = LiveGame(at.game, at.opened, moment.head)
    turn = after.turn if at.head is None else at.turn  # the entry that ends a turn belongs to that turn
    game, drawn, entry = at.game, at.game.seq, _row(at.game, moment.entry, turn, request)
    written, replaces = _snapshot_fields(after), drawn >= 0 and drawn % KEEP_EVERY != 0
    claimed, kept = run_batch(
        _APPEND.question(entry),
        _advance(game, after, request.now, told=not request.covert),
        _LATEST.question(written, {"game": game.pk, "seq": drawn})
        if replaces
        else _snapshot_query(game, written),
    )[1:]
    _require_moved(game, drawn, claimed)
    if not kept:
        run_batch(_snapshot_query(game, written))
    remember(after, written["digest"])
    after.keep(NEWEST, (entry.kind, entry.actor_id, bool(entry.rolls)))
    return entry, after


def store_all(at: LiveGame, taken: Sequence[Taken]) -> list[StoredStep]:
    """Store several steps (``taken``) that were played in memory: every entry, but only the usual snapshots.
    Nobody sees the states in between.
    """
    stored, before, game, drawn = list[StoredStep](), at, at.game, at.game.seq
    for moment, request in taken:
        after = LiveGame(game, at.opened, moment.head)
        turn = after.turn if before.head is None else before.turn
        stored.append(StoredStep(_row(game, moment.entry, turn, request), before, after))
        before = after
    usual = [one.after for one in stored[:-1] if one.entry.seq % KEEP_EVERY == 0]
    written, replaces = _snapshot_fields(before), at.seq >= 0 and at.seq % KEEP_EVERY != 0
    told = any(not request.covert for _, request in taken)
    Entry.objects.bulk_create([one.entry for one in stored])
    claimed, kept = run_batch(
        _advance(game, before, taken[-1][1].now, told=told),
        _LATEST.question(written, {"game": game.pk, "seq": drawn})
        if replaces
        else _snapshot_query(game, written),
    )
    _require_moved(game, drawn, claimed)
    if not kept:
        run_batch(_snapshot_query(game, written))
    if usual:
        Snapshot.objects.bulk_create(Snapshot(game=game, **_snapshot_fields(one)) for one in usual)
    remember(before, written["digest"])
    newest = stored[-1].entry
    before.keep(NEWEST, (newest.kind, newest.actor_id, bool(newest.rolls)))
    return stored


def newest_entry(at: LiveGame) -> tuple[str, int | None, bool]:
    """Return the newest entry's kind, the id of its author (None: nobody), and whether it rolled dice."""

    def read() -> tuple[str, int | None, bool]:
        rows = Entry.objects.filter(game=at.game, seq=at.seq)
        kind, actor, rolls = rows.values_list("kind", "actor_id", "rolls").get()
        return kind, actor, bool(rolls)

    return at.remember(NEWEST, read)


def _row(game: Game, entry: journal.Entry, turn: int | None, request: Request) -> Entry:
    return Entry(
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
        power=request.power,
        covert=request.covert,
        created_at=request.now,
    )


MOVED: Final = (
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
    "standing",
    "ended_at",
)
_APPEND, _MOVE = Insertion(Entry), Change(Game, MOVED, ["id", "seq"], on=["version"])
_LATEST = Change(Snapshot, ["seq", "step", "state", "digest", "entry_digest"], ["game", "seq"])
_KEEP = Insertion(Snapshot)


def _advance(game: Game, after: LiveGame, now: datetime, *, told: bool) -> Question:
    """Build the query that advances the game, unless it has already advanced, and records its end. ``told``:
    whether the time of the move may be shown (not after a covert answer).
    """
    assert after.head is not None
    drawn = game.seq
    game.seq, game.step = after.head.seq, after.head.step
    game.moved_at = now if told else game.moved_at
    game.trouble, game.trouble_count, game.retry_at = "", 0, None
    game.trying_at, game.tries = None, 0
    outcome = after.outcome()
    if outcome is None:
        game.status, game.outcome, game.ended_at = Game.Status.RUNNING, None, None
    else:
        game.status, game.ended_at = Game.Status.ENDED, now
        game.outcome = outcome.to_json()
    game.standing = standing_of(after)
    return _MOVE.question({name: getattr(game, name) for name in MOVED}, {"id": game.pk, "seq": drawn})


def _require_moved(game: Game, drawn: int, claimed: int) -> None:
    if claimed != 1:
        raise stale(drawn, game.seq)
    game.version += 1


def standing_of(at: LiveGame) -> dict[str, Any]:
    """Return a game's turn, its scores, and the names of the seats that have scores, for lists that do not
    open the game.
    """
    scores = dict(at.rules.scores(at.state))
    seats = {info.id: info.name or info.id for info in at.rules.seats if info.id in scores}
    return {"turn": at.turn, "scores": scores, "seats": seats}


def _snapshot_query(game: Game, written: dict[str, Any]) -> Question:
    return _KEEP.question(Snapshot(game=game, **written))


def _snapshot_fields(after: LiveGame) -> dict[str, Any]:
    assert after.head is not None
    head = after.head
    state, text = state_writer(after.system.codec).write(head.state)
    return {
        "seq": head.seq,
        "step": head.step,
        "state": state,
        "digest": text_digest(text),
        "entry_digest": head.digest,
    }


def whole_log(game: Game) -> list[journal.Entry]:
    """The complete log as journal entries."""
    return [as_journal(entry) for entry in Entry.objects.filter(game=game).order_by("seq").iterator()]


def as_journal(entry: Entry) -> journal.Entry:
    """Convert a stored entry to a journal entry."""
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
