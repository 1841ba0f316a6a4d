"""Write a plan, preview it and carry it out. Each decision that a plan answers makes one entry."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.http import Http404
from django.utils.translation import override

from engine.choices import permits
from engine.codec import canonical
from engine.dice import Dice, DiceNeeded, Entered
from engine.dry_run import Rehearsal, rehearse
from engine.game import GM, Choice, Facts, Json, Refusal, Unimaginable
from games.access import NotYourSeat, User, can_see, may_act
from games.models import Entry, Game, Plan, Seat
from games.refusals import StepRefused, illegal, invalid, stale
from games.services import curtain, plans
from games.services.applying import not_offered
from games.services.clock import jobs
from games.services.entries import Request, lock, own_key, require_running
from games.services.proof.chance import server_dice
from games.services.proof.seeds import seed_of
from games.services.steps import perform, unseen_since
from games.services.tables import LiveGame, table_locked
from games.wording.pending_text import in_words

log = logging.getLogger(__name__)

MOST_STEPS: Final = 100
LONGEST: Final = 100_000  # maximum length of all steps' JSON, in characters


@dataclass(frozen=True)
class SentPlan:
    """The result of sending a plan: its new state, and the entries it made at once."""

    plan: Plan
    game: Game
    entries: tuple[Entry, ...] = ()
    repeated: bool = False


# --- trying a plan out --------------------------------------------------------------------------------------


def rehearse_actions(
    at: LiveGame, seat: str, actions: Sequence[Json], *, supposing: bool = False
) -> Rehearsal[Any]:
    """Rehearse a seat's actions using only what the seat knows. ``supposing``: whether to continue past dice,
    as if they showed their middle face. Raises Unimaginable if no state can be imagined for the seat.
    """
    return rehearse(at.rules, at.system.codec, at.worlds(seat), seat, actions, supposing=supposing)


# --- writing a plan ---------------------------------------------------------------------------------------


def plan_for(user: User, game: Game, seat: str) -> Plan | None:
    """Return a seat's plan for its player, or None. Raises NotYourSeat for anyone else."""
    if seat == GM or not may_act(user, game, seat):
        raise NotYourSeat
    curtain.require_shown(user, game, seat)
    row = plans.seat_of(game, seat)
    return None if row is None else plans.plan_of(row)


def write_plan(
    game_id: UUID, user: User, seat: str, actions: Json, *, now: datetime, anyhow: bool = False
) -> Plan:
    """Store the actions as a draft without carrying them out. ``anyhow``: whether to store them even if the
    rules refuse a step, as may happen while the player removes steps one by one.

    Raises InvalidAction or StepRefused (with the number of the step) for a bad step. Raises Http404 for a
    hidden game, NotYourSeat for another player's seat, and IllegalAction if the game is not running or the
    seat's hand is closed.
    """
    with transaction.atomic():
        game, row = _lock_seat(game_id, user, seat)
        steps = _steps(table_locked(game), seat, actions, anyhow)
        return _store_plan(row, user, steps, now)


def send_plan(
    game_id: UUID,
    user: User,
    seat: str,
    actions: Json | None,
    *,
    drawn_seq: int,
    key: str,
    now: datetime,
    instead: bool = True,
) -> SentPlan:
    """Store the actions (None: the draft) as a plan and carry it out. Pending decisions are answered now,
    later ones as they arise. Sending the same ``key`` twice has no further effect. A stored plan is
    replaced only if ``instead`` is set.

    Raises all errors of :func:`write_plan`, and StaleAction if the game has moved on. Raises
    IllegalAction if there is nothing to send (plan_empty) or a stored plan would be replaced (plan_kept).
    A refusal changes nothing.
    """
    key = own_key(user, key)
    with jobs.postponing() as others:
        with transaction.atomic():
            game, row = _lock_seat(game_id, user, seat)
            before = plans.plan_of(row)
            if before is not None and before.key == key:
                return SentPlan(before, game, repeated=True)
            at = table_locked(game)
            if drawn_seq != game.seq and not unseen_since(at, seat, drawn_seq):
                raise stale(drawn_seq, game.seq)
            if not instead and before is not None and before.rest:
                raise illegal("plan_kept", left=len(before.rest))
            if actions is None and before is not None:
                actions = [step["action"] for step in before.rest]
            steps = _steps(at, seat, actions or [])
            if not steps:
                raise illegal("plan_empty")
            _store_plan(row, user, steps, now, key=key, since_seq=game.seq + 1)
        entries = _run_plan(game_id, seat, now)
    jobs.ask_now(others)
    game, row = _read(game_id, seat)
    plan = plans.plan_of(row)
    assert plan is not None
    return SentPlan(plan, game, tuple(entries))


