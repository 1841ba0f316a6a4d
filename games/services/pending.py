"""The decisions that a game waits for, stored as rows with a deadline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from accounts.models import Profile
from engine.game import GM, Decision, OpenBattle
from games import plugins
from games.caches import prefetch
from games.models import BattleLink, Game, PendingDecision, Seat
from games.participants import is_left_to_bots
from games.prepared_sql import Change, Insertion, PreparedQuery, queue_writes, run_batch
from games.services import covert
from games.services.clock.rhythm import read_stored
from games.services.tables import LiveGame

BATTLE_PATIENCE = 7
_FRESH, _CLOSED = Insertion(PendingDecision), Change(PendingDecision, ["answered_at"], ["id"])
OPEN = PreparedQuery(lambda game: PendingDecision.objects.filter(game=game, answered_at__isnull=True), UUID)


def refresh(at: LiveGame, now: datetime, stood: Sequence[PendingDecision] = ()) -> list[PendingDecision]:
    """Update the stored decisions to match the rules, and return the new and the reopened ones. Runs in a
    transaction. ``stood``: the decisions that a player answered and has reopened by undoing. They keep their
    old deadlines, so that nobody gains time by acting and undoing again and again.
    """
    before = {(row.decision, row.seat): row for row in stood}
    wanted = {d.id: d for d in at.decisions()}
    known = prefetch.take(at.game, "owed")
    kept = {row.decision: row for row in (OPEN(at.game.pk) if known is None else known)}
    gone = [row.pk for key, row in kept.items() if key not in wanted or row.seat != wanted[key].seat]
    seats = {seat.key: seat for seat in at.game.seats.all()}
    asked, again = list[Decision](), []
    for key, decision in wanted.items():
        row, old = kept.get(key), before.get((key, decision.seat))
        if row is not None and row.pk not in gone:
            _update(at, row, decision)
        elif old is not None:
            again.append(_reopen_decision(at, old, decision, seats.get(decision.seat), now))
        else:
            asked.append(decision)
    closing = [_CLOSED.question({"answered_at": now}, {"id": pk}) for pk in gone]
    queue_writes(*closing)
    fresh = _rows(at, asked, seats, now)
    if fresh:
        run_batch(_FRESH.question_for_all(fresh))
    left = [row for row in kept.values() if row.pk not in gone]
    prefetch.keep(at.game, "left", [*left, *fresh, *again])
    return [*fresh, *again]


def closed_since(game_id: UUID, seq: int, moment: datetime) -> list[PendingDecision]:
    """Return the decisions that were pending before entry ``seq`` and were closed since ``moment``. If a
    decision was asked more than once, only its latest row is included.
    """
    rows = PendingDecision.objects.filter(game=game_id, opened_seq__lt=seq, answered_at__gte=moment)
    return list({(row.decision, row.seat): row for row in rows.order_by("pk")}.values())


def open_rows(game: Game) -> Any:
    """A game's stored decisions that still need an answer."""
    return PendingDecision.objects.filter(game=game, answered_at__isnull=True)


def due_at(at: LiveGame, decision: Decision, seat: Seat | None, now: datetime) -> datetime | None:
    """Return the time of the automatic answer. It is ``now`` if a bot or a standing order answers, or if a
    covert decision is not put to the player. It is also ``now`` for battles left to bots or to the campaign's
    own table. Otherwise it is the game's deadline, adjusted to the player's night, or None in a game without
    deadlines. A battle gets BATTLE_PATIENCE times as long as an answer.
    """
    due = _due_for_people(at, decision, seat, now)
    return now if due != now and is_left_to_bots(at.game) else due


def _due_for_people(at: LiveGame, decision: Decision, seat: Seat | None, now: datetime) -> datetime | None:
    """Return the deadline of a decision in a game that people play, or None if the game has no deadlines."""
    hours, fixed = _time_for(at.game, decision.kind)
    if decision.seat == GM:
        opening = at.battle()
        if opening is not None and opening.decision == decision.id:
            if _decided_by_table(at, opening):
                return now
            return (
                None
                if hours is None
                else move_out_of_rest(at.game, None, now + BATTLE_PATIENCE * timedelta(hours=hours))
            )
    elif is_answered_at_once(at, decision, seat, now):
        return now
    return (
        None if hours is None else move_out_of_rest(at.game, seat, now + timedelta(hours=hours), fixed=fixed)
    )


