"""Rewinds to an earlier position. Undone entries stay in the log, and the rewind itself is an entry too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction

from engine import journal
from engine.canonical_order import sort_keys
from engine.codec import digest
from games import plugins
from games.access import User, get_game_for, seats_of, takes_part
from games.models import BattleLink, Entry, Game, PendingDecision, Snapshot
from games.participants import link_of
from games.prepared_sql import PreparedQuery
from games.refusals import illegal, stale
from games.services import plans
from games.services.consequences import record
from games.services.entries import KEEP_EVERY, Request, as_journal, find_earlier_entry, lock, own_key
from games.services.fighting import battles
from games.services.fighting.battles import GM
from games.services.going_back import consent
from games.services.proof.chance import is_revealed
from games.services.steps import StepResult
from games.services.tables import LiveGame, order_head, stored_head, table


def rewind(
    game_id: UUID, user: User, *, to_seq: int, drawn_seq: int, key: str, now: datetime, why: str = ""
) -> StepResult:
    """Rewind to the position after entry ``to_seq`` without consent. An ended game runs again.
    :mod:`games.services.going_back.consent` sets the limits.

    Raises IllegalAction (needs_agreement, bad_rewind, campaign_went_on, dice_revealed) if the user cannot
    rewind so far alone. Raises StaleAction if the game has advanced since the page was rendered, and
    PermissionDenied for a user who takes no part in the game.
    """
    get_game_for(user, game_id)
    key, body = own_key(user, key), digest({"rewind": to_seq, "why": why})
    with transaction.atomic():
        game = lock(game_id)
        if not takes_part(user, game):
            raise PermissionDenied
        done = find_earlier_entry(game, key, body)
        if done is not None:
            return StepResult(done, game, repeated=True)
        require_way_back(game, to_seq, drawn_seq)
        at = table(game)
        back = consent.collect_undone(at, to_seq)
        way = consent.Reach(at, user, now).free_reason(back)
        if way is None:
            raise illegal("needs_agreement")
        seat = voice_of(user, game, way)
        reason = Entry.Reason.GM if seat == GM else Entry.Reason.PLAYER
        request = Request(key, reason, now, user, body)
        stood = back.questions if way == consent.OWN else ()
        entry = go_back(at, seat, back, consent.marks(way, back), why, request, stood)
    return StepResult(entry, game)


def can_be_rewound(game: Game) -> bool:
    """Return whether the game can be rewound at all. It cannot if it is void or abandoned, if its dice are
    revealed, or if its campaign has used the result.
    """
    if game.void or game.status not in {Game.Status.RUNNING, Game.Status.ENDED}:
        return False
    if game.has_ended and is_revealed(game):
        return False
    link = link_of(game) if plugins.is_battle(game.system) else None
    return link is None or not (link.is_settled or link.void)


def require_way_back(game: Game, to_seq: int, drawn_seq: int) -> None:
    """Check that the game can be rewound to entry ``to_seq``. Raises IllegalAction if it cannot, and
    StaleAction if the game has advanced since the page was rendered.
    """
    if game.status not in {Game.Status.RUNNING, Game.Status.ENDED}:
        raise illegal("not_running")
    if drawn_seq != game.seq:
        raise stale(drawn_seq, game.seq)
    if to_seq not in rewind_points(game):
        raise illegal("bad_rewind", to_seq=to_seq)
    if is_revealed(game):
        raise illegal("dice_revealed")
    link = BattleLink.objects.filter(battle=game).first()
    if link is not None and (link.is_settled or link.status == BattleLink.Status.VOID):
        raise illegal("campaign_went_on")


def voice_of(user: User, game: Game, way: str = "") -> str:
    """Return the role in which a user rewinds or asks for a rewind: their first seat, or the game master's
    role if they have no seat or act as game master (``way`` is LED).
    """
    mine = seats_of(user, game)
    return mine[0] if mine and way != consent.LED else GM


def go_back(
    at: LiveGame,
    seat: str,
    back: consent.UndoneMoves,
    marks: dict[str, Any],
    why: str,
    request: Request,
    stood: Sequence[PendingDecision] = (),
) -> Entry:
    """Rewind in the caller's transaction, without checking permission. ``stood``: the decisions that keep
    their deadlines.
    """
    assert at.head is not None
    reopen_battle(at.game)
    battles.void_after_rewind(back.battles, at.seq + 1, request.now)
    target = head_at(at, back.to_seq)
    plans.stop_after_rewind(at.game, back.entries, own=marks.get("way") == consent.OWN)
    return record(at, journal.rewind(at.opened, at.head, seat, target, why, marks), request, stood)


def rewind_points(game: Game) -> list[int]:
    """Return the entries to which a game can be rewound, in order. These are all entries in the current
    branch except the last. A sandbox can be rewound to its starting position, but not to the set-up
    before it.
    """
    return line_of_play(game)[1 if game.tryout else 0 : -1]


def line_of_play(game: Game, until: int | None = None) -> list[int]:
    """Return the entries that no rewind has undone, up to entry ``until``. Only the rewinds are loaded, no
    matter how long the log is.
    """
    last = game.seq if until is None else until
    gone: set[int] = set()
    for rewind in _REWINDS(game.pk, game.seq):
        gone.update(range(rewind.action["to"] + 1, rewind.seq + 1))
    return [seq for seq in range(last + 1) if seq not in gone]


_REWINDS = PreparedQuery(
    lambda game, seq: Entry.objects.filter(game=game, kind=journal.REWIND, seq__lte=seq).only(
        "seq", "action"
    ),
    UUID,
    int,
)


def head_at(at: LiveGame, seq: int) -> journal.Head[Any]:
    """Return the position after an entry in the current branch, with mapping keys in canonical order."""
    return order_head(_walk_to(at, seq))


def _walk_to(at: LiveGame, seq: int) -> journal.Head[Any]:
    """Replay to the position after an entry, from the nearest earlier snapshot or the beginning."""
    places = line_of_play(at.game, seq)
    near = _LATEST_SNAPSHOT.one(at.game.pk, seq)
    if (
        near is not None and near.seq not in places[-2 * KEEP_EVERY :]
    ):  # this snapshot belongs to an undone entry
        known = Snapshot.objects.filter(game=at.game, seq__in=places[-2 * KEEP_EVERY :])
        near = known.order_by("-seq").first()
    since = -1 if near is None else near.seq
    wanted = {place for place in places if place > since}
    between = [as_journal(row) for row in _BETWEEN(at.game.pk, since, seq) if row.seq in wanted]
    if near is None:
        return journal.replay(at.opened, between)
    return journal.replay_from(at.opened, stored_head(at.opened, near), between)


_LATEST_SNAPSHOT = PreparedQuery(
    lambda game, seq: Snapshot.objects.filter(game=game, seq__lte=seq).order_by("-seq")[:1], UUID, int
)
_BETWEEN = PreparedQuery(
    lambda game, since, seq: Entry.objects.filter(game=game, seq__gt=since, seq__lte=seq).order_by("seq"),
    UUID,
    int,
    int,
)


def table_at(at: LiveGame, seq: int) -> LiveGame:
    """Return the game right after entry ``seq``, read-only. If that entry was undone, the position before it
    is used.
    """
    if at.head is None or seq >= at.seq:
        return at
    return LiveGame(at.game, at.opened, head_at(at, max(seq, 0)))


def states_at(at: LiveGame, seqs: Iterable[int]) -> Iterator[tuple[int, Any]]:
    """Yield the states after several entries in the current branch, in one replay.

    Positions that the current rules cannot reach are left out.
    """
    head: journal.Head[Any] | None = None
    places = set(line_of_play(at.game))
    for seq in sorted(places.intersection(seqs)):
        try:
            head = _replay_onward(at, head, seq, places)
        except journal.Diverged:
            head = None
            continue
        yield seq, sort_keys(head.state)


def _replay_onward(
    at: LiveGame, head: journal.Head[Any] | None, seq: int, places: set[int]
) -> journal.Head[Any]:
    """Return the position at an entry, replayed from a recent position or from the nearest snapshot.
    ``places``: the numbers of the entries in the line of play.
    """
    if head is None or seq - head.seq > KEEP_EVERY:
        return _walk_to(at, seq)
    rows = Entry.objects.filter(game=at.game, seq__gt=head.seq, seq__lte=seq).order_by("seq")
    return journal.replay_from(at.opened, head, (as_journal(row) for row in rows if row.seq in places))


def reopen_battle(game: Game) -> None:
    """Reopen a battle that was only reported. Raises IllegalAction if the campaign has used the result."""
    link = BattleLink.objects.select_for_update(no_key=True).filter(battle=game).first()
    if link is None:
        return
    if link.is_settled or link.status == BattleLink.Status.VOID:
        raise illegal("campaign_went_on")
    if link.status == BattleLink.Status.REPORTED:
        link.status, link.report, link.confirmations = BattleLink.Status.OPEN, None, []
        link.save(update_fields=["status", "report", "confirmations"])
