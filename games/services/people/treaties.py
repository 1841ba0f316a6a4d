"""Treaties: promises between seats that are proposed, answered, and judged by the log or by the two parties.

This module never carries out a promise. Only the rules enforce promises, and only the kinds they know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Prefetch, Q, QuerySet

from engine.choices import matching
from engine.codec import digest
from engine.contract import promises as judged
from engine.game import Facts
from engine.journal import ACTION, REWIND
from games.access import NotYourSeat, User, get_game_for, is_gm, seats_of
from games.models import Entry, Game, Outbox, Promise, Treaty
from games.models.treaty import BROUGHT
from games.refusals import illegal, invalid
from games.services import messages
from games.services.entries import lock, own_key, require_running
from games.services.going_back.consent import OWN
from games.services.tables import LiveGame, table_locked

MOST = 8  # maximum number of promises in one treaty
MOST_OPEN = 40  # maximum number of unanswered proposals of one seat
BROKE = "broke"  # the message code for the seat that broke a promise
Status, Cause = Treaty.Status, Treaty.Cause


@dataclass(frozen=True)
class ProposedPromise:
    """A promise to propose: the seat that makes it, and its kind and terms."""

    by: str
    choice: Facts  # the kind and terms of the promise: {"kind": ..., <terms>}


# --- reading treaties ---------------------------------------------------------------------------------------


def treaties_for(user: User, game: Game) -> QuerySet[Treaty]:
    """Return the treaties that the user may read: those of their seats, and others that are public or
    revealed. The game master of an imported game may read all treaties in the file.
    """
    mine = seats_of(user, game)
    told = Q(made_seq__isnull=False) & (Q(public=True) | ~Q(revealed_by=""))
    ours = Q(seat__in=mine) | Q(to__in=mine)
    if is_gm(user, game):
        ours |= Q(key__startswith=BROUGHT)
    kept = Prefetch("promises", Promise.objects.order_by("pk"))
    return Treaty.objects.filter(told | ours, game=game).prefetch_related(kept)


def can_read_any(user: User, game: Game) -> bool:
    """Whether this user may read any treaty."""
    return game.has_treaties and treaties_for(user, game).exists()


def secrets_of(user: User, game: Game) -> bool:
    """Whether this user may read a treaty that is not public."""
    return game.has_treaties and any(not one.open_to_all for one in treaties_for(user, game))


def waiting_for(user: User, game: Game) -> int:
    """The number of proposals that wait for this user's answer."""
    if not game.has_treaties:
        return 0
    mine = seats_of(user, game)
    return Treaty.objects.filter(game=game, status=Status.PROPOSED, to__in=mine).count()


def partners(game: Game, seat: str) -> list[str]:
    """Return the seats with which a seat can make a treaty. Bots make no treaties."""
    return [one.key for one in game.seats.all() if not one.is_bot and one.key != seat]


# --- proposing and answering --------------------------------------------------------------------------------


def propose(
    game_id: UUID,
    user: User,
    *,
    seat: str,
    to: str,
    wanted: Sequence[ProposedPromise],
    public: bool,
    key: str,
    now: datetime,
) -> Treaty:
    """Propose a treaty of the ``wanted`` promises between two seats, in either direction. Submitting the same
    form twice makes one proposal. Raises NotYourSeat for another player's seat, InvalidAction for a faulty
    promise, and IllegalAction if no treaty with that seat is possible.
    """
    game = get_game_for(user, game_id)
    if seat not in seats_of(user, game):
        raise NotYourSeat
    with transaction.atomic():
        game = lock(game_id)
        if seat not in seats_of(user, game):
            raise NotYourSeat
        once = own_key(user, digest([own_key(user, key), seat, to]))
        done = Treaty.objects.filter(game=game, key=once).first()
        if done is not None:
            return done
        require_running(game)
        if to not in partners(game, seat):
            raise illegal("no_such_seat", seat=to)
        at = table_locked(game)
        rows = [_promise(at, one, seat, to) for one in wanted]
        if not rows:
            raise invalid("treaty_empty")
        if len(rows) > MOST:
            raise invalid("treaty_too_long", most=MOST)
        if Treaty.objects.filter(game=game, seat=seat, status=Status.PROPOSED).count() >= MOST_OPEN:
            raise illegal("treaty_too_many", most=MOST_OPEN)
        treaty = Treaty.objects.create(
            game=game,
            seat=seat,
            to=to,
            author=user,
            public=public,
            key=once,
            created_at=now,
            proposed_seq=game.seq,
        )
        for row in rows:
            row.treaty = treaty
        Promise.objects.bulk_create(rows)
        Game.objects.filter(pk=game.pk).update(has_treaties=True)
        _notify_parties(game, treaty, [to], "proposed", now, actor=user)
        _bump_version(game)
    return treaty


