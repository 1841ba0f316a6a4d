"""Stored plans: when they continue, what stops them, and what a rewind or a change of player does to them.
:mod:`games.services.planning` writes and runs plans.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q

from engine.codec import canonical
from engine.game import IllegalAction, InvalidAction, Json, Refusal
from games.models import Entry, Game, Plan, Seat
from games.refusals import bound_refusal, illegal
from games.services.tables import LiveGame

KEY: Final = "plan:"  # prefix of the keys of entries made by a plan
REFUSALS: Final = {"invalid": InvalidAction, "illegal": IllegalAction}


def plan_of(seat: Seat) -> Plan | None:
    """The plan stored for a seat, or None."""
    found: Plan | None = getattr(seat, "plan", None)
    return found


def seat_of(game: Game, key: str) -> Seat | None:
    """Return the game's seat with this key, or None."""
    return next((seat for seat in game.seats.all() if seat.key == key), None)


def continuing_plan(game: Game, key: str, late: bool = False) -> Plan | None:
    """Return a seat's plan if it can continue, or None. For a ``late`` answer a plan that waits for a roll
    counts too, because the server then rolls.
    """
    seat = seat_of(game, key)
    plan = None if seat is None else plan_of(seat)
    if plan is None:
        return None
    return plan if plan.goes_on or (late and plan.status == Plan.Status.DICE) else None


def any_sent(game: Game) -> bool:
    """Return whether any seat has a plan, which may answer before a deadline."""
    return any(plan_of(seat) is not None for seat in game.seats.all())


def awaits_plan(at: LiveGame) -> bool:
    """Return whether the game waits for a seat whose plan can continue."""
    return any(continuing_plan(at.game, one.seat) is not None for one in at.decisions() if not one.covert)


def is_asked(at: LiveGame, seat: str) -> bool:
    """Return whether the game waits for the seat. Covert decisions do not count: a plan that answered one,
    or stopped at one, would reveal it.
    """
    return any(one.seat == seat and not one.covert for one in at.decisions())


def planned_filter() -> Q:
    """Build the filter for open decisions that a plan answers."""
    plans = Plan.objects.filter(seat__game=OuterRef("game"), seat__key=OuterRef("seat"))
    return Q(Exists(plans.filter(status=Plan.Status.SENT)), covert=False)


# --- what stops a plan ------------------------------------------------------------------------------------


def stop(plan: Plan, why: Refusal) -> None:
    """Turn the rest of a plan into a draft and store the reason for its player."""
    plan.status, plan.stopped = Plan.Status.DRAFT, refusal_json(why)
    plan.save(update_fields=["status", "stopped", "done"])


def refusal_json(refusal: Refusal) -> dict[str, Json]:
    """Return a refusal as the JSON that a plan stores."""
    kept = bound_refusal(refusal)
    kind = next((name for name, cls in REFUSALS.items() if isinstance(kept, cls)), "illegal")
    return {"kind": kind, "rule": kept.rule, "code": kept.code, "facts": kept.facts}


def why_stopped(plan: Plan) -> Refusal | None:
    """The reason a plan stopped, or None."""
    kept: Any = plan.stopped
    return None if kept is None else REFUSALS[kept["kind"]](kept["rule"], kept["code"], **kept["facts"])


# --- other events in the game -------------------------------------------------------------------------------


def done_by_hand(at: LiveGame, seat: str, action: Json) -> None:
    """Update a plan when its player acts by hand. If the action is the plan's next step, the plan continues;
    after any other action it becomes a draft. Runs in the step's transaction, before the step's
    consequences.
    """
    row = seat_of(at.game, seat)
    plan = None if row is None else plan_of(row)
    if plan is None or plan.status not in {Plan.Status.SENT, Plan.Status.DICE}:
        return
    if is_step(plan.rest[0], action):
        step_done(plan, at.seq + 1)
    else:
        stop(plan, illegal("plan_left"))


def is_step(step: Any, action: Json) -> bool:
    """Return whether a step of a plan is this action."""
    return canonical(step["action"]) == canonical(action)


def step_done(plan: Plan, seq: int) -> None:
    """Record that entry ``seq`` carried out the plan's next step."""
    plan.done, plan.stopped, plan.since_seq = plan.done + 1, None, seq
    plan.status = Plan.Status.SENT if plan.rest else Plan.Status.DONE
    plan.save(update_fields=["done", "stopped", "status", "since_seq"])


def stop_after_rewind(game: Game, undone: Iterable[Entry], own: bool) -> None:
    """Stop all plans after a rewind. ``undone``: the undone entries, newest first. ``own``: whether a player
    undid their own moves. In that case, undone steps of a plan become steps that are still to come.
    """
    for seat in game.seats.all():
        plan = plan_of(seat)
        if plan is None:
            continue
        done = plan.done
        for entry in undone if own else ():
            if entry.seat == seat.key and _is_last_step(plan, entry):
                plan.done -= 1
        if plan.rest:
            stop(plan, illegal("plan_taken_back" if plan.done < done else "plan_went_back"))


def stop_amended(game: Game) -> None:
    """Stop all plans after facts of the game were corrected."""
    for seat in game.seats.all():
        plan = plan_of(seat)
        if plan is not None and plan.rest:
            stop(plan, illegal("plan_amended"))


def _is_last_step(plan: Plan, entry: Entry) -> bool:
    last = plan.steps[plan.done - 1] if plan.done else None
    return entry.key.startswith(KEY) and last is not None and is_step(last, entry.action)


def drop(seat: Seat) -> None:
    """Delete a seat's plan. When its author leaves, a successor must not read or run it."""
    Plan.objects.filter(seat=seat).delete()
