"""Apply one action to an opened game without storing it. What nobody offered is refused with its reason."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from engine import journal
from engine.choices import matching
from engine.dice import Dice
from engine.dry_run import why_not
from engine.game import Choice, Decision, Json, Refusal, Unimaginable
from games.refusals import bound_refusal, illegal
from games.services.entries import Request, Taken
from games.services.tables import LiveGame

log = logging.getLogger(__name__)


def apply_action(at: LiveGame, seat: str, action: Json, dice: Dice, request: Request) -> Taken:
    """Apply an action without storing its step. Return the step, and the request completed with the power
    that acted and whether the answer is covert.
    """
    assert at.head is not None
    understood = at.system.codec.read(action)  # report unreadable before forbidden actions
    # the rewritten action includes everything that the page omitted
    choices, written = at.choices(seat), at.system.codec.write(understood)
    choice = matching(choices, action) or matching(choices, written)
    if choice is None:
        raise not_offered(at, seat, understood)
    answered = _answered_decision(at, seat, choice)
    if answered is not None:
        request = replace(request, power=answered.power, covert=answered.covert)
    return journal.play(at.opened, at.head, seat, action, dice), request


def _answered_decision(at: LiveGame, seat: str, choice: Choice) -> Decision | None:
    owed = [decision for decision in at.decisions() if decision.seat == seat]
    return next((d for d in owed if d.id == choice.decision), owed[0] if len(owed) == 1 else None)


def not_offered(at: LiveGame, seat: str, action: Any) -> Refusal:
    """Return the refusal of an action (as read by the codec) that no choice offers. The refusal has the
    rules' reason, found in a state imagined for the seat, so that it reveals nothing hidden. If the rules
    have no reason or fail, the action is refused without a specific reason, and the gap is logged.
    """
    try:
        reason = why_not(at.rules, at.imagined_state(seat), seat, action)
    except Unimaginable:
        return illegal("not_a_choice")
    except Exception:  # rules need not cope with actions that they did not offer
        log.exception("%s: %s of %s cannot be judged", at.game.pk, type(action).__name__, seat)
        return illegal("not_a_choice")
    if reason is None:
        log.warning(
            "%s: %s of %s is not offered, yet no rule forbids it", at.game.pk, type(action).__name__, seat
        )
        return illegal("not_a_choice")
    return bound_refusal(reason)