def _promise(at: LiveGame, one: ProposedPromise, seat: str, to: str) -> Promise:
    """Check a proposed promise against the promises that the rules offer, and build its row. Raises
    InvalidAction if the rules do not offer it.
    """
    if one.by not in (seat, to):
        raise invalid("not_a_choice")
    other = to if one.by == seat else seat
    found = matching(at.rules.promises(at.state, one.by, other), one.choice)
    if found is None:
        raise invalid("not_a_choice")
    names = {*found.fixed, *(field.name for field in found.fields)}
    terms = {name: value for name, value in one.choice.items() if name in names}
    if found.kind == judged.WORDS and not str(terms.get(judged.WORDS) or "").strip():
        raise invalid("promise_empty")
    return Promise(by=one.by, to=other, kind=found.kind, terms=terms)


def accept(game_id: UUID, user: User, number: int, now: datetime) -> None:
    """Accept a proposed treaty. Accepting it twice changes nothing."""
    with transaction.atomic():
        game, treaty = _lock_treaty(game_id, user, number)
        if treaty.status == Status.MADE:
            return
        _require_party(treaty, treaty.to in seats_of(user, game), Status.PROPOSED)
        require_running(game)
        at = table_locked(game)
        if any(as_promise(row).has_expired(at.turn) for row in treaty.promises.all()):
            raise illegal("treaty_late")
        treaty.status, treaty.made_seq, treaty.made_turn = Status.MADE, game.seq, at.turn
        treaty.save(update_fields=["status", "made_seq", "made_turn"])
        _notify_parties(game, treaty, [treaty.seat], "made", now, actor=user)
        _notify_due(game, at.turn, treaty.promises.all(), now)
        _bump_version(game)


def decline(game_id: UUID, user: User, number: int, now: datetime) -> None:
    """Decline a proposed treaty. Declining it twice changes nothing."""
    with transaction.atomic():
        game, treaty = _lock_treaty(game_id, user, number)
        if treaty.status != Status.DECLINED:
            _require_party(treaty, treaty.to in seats_of(user, game), Status.PROPOSED)
            _update_treaty(treaty, status=Status.DECLINED)
            _notify_parties(game, treaty, [treaty.seat], "declined", now, actor=user)
            _bump_version(game)


def withdraw(game_id: UUID, user: User, number: int) -> None:
    """Withdraw the user's proposal before it is answered. Withdrawing it twice changes nothing."""
    with transaction.atomic():
        game, treaty = _lock_treaty(game_id, user, number)
        if treaty.status != Status.WITHDRAWN:
            _require_party(treaty, treaty.seat in seats_of(user, game), Status.PROPOSED)
            _update_treaty(treaty, status=Status.WITHDRAWN)
            _bump_version(game)


def reveal(game_id: UUID, user: User, number: int, now: datetime) -> None:
    """Reveal a secret treaty to everybody, as one of its parties. Revealing it twice changes nothing."""
    with transaction.atomic():
        game, treaty = _lock_treaty(game_id, user, number)
        if treaty.open_to_all:
            return
        if not treaty.was_made:
            raise illegal("treaty_closed")
        seat = _speaking_party(user, game, treaty)
        _update_treaty(treaty, revealed_by=seat, revealed_seq=game.seq, revealed_turn=table_locked(game).turn)
        _notify_parties(game, treaty, treaty.parties, "revealed", now, actor=user)
        _bump_version(game)


def mark(game_id: UUID, user: User, number: int, status: str, now: datetime) -> None:
    """Declare a promise kept or broken, as one of its two parties. With the status ``open``, withdraw the
    declaration. A promise that the log judges cannot be declared either way.
    """
    if status not in (judged.OPEN, judged.KEPT, judged.BROKEN):
        raise invalid("not_a_choice")
    with transaction.atomic():
        game, promise, seat = _find_promise(game_id, user, number)
        require_running(game)
        at = table_locked(game)
        if at.rules.settles(as_promise(promise)):
            raise illegal("promise_by_log")
        if promise.status == status:
            return
        if promise.status != Promise.Status.OPEN and promise.settled_by != seat:
            raise illegal("promise_settled")
        if status == judged.OPEN:
            _reopen(promise)
        else:
            _settle(promise, status, game.seq, at.turn, seat)
        other = promise.to if seat == promise.by else promise.by
        _notify_outcome(game, promise, status, other, now, user)
        _bump_version(game)