def drop_plan(game_id: UUID, user: User, seat: str) -> None:
    """Delete a plan. Steps already carried out remain, and deleting twice is allowed. Raises Http404 for a
    hidden game, NotYourSeat for anyone but the seat's player, and IllegalAction if the game is not running.
    """
    with transaction.atomic():
        _game, row = _lock_seat(game_id, user, seat)
        plans.drop(row)


def _lock_seat(game_id: UUID, user: User, seat: str) -> tuple[Game, Seat]:
    """Lock the game and return it with the row of the seat, for the seat's player. Raises Http404 for a
    hidden game, NotYourSeat for anyone else, and IllegalAction if the game is not running.
    """
    game = lock(game_id)
    if not can_see(user, game):
        raise Http404
    if seat == GM or not may_act(user, game, seat):
        raise NotYourSeat
    curtain.require_shown(user, game, seat)
    require_running(game)
    return game, next(row for row in game.seats.all() if row.key == seat)


def _read(game_id: UUID, seat: str) -> tuple[Game, Seat]:
    with transaction.atomic():
        game = lock(game_id)
    return game, next(row for row in game.seats.all() if row.key == seat)


def _store_plan(
    row: Seat, user: User, steps: list[Facts], now: datetime, key: str = "", since_seq: int = -1
) -> Plan:
    """Store a plan in place of the old one. With a ``key`` its status is "sent"."""
    status = Plan.Status.SENT if key else Plan.Status.DRAFT
    values = {
        "author": user,
        "steps": steps,
        "status": status,
        "done": 0,
        "stopped": None,
        "key": key,
        "since_seq": since_seq,
        "written_at": now,
    }
    return Plan.objects.update_or_create(seat=row, defaults=values)[0]


def _steps(at: LiveGame, seat: str, actions: Json, anyhow: bool = False) -> list[Facts]:
    """Turn actions into the steps of a plan, and check the steps that can be checked now. Raises
    InvalidAction for a malformed action, and StepRefused for one that the rules refuse.
    """
    if not isinstance(actions, list):
        raise invalid("not_a_list", path="$.steps")
    if len(actions) > MOST_STEPS or len(canonical(actions)) > LONGEST:
        raise invalid("plan_too_long", path="$.steps", most=MOST_STEPS)
    codec = at.system.codec
    sent = [codec.write(codec.read(action, f"$.steps[{n}]")) for n, action in enumerate(actions)]
    choices = _choices(at, seat, sent, anyhow)
    known = [*choices, *[None] * (len(sent) - len(choices))]
    before = {canonical(step["action"]): step for step in _earlier_steps(at.game, seat)}
    return [
        _word_step(at.game, action, choice)
        if choice
        else before.get(canonical(action)) or _wordless_step(action)
        for action, choice in zip(sent, known, strict=True)
    ]


def _choices(at: LiveGame, seat: str, sent: Sequence[Json], anyhow: bool) -> list[Choice]:
    """Return the choice behind each action, up to the first whose choice cannot be known yet. Raises
    StepRefused for an action that the rules refuse.
    """
    try:
        found = rehearse_actions(at, seat, sent)
    except Unimaginable:  # the steps can be judged only when they are due
        if sent and plans.is_asked(at, seat) and not anyhow and not permits(at.choices(seat), sent[0]):
            raise StepRefused(1, not_offered(at, seat, at.system.codec.read(sent[0]))) from None
        return []
    stop = found.stop
    if stop is not None and stop.refusal is not None and not anyhow:
        raise StepRefused(len(found.taken) + 1, stop.refusal)
    # steps after a roll cannot be checked yet; rehearse past the roll only to get their wording
    if stop is not None and stop.why == "die":
        found = rehearse_actions(at, seat, sent, supposing=True)
        stop = found.stop
    last = [stop.choice] if stop is not None and stop.choice is not None else []
    return [*(taken.choice for taken in found.taken), *last]


