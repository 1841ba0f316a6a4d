"""Automatic answers: by bots, plans, standing orders, settled battles and the campaign's own battle table, or
the default after a deadline.

Each answer is a separate step. Duplicate jobs find nothing left to do.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from time import monotonic
from typing import Any
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Min, Q, QuerySet

from engine.game import GM, Decision, Json, Refusal
from games import events, participants
from games.caches import prefetch
from games.models import BattleLink, Entry, Game, Outbox, PendingDecision, Seat
from games.prepared_sql import PreparedQuery, Values, gathered_writes
from games.services import covert, messages, plans, retries
from games.services.applying import apply_action
from games.services.bot_actions import bot_action
from games.services.clock import jobs, outages
from games.services.consequences import record
from games.services.entries import Request
from games.services.fighting import battles, bot_battles
from games.services.locking import claim_for_step, reload_for_step
from games.services.planning import take_step
from games.services.proof.chance import server_dice
from games.services.proof.seeds import seed_of
from games.services.tables import LiveGame, table

log = logging.getLogger(__name__)

TOGETHER = 0.25  # a transaction starts no further answer after this many seconds
SOON = timedelta(hours=6)  # reminders are sent no earlier than this before a deadline; see _is_near


@dataclass(frozen=True)
class Answer:
    """An automatic answer: the action as JSON, and its reason."""

    action: Json
    reason: Entry.Reason


def answer_due(game_id: UUID | str, now: datetime, limit: int = 200, seconds: float = float("inf")) -> int:
    """Answer what is due in a game: at most ``limit`` answers, none started after ``seconds``. Return the
    number of answers. A battle between bots is fought out without regard to ``limit``. Quick answers share a
    transaction, and a locked game is skipped. An error is recorded on the game and retried later, and never
    affects other games.
    """
    done, until, alone = 0, monotonic() + seconds, False
    with jobs.postponing() as others:
        try:
            goes_on = retries.begin(game_id, now)
            if goes_on and participants.between_bots(_parse_id(game_id)):
                done = bot_battles.fight_out(game_id, now, seconds)
                goes_on = not done  # fall back to single answers if a person moved in the meantime
            while goes_on:
                answered, goes_on, alone = _answer_some(game_id, now, limit - done, until, alone)
                done += answered
        except Exception as error:  # one broken game must not hold up the others; the error is still logged
            retries.record_failure(game_id, error, now)
    jobs.ask_now(others - {str(game_id)})
    return done


def sweep(now: datetime) -> int:
    """Answer what is due in every game, then notify the sweep's subscribers. Return the number of answers.
    Duplicate sweeps are harmless. With workers, each game is a separate job instead (games.tasks).
    """
    done = sum(answer_due(game_id, now) for game_id in look(now))
    events.publish_sweep(events.Swept(now))
    return done


def look(now: datetime, most: int | None = None) -> list[Any]:
    """Begin a sweep. Return the games with something due and those with deadlines to recalculate, at most
    ``most`` of each.
    """
    outages.note_sweep(now)
    events.publish_sweep(events.Sweeping(now))
    games = overdue_games(now, most)
    return [*games, *outages.games_concerned(now, games, most)]


def overdue_games(now: datetime, most: int | None = None) -> list[Any]:
    """Return at most ``most`` running games with something due, the longest overdue first. Locked games are
    left out, and so are failing games until their next retry.
    """
    return _overdue_values(most)(now)


@cache
def _overdue_values(most: int | None) -> Values:
    return Values(lambda now: _overdue_rows(now)[:most], datetime)


def _overdue_rows(now: datetime) -> QuerySet[PendingDecision, Any]:
    return (
        PendingDecision.objects.filter(Q(due_at__lte=now) | plans.planned_filter(), answered_at__isnull=True)
        .filter(retries.ready_filter(now, "game__"), retries.at_rest_filter(now, "game__"))
        .filter(game__status=Game.Status.RUNNING)
        .values("game_id")
        .annotate(since=Min("due_at"))
        .order_by("since", "game_id")
        .values_list("game_id", flat=True)
    )


def catch_up(game: Game, now: datetime) -> bool:
    """Enqueue a job for a game whose page is opened while answers are overdue. Return whether a job was
    enqueued.
    """
    if not (game.running and retries.is_ready(game, now) and retries.due_rows(game.pk, now)):
        return False
    jobs.ask(game.pk)
    return True


def is_due(game_id: UUID | str, now: datetime) -> bool:
    """Return whether a game has something due and can be tried now."""
    number = _parse_id(game_id)
    if not retries.due_rows(number, now):  # the usual case, because the calling job has just answered
        return False
    return bool(retries.due_query(number, now).filter(retries.ready_filter(now, "game__")).exists())


def _parse_id(game_id: UUID | str) -> UUID:
    return game_id if isinstance(game_id, UUID) else UUID(game_id)


def remind(now: datetime) -> int:
    """Remind people, once each, of answers that are due soon. At most 200 reminders are sent per run. Return
    their number.
    """
    near = [row.pk for row in _SOON(now, now + SOON) if _is_near(row, now)]
    return sum(_send_reminder(pk, now) for pk in near[:200])


def _is_near(row: PendingDecision, now: datetime) -> bool:
    """Return whether the deadline is still ahead, but at least three quarters of the time for the answer has
    passed.
    """
    return row.due_at is not None and now < row.due_at <= now + (row.due_at - row.opened_at) / 4


def _send_reminder(number: int, now: datetime) -> bool:
    with transaction.atomic():
        free = PendingDecision.objects.select_for_update(skip_locked=True, of=("self",))
        open_rows = free.filter(pk=number, answered_at__isnull=True, reminded_at__isnull=True)
        row = open_rows.select_related("game__gm").defer("game__scenario").first()
        if row is None or row.due_at is None or not _is_near(row, now):
            return False
        PendingDecision.objects.filter(pk=number).update(reminded_at=now)
        seat = Seat.objects.select_related("user").filter(game=row.game, key=row.seat).first()
        user = row.game.gm if row.seat == GM else seat and seat.user
        occasion = f"{number}.{row.due_at:%Y%m%d%H%M%S}"  # a moved deadline gets a new reminder
        messages.owe(
            row.game, Outbox.Kind.DUE_SOON, occasion, [user], now, actor=None, **messages.answer_payload(row)
        )
    return True


def _due_soon_rows(now: datetime, until: datetime) -> QuerySet[PendingDecision]:
    """Query every decision due before ``until``, but load only its times. A limit on their number could hide
    a near deadline behind many distant ones.
    """
    rows = PendingDecision.objects.filter(
        answered_at__isnull=True, reminded_at__isnull=True, due_at__gt=now, due_at__lte=until
    ).filter(game__status=Game.Status.RUNNING)
    return rows.order_by("due_at").only("due_at", "opened_at")


_SOON = PreparedQuery(_due_soon_rows, datetime, datetime)


def _answer_some(
    game_id: UUID | str, now: datetime, most: int, until: float, alone: bool
) -> tuple[int, bool, bool]:
    """Answer the longest overdue decisions in one short transaction, at most ``most`` and none after the time
    ``until``. Return the number answered, whether to continue, and whether to run the next ones ``alone``,
    each in a separate transaction. They run alone after a failure or an interruption, so that one bad answer
    does not undo others.
    """
    done = 0
    try:
        with transaction.atomic(), gathered_writes():
            game, soon = claim_for_step(game_id), monotonic() + TOGETHER
            alone = alone or game.tries > 1 or game.trouble_count > 0
            while True:
                rows = retries.due_among(game, prefetch.look(game, "owed"), now)
                if not rows or not game.running:
                    if not done:
                        retries.wipe(game)
                    return done, False, alone
                answered = _answer(game, rows[0], now)
                done += answered
                last = done >= most or monotonic() > until
                if not answered or last or alone or monotonic() > soon:
                    goes_on = not last and _is_more_due(game, rows[0], answered, now)
                    if goes_on:
                        retries.mark(game, now)
                    return done, goes_on, alone
                if not _is_any_left(game, now):
                    return done, False, alone
                reload_for_step(game)
    except Exception as error:
        if not done or isinstance(error, SoftTimeLimitExceeded) or retries.is_no_fault_of_the_game(error):
            raise
        log.info("answers of %s are tried one by one: %s", game_id, error)
        return 0, True, True


def _is_any_left(game: Game, now: datetime) -> bool:
    """Return whether another answer in the same transaction may be due, judging by the decisions that the
    last step left open. A job that has finished its work then loads nothing more.
    """
    left = prefetch.look(game, "left")
    return left is None or bool(retries.due_among(game, left, now))


def _is_more_due(game: Game, row: PendingDecision, answered: bool, now: datetime) -> bool:
    """Return whether the game has anything else that is due. If ``row`` was skipped rather than answered, it
    does not count, since it would only be skipped again. The database is queried only if the last step left
    no list of open decisions, or if a seat has sent a plan.
    """
    left = prefetch.take(game, "left")
    rest = (
        retries.due_rows(row.game_id, now)
        if left is None or plans.any_sent(game)
        else _overdue_rows_of(left, now)
    )
    return bool(rest) and (answered or all(one.pk != row.pk for one in rest))


def _overdue_rows_of(rows: list[PendingDecision], now: datetime) -> list[PendingDecision]:
    return [row for row in rows if row.due_at is not None and row.due_at <= now]


def _answer(game: Game, row: PendingDecision, now: datetime) -> bool:
    """Answer a due decision. Return False if it was skipped."""
    at = table(game)
    decision = next((d for d in at.decisions() if d.id == row.decision), None)
    if decision is None:  # the rules no longer wait for this decision
        PendingDecision.objects.filter(pk=row.pk).update(answered_at=now)
        retries.wipe(game)
    elif not _answer_decision(at, decision, row, now):
        retries.wipe(game)
        return False
    return True


def _answer_decision(at: LiveGame, decision: Decision, row: PendingDecision, now: datetime) -> bool:
    """Take a step with the seat's plan or, after the deadline, automatically. Return False if the plan stops
    while its player still has time to react.
    """
    late = row.due_at is not None and row.due_at <= now
    plan = None if decision.covert else plans.continuing_plan(at.game, decision.seat, late=late)
    if plan is not None and take_step(at, decision.seat, plan, now, late=late) is not None:
        return True
    if not late:  # only a plan answers before the deadline
        return False
    _carry_out(at, decision, now)
    return True


def _carry_out(at: LiveGame, decision: Decision, now: datetime) -> Entry:
    """Carry out the first answer that the rules accept. The rules must always accept the default, which
    comes last.
    """
    seed = seed_of(at.game)
    refused: Refusal | None = None
    for answer in _answers(at, decision, seed, now):
        request = Request(f"auto:{at.seq + 1}:{answer.reason}", answer.reason, now)
        try:  # nothing is written until the rules accept it
            moment, meant = apply_action(
                at, decision.seat, answer.action, server_dice(at.game, seed), request
            )
        except Refusal as refusal:
            log.warning("%s of %s by %s refused: %s", decision.id, at.game.pk, answer.reason, refusal)
            refused = refusal
            continue
        entry = record(at, moment, meant)
        _notify_answer(at.game, decision, answer, now)
        return entry
    assert refused is not None
    raise refused


def _answers(at: LiveGame, decision: Decision, seed: bytes, now: datetime) -> Iterator[Answer]:
    write = at.system.codec.write
    battle = at.battle()
    if battle is not None and battle.decision == decision.id:
        yield _battle_answer(at, decision, now)
        return
    if decision.seat != GM:
        seat = next((s for s in at.game.seats.all() if s.key == decision.seat), None)
        if seat is not None and seat.is_bot:
            found = bot_action(at, seat.key, seed)
            if found is not None:
                yield Answer(write(found), Entry.Reason.BOT)
        elif seat is not None and seat.orders:
            ordered = at.standing(decision, seat.orders)
            if ordered is not None:
                yield Answer(write(ordered), Entry.Reason.ORDERS)
    yield Answer(write(decision.default), Entry.Reason.DEFAULT)


def _battle_answer(at: LiveGame, decision: Decision, now: datetime) -> Answer:
    """Record how a battle was decided, and return the answer to its decision. The answer is a settled report
    or, after the deadline, an undisputed one. Otherwise the campaign's own table decides.
    """
    link = BattleLink.objects.filter(campaign=at.game, decision=decision.id, answered_seq__isnull=True)
    settled = link.filter(status__in=[BattleLink.Status.CONFIRMED, BattleLink.Status.RULED]).first()
    if settled is None and at.game.battle_system:
        settled = link.filter(status=BattleLink.Status.REPORTED).first()
        if settled is not None:
            settled.status = BattleLink.Status.CONFIRMED
            settled.save(update_fields=["status"])
            battles.end_battle(settled, now)
    if settled is not None:
        action = at.rules.report(at.state, battles.report_of(settled.report))
        BattleLink.objects.filter(pk=settled.pk).update(answered_seq=at.seq + 1)
        return Answer(at.system.codec.write(action), Entry.Reason.BATTLE)
    battles.record_table_result(at.game, decision.id, at.seq + 1, now)
    return Answer(at.system.codec.write(decision.default), Entry.Reason.TABLE)


def _notify_answer(game: Game, decision: Decision, answer: Answer, now: datetime) -> None:
    """Notify a player that a standing order or the default answered for them. For a covert decision, only
    players who want to be asked are notified. If a battle ran out of time and the campaign's own table
    decided it, notify both sides and the game master.
    """
    if answer.reason == Entry.Reason.TABLE and game.battle_system:
        link = game.battle_links.filter(decision=decision.id).order_by("-pk").first()
        if link is not None:
            seats = [s for s in game.seats.all() if s.key in battles.sides(link)]
            people = [*(s.user for s in seats), game.gm]
            messages.owe(game, Outbox.Kind.BATTLE_OVER, str(game.seq), people, now, actor=None)
        return
    if answer.reason not in {Entry.Reason.ORDERS, Entry.Reason.DEFAULT}:
        return
    seat = plans.seat_of(game, decision.seat)
    kind = Outbox.Kind.ORDERED if answer.reason == Entry.Reason.ORDERS else Outbox.Kind.ANSWERED
    if seat is not None and (not decision.covert or covert.wants_to_be_asked(decision, seat.orders)):
        messages.owe(game, kind, str(game.seq), [seat.user], now, actor=None)