def _time_for(game: Game, kind: str) -> tuple[int | None, bool]:
    """Return the hours allowed for a kind of decision (None: no deadline), and whether the decision is due at
    a fixed hour.
    """
    rhythm = read_stored(game.rhythm)
    kinds = {} if rhythm is None else rhythm.kinds
    hours = game.hours_per_decision
    return None if hours is None else kinds.get(kind, hours), kind not in kinds


def is_answered_at_once(at: LiveGame, decision: Decision, seat: Seat | None, now: datetime) -> bool:
    """Return whether a seat's decision is answered at once, without waiting for anyone."""
    if seat is not None and seat.is_bot:
        return True
    if decision.covert:
        return seat is None or not _has_time_to_answer(at, decision, seat)
    return seat is not None and _has_immediate_order(at, decision, seat, now)


def _has_time_to_answer(at: LiveGame, decision: Decision, seat: Seat) -> bool:
    """Return whether the seat's player is asked for a covert decision and has time to answer."""
    others = [one for one in at.game.seats.all() if one.key != seat.key]
    alone = seat.user_id is not None and all(one.is_bot for one in others)
    return covert.gets_time(decision, seat, at.choices(seat.key), against_bots=alone)


def move_out_of_rest(
    game: Game, seat: Seat | None, due: datetime, *, fixed: bool = False, exact: bool = False
) -> datetime:
    """Return a deadline moved out of the player's night and absence, and out of the rhythm's excluded days.
    If ``fixed``, it also moves to the rhythm's next fixed hour. An ``exact`` deadline ignores the rhythm.
    During a pause the deadline is returned unchanged, because it is adjusted when the game resumes.
    """
    if game.paused_at is not None:
        return due
    profile, rhythm = _profile(seat), read_stored(game.rhythm)
    rest, back = (
        (_keep_moment, _keep_moment)
        if profile is None
        else (profile.move_past_rest, profile.move_past_absence)
    )
    return rest(due) if rhythm is None or exact else rhythm.adjust_deadline(due, rest, back, fixed=fixed)


def keeps_hour(game: Game, kind: str) -> bool:
    """Whether this kind of decision keeps the fixed hours of the game's rhythm."""
    rhythm = read_stored(game.rhythm)
    return rhythm is not None and rhythm.at is not None and kind not in rhythm.kinds


def _keep_moment(moment: datetime) -> datetime:
    return moment


def stored_deadline(
    game: Game, due: datetime | None, now: datetime
) -> tuple[datetime | None, timedelta | None]:
    """Return a deadline in its stored form, ``(due_at, held)``. A paused game stores the remaining time
    instead, so that queries for overdue rows can ignore pauses.
    """
    if game.paused_at is None or due is None or due <= now:
        return due, None
    return None, due - now


def set_deadline(
    row: PendingDecision, game: Game, due: datetime | None, now: datetime, *, exact: bool = False
) -> None:
    """Store a new deadline. An ``exact`` one never moves to a fixed hour, even if it is postponed."""
    row.due_at, row.held = stored_deadline(game, due, now)
    row.reckoned_at, row.before_at, row.exact = now, None, exact
    row.save(update_fields=["due_at", "held", "reckoned_at", "before_at", "exact"])


def _profile(seat: Seat | None) -> Profile | None:
    """Return the profile of the seat's player, or None without a player or a stored profile."""
    return getattr(seat.user, "profile", None) if seat is not None else None


def _has_immediate_order(at: LiveGame, decision: Decision, seat: Seat, now: datetime) -> bool:
    """Return whether the seat's standing orders answer at once. They do if the seat's player is asleep or
    away, or has asked for it.
    """
    profile = _profile(seat)
    absent = profile is not None and profile.is_absent(now)
    if not seat.orders or not (seat.orders_at_once or absent):
        return False
    return at.standing(decision, seat.orders) is not None


def by_own_table(campaign: Game, battle: OpenBattle) -> bool:
    """Whether the campaign's own dice decide the battle. They do if the campaign names no battle system, or
    if the battle is smaller than the size set for the campaign.
    """
    if not campaign.battle_system:
        return True
    bridge = plugins.bridge(campaign.system, campaign.battle_system)
    return bridge is not None and bridge.size(battle) < campaign.battle_least


