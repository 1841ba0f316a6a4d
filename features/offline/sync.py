"""Merge offline play into the log, or store it as a branch until the players choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.http import Http404

from engine.codec import digest
from engine.game import GM, InvalidAction, Refusal
from engine.journal import ACTION
from features.offline import branch_consent, branches, replay
from features.offline.branch_consent import ALL, RewindPermission, Voters
from features.offline.branches import IN, ON, PARTED, Item, Relation, Step
from features.offline.export import require_typed
from games.access import NotYourSeat, User, get_game_for, takes_part
from games.models import Branch, Entry, Game, Outbox
from games.refusals import StepRefused, illegal, stale
from games.services import messages, plans
from games.services.entries import lock
from games.services.going_back import consent
from games.services.going_back.rewinding import require_way_back, voice_of
from games.services.tables import LiveGame, table_locked

HOME: Final = "home"  # the branch is in the log now
ALREADY: Final = "already"  # the branch was already in the log
WAITING: Final = "waiting"  # the branch continues the log but needs the consent of others
CONFLICT: Final = "conflict"  # the log has continued differently
REFUSED: Final = "refused"  # the rules forbid one of the branch's moves

MOST: Final = 600  # maximum number of moves in one upload
MOST_OPEN: Final = 12  # maximum number of undecided branches per person and game
MOST_LEFT: Final = 20  # maximum number of discarded branches stored per person and game
LEFT_FOR: Final = timedelta(days=90)  # how long a discarded branch is stored
LATEST: Final = 100  # maximum number of merged branches stored per game
State = Branch.State


@dataclass(frozen=True)
class UploadResult:
    """The result of an upload. ``why``: the refusal if the rules refused a move."""

    result: str
    game: Game
    branch: Branch | None = None
    why: Refusal | None = None


@dataclass(frozen=True)
class Stand:
    """The relation of a branch of offline moves to the log. ``why``: the reason if the two cannot be
    compared.
    """

    relation: Relation | None
    brought: Sequence[Step] = ()
    why: Refusal | None = None


# --- uploading a branch -------------------------------------------------------------------------------------


def import_moves(
    game_id: UUID,
    user: User,
    *,
    device: UUID,
    base: int,
    base_digest: str,
    items: Sequence[Item],
    now: datetime,
) -> UploadResult:
    """Import the moves that a device made after entry ``base``, either all or none. Moves that conflict with
    the log, need others' consent or break a rule are kept as a branch. Repeating an upload changes
    nothing.

    Raises NotYourSeat if the user does not take part, and Http404 if the user may not see the game.
    Raises IllegalAction for a game that cannot be played offline, for a move that the game's system does
    not know, and for too many undecided branches of this user. A refusal stores nothing.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not takes_part(user, game):
            raise NotYourSeat
        at = table_locked(game)
        require_typed(at)
        if not items:
            return UploadResult(ALREADY, game)
        bare = [{name: value for name, value in item.items() if name != "at"} for item in items]
        body = digest({"base": [base, base_digest], "entries": bare})
        row = Branch.objects.filter(game=game, device=device, by=user, body=body).first()
        if row is not None and row.state in (State.HOME, State.CHOSEN):
            return UploadResult(ALREADY, game, row)
        if row is not None and row.state == State.LEFT:
            return UploadResult(CONFLICT, game, row)
        if row is None:
            _require_known(at, items)
            row = _store_branch(game, user, device, base, base_digest, items, body, now)
        return _receive_branch(at, row, user, now)


def _store_branch(
    game: Game,
    user: User,
    device: UUID,
    base: int,
    base_digest: str,
    items: Sequence[Item],
    body: str,
    now: datetime,
) -> Branch:
    kept = Branch.objects.filter(game=game)
    _delete_old(game, user, now)
    old = kept.filter(state=State.HOME).order_by("-pk").values_list("pk", flat=True)[LATEST:]
    kept.filter(pk__in=list(old)).delete()
    return Branch.objects.create(
        game=game,
        device=device,
        by=user,
        seat=voice_of(user, game),
        body=body,
        base_seq=base,
        base_digest=base_digest,
        entries=[dict(item) for item in items],
        brought_at=now,
    )


def _require_known(at: LiveGame, items: Sequence[Item]) -> None:
    """Raise IllegalAction with the number of the first move that is impossible in any position, because the
    game does not know its seat or action.
    """
    seats = {GM, *(seat.key for seat in at.game.seats.all())}
    for number, item in enumerate(items, 1):
        if item["seat"] not in seats:
            raise illegal("branch_impossible", number=number)
        if item["kind"] == ACTION:
            try:
                at.system.codec.read(item["action"])
            except InvalidAction:
                raise illegal("branch_impossible", number=number) from None