def dispute(game_id: UUID, user: User, number: int, on: bool, now: datetime) -> None:
    """Dispute the other party's declaration, or withdraw the dispute."""
    with transaction.atomic():
        game, promise, seat = _find_promise(game_id, user, number)
        require_running(game)
        if promise.status == Promise.Status.OPEN or promise.settled_by in ("", seat):
            raise illegal("promise_settled")
        if promise.disputed != on:
            promise.disputed = on
            promise.save(update_fields=["disputed"])
            _notify_parties(
                game, promise.treaty, [promise.settled_by], f"disputed.{on}.{promise.pk}", now, actor=user
            )
            _bump_version(game)


def _lock_treaty(game_id: UUID, user: User, number: int) -> tuple[Game, Treaty]:
    """Lock the game and return it with a treaty to which the user is a party. Raises NotYourSeat for anyone
    else.
    """
    get_game_for(user, game_id)
    game = lock(game_id)
    treaty = Treaty.objects.filter(game=game, pk=number).first()
    if treaty is None or not {*treaty.parties} & {*seats_of(user, game)}:
        raise NotYourSeat
    return game, treaty


def _find_promise(game_id: UUID, user: User, number: int) -> tuple[Game, Promise, str]:
    found = Promise.objects.filter(pk=number, treaty__game=game_id).select_related("treaty").first()
    game, treaty = _lock_treaty(game_id, user, 0 if found is None else found.treaty_id)
    if treaty.status != Status.MADE:
        raise illegal("treaty_closed")
    promise = treaty.promises.get(pk=number)
    return game, promise, _speaking_party(user, game, treaty, promise)


def _speaking_party(user: User, game: Game, treaty: Treaty, promise: Promise | None = None) -> str:
    """Return the party for which the user speaks. A user who plays both speaks for the party that made the
    last declaration, or else for the promise's recipient.
    """
    mine = [seat for seat in treaty.parties if seat in seats_of(user, game)]
    if promise is not None and promise.settled_by in mine:
        return promise.settled_by
    return promise.to if promise is not None and promise.to in mine else mine[0]


def _require_party(treaty: Treaty, theirs: bool, status: str) -> None:
    if not theirs:
        raise NotYourSeat
    if treaty.status != status:
        raise illegal("treaty_closed")


def _update_treaty(treaty: Treaty, **changes: Any) -> None:
    for name, value in changes.items():
        setattr(treaty, name, value)
    treaty.save(update_fields=list(changes))


def _bump_version(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)


def _notify_parties(
    game: Game,
    treaty: Treaty,
    seats: Iterable[str],
    what: str,
    now: datetime,
    actor: User = None,
    **more: Any,
) -> None:
    users = {seat.key: seat.user for seat in game.seats.all()}
    told = [users.get(seat) for seat in seats]
    occasion = f"{treaty.pk}.{what}.{game.seq}"
    facts = {"treaty": treaty.pk, "what": what.partition(".")[0], **more}
    messages.owe(game, Outbox.Kind.TREATY, occasion, told, now, actor=actor, **facts)


def _notify_outcome(
    game: Game, row: Promise, status: str, seat: str, now: datetime, actor: User = None
) -> None:
    """Notify a seat of a promise's outcome. The seat that broke the promise gets a different message."""
    what = BROKE if status == judged.BROKEN and seat == row.by else status
    _notify_parties(game, row.treaty, [seat], f"{what}.{row.pk}", now, actor=actor, promise=row.pk)


def close_treaties(game: Game) -> None:
    """Close the treaties of an abandoned game. Open promises lapse, and proposals become void. Runs in the
    caller's transaction.
    """
    if not game.has_treaties:
        return
    standing = Promise.objects.filter(treaty__game=game, treaty__status=Status.MADE)
    standing.filter(status=Promise.Status.OPEN).update(
        status=Promise.Status.LAPSED,
        settled_seq=game.seq,
        settled_turn=game.standing.get("turn"),
        settled_by="",
        disputed=False,
    )
    proposed = Treaty.objects.filter(game=game, status=Status.PROPOSED)
    proposed.update(status=Status.VOID, cause=Cause.ENDED)


# --- judging by the log -------------------------------------------------------------------------------------


