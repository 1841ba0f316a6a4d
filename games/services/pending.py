"""The answers a game waits for, stored as rows with a deadline."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from accounts.models import Profile
from engine.game import GM, Decision, OpenBattle
from games import plugins, prefetch
from games.models import BattleLink, Game, PendingDecision, Seat
from games.participants import is_left_to_bots
from games.prepared_sql import Change, Insertion, PreparedQuery, later, run_batch
from games.services import covert
from games.services.clock.rhythm import read_stored
from games.services.tables import LiveGame

BATTLE_PATIENCE = 7
_FRESH, _CLOSED = Insertion(PendingDecision), Change(PendingDecision, ["answered_at"], ["id"])
OPEN = PreparedQuery(lambda game: PendingDecision.objects.filter(game=game, answered_at__isnull=True), UUID)


def refresh(at: LiveGame, now: datetime, stood: Sequence[PendingDecision] = ()) -> list[PendingDecision]:
    """Update the stored decisions to match the rules and return the new ones. Runs in a transaction.

    ``stood``: rows closed by a player's own steps and reopened by undoing them, each with its old deadline.
    Otherwise a player could gain time by acting and undoing in turn.
    """
    before = {(row.decision, row.seat): row for row in stood}
    wanted = {d.id: d for d in at.decisions()}
    known = prefetch.take(at.game, "owed")
    kept = {row.decision: row for row in (OPEN(at.game.pk) if known is None else known)}
    gone = [row.pk for key, row in kept.items() if key not in wanted or row.seat != wanted[key].seat]
    seats = {seat.key: seat for seat in at.game.seats.all()}
    fresh, again = [], []
    for key, decision in wanted.items():
        row, old = kept.get(key), before.get((key, decision.seat))
        if row is not None and row.pk not in gone:
            _update(at, row, decision)
        elif old is not None:
            again.append(_reopen_decision(at, old, decision, seats.get(decision.seat), now))
        else:
            fresh.append(_row(at, decision, seats.get(decision.seat), now))
    closing = [_CLOSED.question({"answered_at": now}, {"id": pk}) for pk in gone]
    later(*closing)
    if fresh:
        run_batch(*(_FRESH.question(row) for row in fresh))
    left = [row for row in kept.values() if row.pk not in gone]
    prefetch.keep(at.game, "left", [*left, *fresh, *again])
    return [*fresh, *again]


def closed_since(game_id: UUID, seq: int, moment: datetime) -> list[PendingDecision]:
    """Decisions that were pending before entry ``seq`` and closed since ``moment``. Of a decision asked more
    than once, only the latest row.
    """
    rows = PendingDecision.objects.filter(game=game_id, opened_seq__lt=seq, answered_at__gte=moment)
    return list({(row.decision, row.seat): row for row in rows.order_by("pk")}.values())


def open_rows(game: Game) -> Any:
    """The rows of a game that still need an answer."""
    return PendingDecision.objects.filter(game=game, answered_at__isnull=True)


def due_at(at: LiveGame, decision: Decision, seat: Seat | None, now: datetime) -> datetime | None:
    """The time of the automatic answer. It is ``now`` for a bot, standing orders, a covert decision not put
    to the player, the campaign's own table, and battles left to bots. Otherwise it is the game's deadline,
    adjusted to the player's night. A battle gets BATTLE_PATIENCE times as long as an answer.
    """
    due = _due_for_people(at, decision, seat, now)
    return now if due != now and is_left_to_bots(at.game) else due


def _due_for_people(at: LiveGame, decision: Decision, seat: Seat | None, now: datetime) -> datetime | None:
    """The deadline in a game that people play; None without deadlines."""
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
    elif _at_once(at, decision, seat, now):
        return now
    return (
        None if hours is None else move_out_of_rest(at.game, seat, now + timedelta(hours=hours), fixed=fixed)
    )


def _time_for(game: Game, kind: str) -> tuple[int | None, bool]:
    """The hours allowed for a kind of decision, and whether it is due at a fixed hour."""
    rhythm = read_stored(game.rhythm)
    kinds = {} if rhythm is None else rhythm.kinds
    hours = game.hours_per_decision
    return None if hours is None else kinds.get(kind, hours), kind not in kinds


def _at_once(at: LiveGame, decision: Decision, seat: Seat | None, now: datetime) -> bool:
    """Whether a seat's decision is answered at once, without waiting for anyone."""
    if seat is not None and seat.is_bot:
        return True
    if decision.covert:
        return seat is None or not _is_put(at, decision, seat)
    return seat is not None and _ordered_at_once(at, decision, seat, now)


def _is_put(at: LiveGame, decision: Decision, seat: Seat) -> bool:
    """Whether the seat's player is asked for a covert decision and has time to answer."""
    others = [one for one in at.game.seats.all() if one.key != seat.key]
    alone = seat.user_id is not None and all(one.is_bot for one in others)
    return covert.is_put(decision, seat, at.choices(seat.key), against_bots=alone)


def move_out_of_rest(
    game: Game, seat: Seat | None, due: datetime, *, fixed: bool = False, exact: bool = False
) -> datetime:
    """Move a deadline out of the player's night and absence, and out of the rhythm's excluded days; if
    ``fixed``, to the rhythm's next fixed hour. An ``exact`` deadline ignores the rhythm. During a pause
    nothing moves: the adjustment is made when the game resumes.
    """
    if game.paused_at is not None:
        return due
    profile, rhythm = _profile(seat), read_stored(game.rhythm)
    rest, back = (_awake, _awake) if profile is None else (profile.move_past_rest, profile.move_past_absence)
    return rest(due) if rhythm is None or exact else rhythm.adjust_deadline(due, rest, back, fixed=fixed)