def _delete_old(game: Game, user: User, now: datetime) -> None:
    """Delete this user's discarded branches that are too old or exceed the limit. The caller provides the
    transaction.
    """
    left = Branch.objects.filter(game=game, by=user, state=State.LEFT)
    newest = left.filter(Q(closed_at=None) | Q(closed_at__gt=now - LEFT_FOR)).order_by("-pk")
    kept = list(newest.values_list("pk", flat=True)[:MOST_LEFT])
    left.exclude(pk__in=kept).delete()


def _require_room(row: Branch) -> None:
    """Limit a user's undecided branches. Raises IllegalAction if there are too many, so that the transaction
    that stored the branch is rolled back.
    """
    waiting = Branch.objects.filter(game=row.game_id, by=row.by_id, state=State.OPEN).exclude(pk=row.pk)
    if waiting.count() >= MOST_OPEN:
        raise illegal("branches_too_many", most=MOST_OPEN)


def _receive_branch(at: LiveGame, row: Branch, user: User, now: datetime) -> UploadResult:
    log = log_of(at)
    found = log.stand(row)
    if found.relation is None:
        return _keep_branch(at, row, REFUSED, now, why=found.why)
    if found.relation.kind == IN:
        _close(row, State.HOME, now)
        return UploadResult(ALREADY, at.game, row)
    if found.relation.kind != ON:
        if not at.game.running and not at.game.has_ended:
            return _keep_branch(at, row, REFUSED, now, found.relation, illegal("not_running"))
        return _keep_branch(at, row, CONFLICT, now, found.relation, tell=branch_consent.others(at.game, user))
    words = voters_for(at, row, found.relation, log)
    lacking = branch_consent.seats_without_consent(at.game, found.relation.rest, words)
    back, reason = _undone_moves(at, found), RewindPermission(consent.TABLE, row.seat)
    if back is not None:
        agreed = _ground(at, row, found, back, words, now)
        if agreed is None:
            lacking = lacking or [seat.key for seat in at.game.seats.all() if seat.user_id != user.pk]
        else:
            reason = agreed
    if lacking:
        people = [seat.user for seat in at.game.seats.all() if seat.key in lacking and seat.user is not None]
        return _keep_branch(
            at, row, WAITING, now, found.relation, tell=people or branch_consent.others(at.game, user)
        )
    try:
        after = _carry_branch(at, row, found.relation, back, reason, now)
    except Refusal as refused:
        return _keep_branch(at, row, REFUSED, now, found.relation, refused)
    _close(row, State.HOME, now)
    _settle(after, now)
    return UploadResult(HOME, at.game, row)


def _keep_branch(
    at: LiveGame,
    row: Branch,
    result: str,
    now: datetime,
    relation: Relation | None = None,
    why: Refusal | None = None,
    tell: Sequence[Any] = (),
) -> UploadResult:
    """Store a branch outside the log until the players choose. Raises IllegalAction if there are too many
    branches.
    """
    _require_room(row)
    row.refusal = None if why is None else _refusal_facts(why)
    row.parted_seq = None if relation is None else relation.common
    row.turn = None if relation is None else relation.turn
    row.parted = relation is not None and relation.kind == PARTED
    row.save(update_fields=["refusal", "parted_seq", "parted", "turn"])
    _tell(at.game, Outbox.Kind.BRANCH, row, tell, now)
    return UploadResult(result, at.game, row, why)


def _carry_branch(
    at: LiveGame,
    row: Branch,
    relation: Relation,
    back: consent.UndoneMoves | None,
    reason: RewindPermission,
    now: datetime,
) -> LiveGame:
    """Add a branch's moves to the log. Raises Refusal if a move is not allowed, and then stores nothing."""
    if not at.game.running and not at.game.has_ended:
        raise illegal("not_running")
    undone = back or consent.UndoneMoves(at.seq, ())
    steps, here = list[replay.Taken](), at
    if back is not None and relation.kind != ON:
        require_way_back(at.game, back.to_seq, at.game.seq)
        steps = [replay.rewind_to_fork(at, row, reason.seat, back.to_seq, reason.marks(back), now)]
        here = replay.table_at_head(at, steps[0][0].head)
    elif back is not None and back.to_seq < at.seq:
        require_way_back(at.game, back.to_seq, at.game.seq)
    steps += replay.replay_steps(here, row, relation.rest, reason.marks(undone), now)
    return replay.store(at, row, steps, undone) if steps else at


# --- choosing a branch --------------------------------------------------------------------------------------