def as_promise(row: Promise) -> judged.Promise:
    return judged.Promise(row.kind, row.by, row.to, row.terms)


def follow_entry(before: LiveGame, after: LiveGame, entry: Entry, now: datetime) -> None:
    """Update the promises and treaties of a game after an entry, in the entry's transaction."""
    game = after.game
    if not game.has_treaties:
        return
    if entry.kind == REWIND:
        adjust_after_rewind(after, entry, now)
    standing = Promise.objects.filter(treaty__game=game, treaty__status=Status.MADE)
    rows = list(standing.filter(status=Promise.Status.OPEN).select_related("treaty"))
    for row in rows:
        late = as_promise(row).has_expired(before.turn)  # too late to keep or break the promise
        fresh = _relevant_events(before, row, entry) if entry.kind == ACTION and not late else []
        if fresh:
            row.evidence = [*row.evidence, *fresh]
            row.save(update_fields=["evidence"])
        judge(after, row, now, entry.actor)
    if before.turn != after.turn and not game.is_over:
        _notify_due(game, after.turn, [row for row in rows if row.status == Promise.Status.OPEN], now)
    if game.is_over:
        proposed = Treaty.objects.filter(game=game, status=Status.PROPOSED)
        proposed.update(status=Status.VOID, cause=Cause.ENDED)


def _relevant_events(before: LiveGame, row: Promise, entry: Entry) -> list[list[Any]]:
    """Return the events of an entry that affect a promise and that both parties see. If the promise is
    public, only events that everyone sees are returned.
    """
    rules, codec, promise = before.rules, before.system.codec, as_promise(row)
    eyes: tuple[str | None, ...] = (row.by, row.to, *((None,) if row.treaty.open_to_all else ()))
    found = []
    for written in entry.events:
        seen: Any = codec.read(written)
        for seat in eyes:
            seen = None if seen is None else rules.sees(seen, seat)
        if seen is not None and rules.concerns_promise(before.state, promise, seen):
            found.append([entry.seq, codec.write(seen)])
    return found


def judge(at: LiveGame, row: Promise, now: datetime, actor: User = None) -> None:
    """Judge an open promise by the log and notify both parties. The seat that made the promise gets no
    message if it has just acted.
    """
    promise, codec = as_promise(row), at.system.codec
    over = at.game.is_over or promise.has_expired(at.turn)
    verdict = at.rules.judge_promise(promise, [codec.read(event) for _seq, event in row.evidence], over)
    if verdict == judged.OPEN and at.game.is_over:
        verdict = Promise.Status.LAPSED
    if verdict == judged.OPEN:
        return
    _settle(row, verdict, at.seq, at.turn, "")
    if verdict != Promise.Status.LAPSED:
        for seat in row.treaty.parties:
            _notify_outcome(at.game, row, verdict, seat, now, actor if seat == row.by else None)


def _settle(row: Promise, status: str, seq: int, turn: int | None, seat: str) -> None:
    row.status, row.settled_seq, row.settled_turn, row.settled_by = status, seq, turn, seat
    row.disputed = False
    row.save(update_fields=["status", "settled_seq", "settled_turn", "settled_by", "disputed"])


def _reopen(row: Promise) -> None:
    row.status, row.settled_seq, row.settled_turn, row.settled_by = Promise.Status.OPEN, None, None, ""
    row.disputed = False
    row.save(update_fields=["status", "settled_seq", "settled_turn", "settled_by", "disputed"])


def _notify_due(game: Game, turn: int | None, rows: Iterable[Promise], now: datetime) -> None:
    users = {seat.key: seat.user for seat in game.seats.all()}
    for row in rows:
        until = as_promise(row).last_turn
        if until is not None and until == turn:
            told, key = [users.get(row.by)], f"{row.pk}.{turn}"
            messages.owe(game, Outbox.Kind.PROMISE_DUE, key, told, now, actor=None, promise=row.pk)