def keeps_hour(game: Game, kind: str) -> bool:
    """Whether this kind of decision keeps the fixed hours of the game's rhythm."""
    rhythm = read_stored(game.rhythm)
    return rhythm is not None and rhythm.at is not None and kind not in rhythm.kinds


def _awake(moment: datetime) -> datetime:
    return moment


def stored_deadline(
    game: Game, due: datetime | None, now: datetime
) -> tuple[datetime | None, timedelta | None]:
    """A deadline in its stored form, ``(due_at, held)``. A paused game stores the remaining time, so that
    queries for overdue rows can ignore pauses.
    """
    if game.paused_at is None or due is None or due <= now:
        return due, None
    return None, due - now


def put(
    row: PendingDecision, game: Game, due: datetime | None, now: datetime, *, exact: bool = False
) -> None:
    """Store a new deadline. An ``exact`` one never moves to a fixed hour, not even if something postpones
    it."""
    row.due_at, row.held = stored_deadline(game, due, now)
    row.reckoned_at, row.before_at, row.exact = now, None, exact
    row.save(update_fields=["due_at", "held", "reckoned_at", "before_at", "exact"])


def _profile(seat: Seat | None) -> Profile | None:
    """The profile of the seat's player; None without a player or a stored profile."""
    return getattr(seat.user, "profile", None) if seat is not None else None


def _ordered_at_once(at: LiveGame, decision: Decision, seat: Seat, now: datetime) -> bool:
    """Whether standing orders answer at once, because their player is asleep or away, or chose so."""
    profile = _profile(seat)
    absent = profile is not None and profile.absent(now)
    if not seat.orders or not (seat.orders_at_once or absent):
        return False
    return at.standing(decision, seat.orders) is not None


def by_own_table(campaign: Game, battle: OpenBattle) -> bool:
    """Whether the campaign's own dice decide the battle: all its battles, or those below a set size."""
    if not campaign.battle_system:
        return True
    bridge = plugins.bridge(campaign.system, campaign.battle_system)
    return bridge is not None and bridge.size(battle) < campaign.battle_least


def _decided_by_table(at: LiveGame, battle: OpenBattle) -> bool:
    """Whether the campaign's own table decides, by setting, or because neither side has a player and the
    battle cannot be played here.
    """
    if by_own_table(at.game, battle):
        return True
    bots = {seat.key for seat in at.game.seats.all() if seat.is_bot}
    if not {battle.attacker.seat, battle.defender.seat} <= bots:
        return False
    link = BattleLink.objects.filter(campaign=at.game, decision=battle.decision, answered_seq__isnull=True)
    return not link.filter(battle__isnull=False).exclude(status=BattleLink.Status.VOID).exists()


def reschedule(at: LiveGame, seat: Seat, now: datetime, *, sooner_only: bool, lent: bool = False) -> bool:
    """Recalculate deadlines after a change of a seat's player or standing orders (``sooner_only``: rewriting
    orders must not gain time; ``lent``: nor must lending the seat repeatedly). Return whether any deadline
    changed.
    """
    moved = False
    rows = {row.decision: row for row in open_rows(at.game).filter(seat=seat.key)}
    for decision in at.decisions():
        row = rows.get(decision.id)
        if row is None:
            continue
        fresh = due_at(at, decision, seat, now)
        if lent and fresh is not None and fresh > now:
            fresh = _once_more(at.game, row, seat, fresh, now)
        if not sooner_only or (fresh is not None and fresh <= now):
            put(row, at.game, fresh, now)
            moved = True
    return moved


def _once_more(game: Game, row: PendingDecision, seat: Seat, fresh: datetime, now: datetime) -> datetime:
    """The deadline when a seat is lent or returned: ``fresh``, but at most twice the usual time after the
    decision was asked, and no earlier than the present deadline.
    """
    hours, fixed = _time_for(game, row.kind)
    stands = row.due_at if row.held is None else now + row.held
    if hours is None or stands is None or (row.held is None and stands <= row.reckoned_at):
        return fresh  # the question had no deadline, or the bot answered at once
    twice = move_out_of_rest(game, seat, row.opened_at + 2 * timedelta(hours=hours), fixed=fixed)
    return min(fresh, max(twice, stands))


def _row(at: LiveGame, decision: Decision, seat: Seat | None, now: datetime) -> PendingDecision:
    due, left = stored_deadline(at.game, due_at(at, decision, seat, now), now)
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
    """Reopen a decision with its old calculation time, so that an outage in between is compensated for. The
    deadline is recalculated only if there was none or the bot is to answer.
    """
    row.answered_at = None
    row.save(update_fields=["answered_at"])
    _update(at, row, decision)
    fresh = due_at(at, decision, seat, now)
    if fresh is None or fresh <= now or (row.due_at is None and row.held is None):
        put(row, at.game, fresh, now)
    return row


def _update(at: LiveGame, row: PendingDecision, decision: Decision) -> None:
    """Update what is shown of an open decision; its deadline does not change."""
    facts, default = dict(decision.facts), at.system.codec.write(decision.default)
    if (row.facts, row.default) != (facts, default):
        row.facts, row.default = facts, default
        row.save(update_fields=["facts", "default"])