def choose(game_id: UUID, user: User, number: int, *, drawn_seq: int, now: datetime) -> UploadResult:
    """Vote for a branch. Once everyone concerned has agreed, the branch enters the log. Conflicting log
    entries are then undone: they stay in the log, marked as undone.

    Raises IllegalAction if the branch is closed (branch_closed) or the rewind is refused, and StepRefused
    if the rules refuse a move. Raises StaleAction if the game has continued, and NotYourSeat or Http404
    if the user may not vote. A refusal changes nothing.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        at, row = _lock_branch(game_id, user, number)
        game = at.game
        if row.state in (State.HOME, State.CHOSEN):
            return UploadResult(ALREADY, game, row)
        if drawn_seq != game.seq:
            raise stale(drawn_seq, game.seq)
        log = log_of(at)
        found = log.stand(row)
        if found.relation is None:
            raise found.why or illegal("branch_closed")
        if found.relation.kind == IN:
            _close(row, State.HOME, now)
            return UploadResult(ALREADY, game, row)
        if user.pk not in row.words:
            row.words = [*row.words, user.pk]
        words = voters_for(at, row, found.relation, log)
        back, reason = _undone_moves(at, found), RewindPermission(consent.TABLE, row.seat)
        lacking: Sequence[str] = branch_consent.seats_without_consent(game, found.relation.rest, words)
        if back is not None:
            agreed = _ground(at, row, found, back, words, now)
            reason, lacking = agreed or reason, lacking if agreed else [*lacking, ""]
        if lacking:
            row.state, row.closed_at = State.OPEN, None
            row.save(update_fields=["words", "state", "closed_at"])
            _tell(game, Outbox.Kind.BRANCH, row, branch_consent.others(game, user), now)
            return UploadResult(WAITING, game, row)
        after = _carry_branch(at, row, found.relation, back, reason, now)
        row.save(update_fields=["words"])
        _close(row, State.CHOSEN, now)
        _settle(after, now)
        _tell(game, Outbox.Kind.BRANCH_DONE, row, branch_consent.others(game, user), now)
    return UploadResult(HOME, game, row)


def set_aside_branch(game_id: UUID, user: User, number: int, *, now: datetime) -> Branch:
    """Vote for the log instead of a branch. The branch is set aside and can still be chosen later. Raises
    IllegalAction if the branch is closed (branch_closed), and NotYourSeat or Http404 if the user may not
    vote.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        at, row = _lock_branch(game_id, user, number)
        if row.state == State.LEFT:
            return row
        if row.state != State.OPEN:
            raise illegal("branch_closed")
        row.words = []
        row.save(update_fields=["words"])
        _close(row, State.LEFT, now)
        _delete_old(at.game, row.by, now)
        _tell(at.game, Outbox.Kind.BRANCH_DONE, row, branch_consent.others(at.game, user), now)
    return row


def _lock_branch(game_id: UUID, user: User, number: int) -> tuple[LiveGame, Branch]:
    game = lock(game_id)
    if not takes_part(user, game):
        raise NotYourSeat
    row = Branch.objects.select_related("by").filter(game=game, pk=number).first()
    if row is None:
        raise Http404
    return table_locked(game), row


# --- comparing with the log ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Log:
    """A game's log for comparisons. The relation of each branch to the log is cached."""

    at: LiveGame
    steps: Sequence[Step]
    known: dict[int, Stand] = field(default_factory=dict)

    def stand(self, row: Branch) -> Stand:
        """Return how a branch relates to the log. The relation is computed once for each branch."""
        if row.pk not in self.known:
            self.known[row.pk] = self._compute_stand(row)
        return self.known[row.pk]

    def _compute_stand(self, row: Branch) -> Stand:
        at = self.at
        base = Entry.objects.filter(game=at.game, seq=row.base_seq).values_list("digest", flat=True).first()
        if base != row.base_digest:
            return Stand(None, why=illegal("branch_unknown_base", seq=row.base_seq))
        brought = branches.steps_of_upload(
            row.base_seq, row.entries, [_normalise_action(at, one) for one in row.entries]
        )
        stood = branches.line_of_play(step for step in self.steps if step.seq <= row.base_seq)
        number = branches.first_lost(stood, brought)
        if number is not None:
            refusal = illegal("bad_rewind", to_seq=row.entries[number - 1]["to"])
            return Stand(None, brought, StepRefused(number, refusal))
        return Stand(branches.relate(self.steps, row.base_seq, brought), brought)


def log_of(at: LiveGame) -> Log:
    """Load the current log of a game for comparisons."""
    rows = Entry.objects.filter(game=at.game, seq__lte=at.seq).order_by("seq")
    found = rows.values_list("seq", "kind", "seat", "action", "rolls", "turn")
    return Log(at, branches.steps_of_log(found.iterator()))