def adjust_after_rewind(after: LiveGame, entry: Entry, now: datetime) -> None:
    """Adjust treaties after a rewind. Later treaties become void, and later judgements reopen. Players who
    undo only their own moves stay bound by their promises.
    """
    action: Mapping[str, Any] = entry.action or {}
    to: int = action["to"]
    game = after.game
    rows = Promise.objects.filter(treaty__game=game, treaty__status=Status.MADE).select_related("treaty")
    for row in rows:
        kept = [one for one in row.evidence if one[0] <= to]
        if len(kept) < len(row.evidence):
            row.evidence = kept
            row.save(update_fields=["evidence"])
        if row.settled_seq is not None and row.settled_seq > to and not row.settled_by:
            _reopen(row)
    if action.get("way") == OWN:
        _move_agreements(game, to, entry.seq)
        return
    for row in rows:
        if row.settled_seq is not None and row.settled_seq > to and row.settled_by:
            _reopen(row)
    made = Treaty.objects.filter(game=game, status=Status.MADE, made_seq__gt=to)
    proposed = Treaty.objects.filter(game=game, status=Status.PROPOSED, proposed_seq__gt=to)
    for treaty in [*made, *proposed]:
        facts = {"void_seq": entry.seq, "void_turn": after.turn}
        _update_treaty(treaty, status=Status.VOID, cause=Cause.WENT_BACK, **facts)
        _notify_parties(game, treaty, treaty.parties, "void", now)


def _move_agreements(game: Game, to: int, seq: int) -> None:
    treaties = Treaty.objects.filter(game=game).exclude(status=Status.VOID)
    treaties.filter(made_seq__gt=to).update(made_seq=seq)
    treaties.filter(proposed_seq__gt=to).update(proposed_seq=seq)
    promises = Promise.objects.filter(treaty__in=treaties, settled_seq__gt=to)
    promises.exclude(settled_by="").update(settled_seq=seq)


# --- news for a player --------------------------------------------------------------------------------------


def proposed_to(user: User, game: Game) -> list[Treaty]:
    """The proposals that wait for this user's answer, oldest first."""
    if not game.has_treaties:
        return []
    mine = seats_of(user, game)
    return list(Treaty.objects.filter(game=game, status=Status.PROPOSED, to__in=mine).order_by("pk"))


def broken_to(user: User, game: Game, turn: int | None) -> list[Promise]:
    """Return the promises to this user's seats that others broke this turn or last turn. Those that the user
    declared broken are left out.
    """
    if not game.has_treaties:
        return []
    mine = seats_of(user, game)
    rows = Promise.objects.filter(treaty__game=game, status=Promise.Status.BROKEN, to__in=mine)
    rows = rows.filter(treaty__status=Status.MADE).exclude(by__in=mine).exclude(settled_by__in=mine)
    if turn is not None:
        rows = rows.filter(settled_turn__gte=turn - 1)
    return list(rows.order_by("-settled_seq", "pk"))


def voided_to(user: User, game: Game, turn: int | None) -> list[Treaty]:
    """Return the treaties of this user's seats that were in force and became void this turn or last turn."""
    if not game.has_treaties:
        return []
    mine = seats_of(user, game)
    rows = Treaty.objects.filter(game=game, status=Status.VOID, void_seq__isnull=False)
    rows = rows.filter(Q(seat__in=mine) | Q(to__in=mine), made_seq__isnull=False)
    if turn is not None:
        rows = rows.filter(void_turn__gte=turn - 1)
    return list(rows.order_by("-void_seq", "pk"))


# --- the chronicle ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class News:
    """An event of a treaty or of one of its promises. ``what``: made, revealed or void for the treaty, and
    kept, broken or lapsed for a promise.
    """

    seq: int
    turn: int | None
    what: str
    treaty: Treaty
    promise: Promise | None = None


def news(treaties: Iterable[Treaty], until: int | None = None) -> list[News]:
    """Return the chronicle's news of these treaties, oldest first, up to entry ``until``."""
    found: list[News] = []
    for one in treaties:
        if one.made_seq is None:
            continue
        found.append(News(one.made_seq, one.made_turn, "made", one))
        if one.revealed_seq is not None:
            found.append(News(one.revealed_seq, one.revealed_turn, "revealed", one))
        if one.void_seq is not None:
            found.append(News(one.void_seq, one.void_turn, "void", one))
        found += [
            News(row.settled_seq, row.settled_turn, row.status, one, row)
            for row in one.promises.all()
            if row.settled_seq is not None
        ]
    told = [one for one in found if until is None or one.seq <= until]
    return sorted(told, key=lambda one: (one.seq, one.treaty.pk))


def news_until(user: User, game: Game, until: int | None = None) -> list[News]:
    """Return news of the treaties that this user may read, up to the position being viewed."""
    if not game.has_treaties:
        return []
    found = treaties_for(user, game)
    if game.as_was is not None:
        found, until = found.filter(Q(public=True) | Q(revealed_seq__lte=game.seq)), game.seq
    return news(found, until)