def _earlier_steps(game: Game, seat: str) -> list[Any]:
    """Return the steps of the seat's earlier plan, from which unchanged steps get their wording."""
    row = plans.seat_of(game, seat)
    plan = None if row is None else plans.plan_of(row)
    return [] if plan is None else list(plan.steps)


def _word_step(game: Game, action: Json, choice: Choice) -> Facts:
    words = {}
    for language, _label in settings.LANGUAGES:
        with override(language):
            words[language] = in_words(game, choice, action)
    return {"action": action, "rule": choice.rule, "words": words}


def _wordless_step(action: Json) -> Facts:
    return {"action": action, "rule": "", "words": {}}


# --- carrying out a plan ------------------------------------------------------------------------------------


def _run_plan(game_id: UUID, seat: str, now: datetime) -> list[Entry]:
    """Carry out a plan while its seat owes decisions, in a separate transaction for each. If this is
    interrupted, a job does the rest.
    """
    entries: list[Entry] = []
    while True:
        with transaction.atomic():
            game = lock(game_id)
            plan = plans.continuing_plan(game, seat)
            if plan is None or not game.running:
                return entries
            at = table_locked(game)
            if not plans.is_asked(at, seat):
                return entries
            entry = take_step(at, seat, plan, now, present=True)
        if entry is None:
            return entries
        entries.append(entry)


def take_step(
    at: LiveGame, seat: str, plan: Plan, now: datetime, *, late: bool = False, present: bool = False
) -> Entry | None:
    """Take the next step of a plan. Return None if the plan stops or waits for dice instead. Runs in the
    caller's transaction and lock. ``late``: whether the deadline has passed, in which case the plan does not
    wait for real dice. ``present``: whether the player is watching.
    """
    shock = _find_interruption(at, seat, plan)
    if shock is not None:
        plans.stop(plan, illegal("plan_unsettled", event=shock))
        return None
    step = plan.rest[0]
    request = Request(f"{plans.KEY}{at.seq + 1}", Entry.Reason.PLAYER, now, plan.author, present=present)
    try:
        with transaction.atomic():  # undo everything if the plan stops here
            plans.step_done(plan, at.seq + 1)
            return perform(at, seat, step["action"], _dice_for_step(at.game, late), request)
    except (Refusal, DiceNeeded) as found:
        plan.refresh_from_db()
        if isinstance(found, DiceNeeded):
            Plan.objects.filter(pk=plan.pk).update(status=Plan.Status.DICE)
            plan.status = Plan.Status.DICE
        else:
            log.info("the plan of %s in %s stops: %s", seat, at.game.pk, found)
            plans.stop(plan, found)
        return None


def _dice_for_step(game: Game, late: bool) -> Dice:
    """Return the dice for a plan's next step: the server's, or dice without faces if people roll the dice and
    the deadline has not passed (not ``late``). The plan then waits for the rolls.
    """
    if game.dice_mode == Game.DiceMode.VIRTUAL or late:
        return server_dice(game, seed_of(game))
    return Entered([])


def _find_interruption(at: LiveGame, seat: str, plan: Plan) -> Json | None:
    """Return an event since the plan's last step (inclusive) that the seat may want to react to, or None.
    The event is redacted to what the seat saw.
    """
    codec, rules = at.system.codec, at.rules
    since = Entry.objects.filter(game=at.game, seq__gte=plan.since_seq).order_by("seq")
    for told in since.values_list("events", flat=True):
        for event in map(codec.read, told):
            seen = rules.sees(event, seat)
            if seen is not None and rules.interrupts_plan(seen, seat):
                return codec.write(seen)
    return None