def _normalise_action(at: LiveGame, item: Item) -> Any:
    """Return an uploaded action in the log's format, with defaults added. An action that cannot be read is
    returned unchanged.
    """
    if item["kind"] != ACTION:
        return None
    codec = at.system.codec
    try:
        return codec.write(codec.read(item["action"]))
    except InvalidAction:
        return item["action"]


def voters_for(at: LiveGame, row: Branch, relation: Relation, log: Log) -> Voters:
    """Return the people who vouch for a branch: its uploader, the users who voted for it, and users who
    uploaded the same moves from other devices.
    """
    found = {pk: ALL for pk in (row.by_id, *row.words) if pk is not None}
    rows = Branch.objects.filter(game=at.game, state=State.OPEN).exclude(pk=row.pk)
    for other in rows.exclude(by=None).exclude(by__in=found):
        theirs = log.stand(other).relation
        if theirs is not None and theirs.common == relation.common and other.by_id is not None:
            marks = [step.mark for step in theirs.rest]
            same = branches.common_length([step.mark for step in relation.rest], marks)
            found[other.by_id] = max(found.get(other.by_id, 0), same)
    return Voters(found)


def missing_consents(
    at: LiveGame, row: Branch, found: Stand, log: Log, now: datetime, also: User = None
) -> list[str]:
    """Return the seats whose consent a branch still lacks. If only other people's consent is missing, return
    [""]. If ``also`` names a user, that user's consent is assumed.
    """
    if found.relation is None or found.relation.kind == IN:
        return []
    words = voters_for(at, row, found.relation, log)
    words = words if also is None else Voters({**words.of, also.pk: ALL})
    lacking = branch_consent.seats_without_consent(at.game, found.relation.rest, words)
    back = _undone_moves(at, found)
    if back is not None and _ground(at, row, found, back, words, now) is None:
        lacking = lacking or [""]
    return lacking


def _undone_moves(at: LiveGame, found: Stand) -> consent.UndoneMoves | None:
    relation = found.relation
    assert relation is not None
    if relation.kind != ON:
        back = consent.collect_undone(at, relation.common)
        return back if back.entries else None
    backwards = [step.to for step in relation.rest if step.to >= 0]
    return consent.collect_undone(at, min(backwards)) if backwards else None


def _ground(
    at: LiveGame, row: Branch, found: Stand, back: consent.UndoneMoves, words: Voters, now: datetime
) -> RewindPermission | None:
    """Return the permission by which log entries can be undone for the branch, or None."""
    if back.entries:
        return branch_consent.ground(at, back, words, now)
    people = words.people()
    for one in people:
        if branch_consent.may_undo_freely(at.game, one, found.brought):
            return RewindPermission(consent.freedom(at.game, one) or consent.TABLE, row.seat)
    other = next((one for one in people if one.pk != row.by_id and takes_part(one, at.game)), None)
    return None if other is None else RewindPermission(consent.AGREED, row.seat, voice_of(other, at.game))


def hand_over_words(guest: User, user: User) -> None:
    """Transfer a guest's votes on branches to the guest's new account."""
    near = Branch.objects.filter(game__seats__user=guest) | Branch.objects.filter(game__gm=guest)
    for row in near.filter(state=State.OPEN).distinct():
        if guest.pk in row.words:
            row.words = list(dict.fromkeys(user.pk if pk == guest.pk else pk for pk in row.words))
            row.save(update_fields=["words"])


def _settle(at: LiveGame, now: datetime) -> None:
    log = log_of(at)
    for row in Branch.objects.filter(game=at.game, state=State.OPEN):
        relation = log.stand(row).relation
        if relation is not None and relation.kind == IN:
            _close(row, State.HOME, now)


def _close(row: Branch, state: Branch.State, now: datetime) -> None:
    row.state, row.closed_at, row.refusal = state, now, None
    row.save(update_fields=["state", "closed_at", "refusal"])


def _tell(game: Game, kind: Outbox.Kind, row: Branch, people: Sequence[Any], now: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    occasion = f"{row.pk}.{row.state}.{len(row.words)}"
    messages.owe(game, kind, occasion, people, now, actor=None, branch=row.pk)


def _refusal_facts(why: Refusal) -> dict[str, Any]:
    if isinstance(why, StepRefused):
        return {**plans.refusal_json(why.refusal), "number": why.number}
    return plans.refusal_json(why)


def why_refused(row: Branch) -> Refusal | None:
    """Return the reason a branch could not enter the log when it was uploaded, or None."""
    kept: Any = row.refusal
    if kept is None:
        return None
    why = plans.REFUSALS[kept["kind"]](kept["rule"], kept["code"], **kept["facts"])
    return StepRefused(kept["number"], why) if "number" in kept else why
