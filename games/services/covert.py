"""Covert decisions, which look the same whether or not a seat can act. This module says which seats are
really asked and who may know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from engine.contract.orders import of_power
from engine.game import ASK_ME, Choices, Decision, Facts, Many, Pick
from games.models import PendingDecision, Seat


def wants_to_be_asked(decision: Decision, orders: Facts) -> bool:
    """Return whether a seat's orders ask for it to be consulted on every covert decision of this kind."""
    return decision.covert and of_power(orders, decision.power).get(decision.kind) == ASK_ME


def gets_time(decision: Decision, seat: Seat, choices: Choices, *, against_bots: bool) -> bool:
    """Return whether a player is given time to make a covert decision. Players whose orders ask for it get
    time. If ``against_bots``, so do players who have a real choice that no order answers, because bots
    learn nothing from a delay.
    """
    if wants_to_be_asked(decision, seat.orders):
        return True
    ordered = of_power(seat.orders, decision.power).get(decision.kind)
    return against_bots and not ordered and leaves_a_choice(choices)


def leaves_a_choice(choices: Choices) -> bool:
    """Whether more than one answer is possible."""
    return len(choices) > 1 or any(_is_open(one) for choice in choices for one in choice.fields)


def _is_open(field: Any) -> bool:
    if isinstance(field, Pick):
        return len(field.options) + field.optional > 1
    return not isinstance(field, Many) or bool(field.options)


def is_hidden(row: PendingDecision) -> bool:
    """Return whether a covert decision is hidden because an order or the default answers it at once."""
    return row.covert and row.due_at is not None and row.due_at <= row.reckoned_at


def answers(orders: Facts) -> Facts:
    """Return the orders to pass to the rules. A player's requests to be asked are left out."""
    return {kind: values for kind, values in orders.items() if values != ASK_ME}


def visible_to(rows: Iterable[PendingDecision], seats: Collection[str]) -> list[PendingDecision]:
    """Return the pending decisions that the player of these seats may know of. Covert decisions are left out
    if they belong to other seats or are answered at once.
    """
    return [row for row in rows if not row.covert or (row.seat in seats and not is_hidden(row))]