def _decided_by_table(at: LiveGame, battle: OpenBattle) -> bool:
    """Return whether the campaign's own table decides the battle. It does if the settings say so, or if bots
    play both sides and the battle cannot be played on this site.
    """
    if by_own_table(at.game, battle):
        return True
    bots = {seat.key for seat in at.game.seats.all() if seat.is_bot}
    if not {battle.attacker.seat, battle.defender.seat} <= bots:
        return False
    link = BattleLink.objects.filter(campaign=at.game, decision=battle.decision, answered_seq__isnull=True)
    return not link.filter(battle__isnull=False).exclude(status=BattleLink.Status.VOID).exists()


def reschedule(at: LiveGame, seat: Seat, now: datetime, *, sooner_only: bool, lent: bool = False) -> bool:
    """Recalculate a seat's deadlines after its player or its standing orders have changed. Return whether any
    deadline was stored. ``sooner_only``: whether to store only deadlines that are due at once, so that
    players gain no time by rewriting their orders. ``lent``: whether to limit the extension, so that players
    gain no time by lending the seat repeatedly.
    """
    moved = False
    rows = {row.decision: row for row in open_rows(at.game).filter(seat=seat.key)}
    for decision in at.decisions():
        row = rows.get(decision.id)
        if row is None:
            continue
        fresh = due_at(at, decision, seat, now)
        if lent and fresh is not None and fresh > now:
            fresh = _limit_extension(at.game, row, seat, fresh, now)
        if not sooner_only or (fresh is not None and fresh <= now):
            set_deadline(row, at.game, fresh, now)
            moved = True
    return moved


def _limit_extension(
    game: Game, row: PendingDecision, seat: Seat, fresh: datetime, now: datetime
) -> datetime:
    """Return the deadline of a decision whose seat is lent or returned. It is ``fresh``, but at most twice
    the usual time after the decision was asked, and no earlier than the current deadline.
    """
    hours, fixed = _time_for(game, row.kind)
    stands = row.due_at if row.held is None else now + row.held
    if hours is None or stands is None or (row.held is None and stands <= row.reckoned_at):
        return fresh  # the decision had no deadline, or the bot answered at once
    twice = move_out_of_rest(game, seat, row.opened_at + 2 * timedelta(hours=hours), fixed=fixed)
    return min(fresh, max(twice, stands))


def _rows(
    at: LiveGame, asked: Sequence[Decision], seats: Mapping[str, Seat], now: datetime
) -> list[PendingDecision]:
    """Return the rows of new decisions. Whether the game is left to bots is looked up once for all."""
    due = [_due_for_people(at, one, seats.get(one.seat), now) for one in asked]
    if any(one != now for one in due) and is_left_to_bots(at.game):
        due = [now] * len(asked)
    return [_row(at, decision, moment, now) for decision, moment in zip(asked, due, strict=True)]


def _row(at: LiveGame, decision: Decision, due_at: datetime | None, now: datetime) -> PendingDecision:
    due, left = stored_deadline(at.game, due_at, now)
    return PendingDecision(
        game=at.game,
        decision=decision.id,
        seat=decision.seat,
        power=decision.power,
        kind=decision.kind,
        covert=decision.covert,
        rule=decision.rule,
        facts=dict(decision.facts),
        default=at.system.codec.write(decision.default),
        opened_seq=at.seq,
        opened_at=now,
        due_at=due,
        reckoned_at=now,
        held=left,
    )


def _reopen_decision(
    at: LiveGame, row: PendingDecision, decision: Decision, seat: Seat | None, now: datetime
) -> PendingDecision:
    """Reopen a decision. The time when its deadline was calculated stays as it was, so that an outage in the
    meantime is compensated for. The deadline is recalculated only if it had none or if it is now answered at
    once or without a deadline.
    """
    row.answered_at = None
    row.save(update_fields=["answered_at"])
    _update(at, row, decision)
    fresh = due_at(at, decision, seat, now)
    if fresh is None or fresh <= now or (row.due_at is None and row.held is None):
        set_deadline(row, at.game, fresh, now)
    return row


def _update(at: LiveGame, row: PendingDecision, decision: Decision) -> None:
    """Update the displayed facts and default of an open decision. Its deadline does not change."""
    facts, default = dict(decision.facts), at.system.codec.write(decision.default)
    if (row.facts, row.default) != (facts, default):
        row.facts, row.default = facts, default
        row.save(update_fields=["facts", "default"])
