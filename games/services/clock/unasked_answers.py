"""Covert decisions that nobody is asked, answered together with the action that opened them.

An order or the default answers such a decision at once. Within the action's own transaction this needs no
job, and everything is stored in a few statements. The log is the one that the job would have written.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any, Final

from engine.game import Decision, Refusal
from engine.journal import BY_KIND
from games.caches import prefetch
from games.models import Entry
from games.services import pending
from games.services.applying import apply_action
from games.services.entries import Request, Taken
from games.services.plans import seat_of
from games.services.proof.chance import server_dice
from games.services.proof.seeds import seed_of
from games.services.tables import LiveGame, table_after_step

log = logging.getLogger(__name__)

MOST: Final = 12  # answers stored with one action; a job gives any further ones


def answer_unasked(at: LiveGame, step: Taken, now: datetime) -> list[Taken]:
    """Return the steps that answer the covert decisions after ``step`` which nobody is asked. Nothing is
    stored. The answers end before the first decision that somebody has to make. An error also ends them, and
    the job that continues the game meets it again and records it.
    """
    game = at.game
    if game.trouble_count or game.has_treaties or game.binding == BY_KIND or _is_answer_overdue(at, now):
        return []
    answered: list[Taken] = []
    try:
        for one in islice(_answers(at, step, now), MOST):
            answered.append(one)
    except Exception:  # a fault in an answer must not undo the player's action
        log.exception("%s: an unasked decision is left to a job", at.game.pk)
    return answered


def _is_answer_overdue(at: LiveGame, now: datetime) -> bool:
    """Return whether the game already owed an automatic answer before the action. That answer comes first."""
    return any(row.due_at is not None and row.due_at <= now for row in prefetch.look(at.game, "owed"))


def _answers(at: LiveGame, step: Taken, now: datetime) -> Iterator[Taken]:
    here, known = table_after_step(at, step[0]), list[str]()
    while here.outcome() is None and here.battle() is None:
        open_now = {one.id: one for one in here.decisions()}
        # as in the database, the decision that was opened first is answered first
        known = [key for key in known if key in open_now]
        known += [key for key in open_now if key not in known]
        due = next((open_now[key] for key in known if _is_due_at_once(here, open_now[key], now)), None)
        if due is None or not _is_unasked(here, due):
            return
        answer = _answer(here, due, now)
        yield answer
        here = table_after_step(here, answer[0])


def _is_due_at_once(at: LiveGame, decision: Decision, now: datetime) -> bool:
    seat = seat_of(at.game, decision.seat)
    return seat is not None and pending.is_answered_at_once(at, decision, seat, now)


def _is_unasked(at: LiveGame, decision: Decision) -> bool:
    """Return whether an order or the default answers a covert decision, not a bot or a plan."""
    seat = seat_of(at.game, decision.seat)
    return decision.covert and seat is not None and not seat.is_bot


def _answer(at: LiveGame, decision: Decision, now: datetime) -> Taken:
    """Return the step by which the seat's order answers. If there is no order, or if the rules refuse what it
    says, the default answers.
    """
    seat = seat_of(at.game, decision.seat)
    ordered = None if seat is None or not seat.orders else at.standing(decision, seat.orders)
    if ordered is not None:
        with suppress(Refusal):
            return _apply(at, decision, ordered, Entry.Reason.ORDERS, now)
    return _apply(at, decision, decision.default, Entry.Reason.DEFAULT, now)


def _apply(at: LiveGame, decision: Decision, answer: Any, reason: Entry.Reason, now: datetime) -> Taken:
    request = Request(f"auto:{at.seq + 1}:{reason}", reason, now)
    dice = server_dice(at.game, seed_of(at.game))
    return apply_action(at, decision.seat, at.system.codec.write(answer), dice, request)
