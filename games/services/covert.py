"""Covert decisions, which look the same whether or not a seat can act: which seats are really asked, and who
may know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from engine.contract.orders import of_power
from engine.game import ASK_ME, Choices, Decision, Facts, Many, Pick
from games.models import PendingDecision, Seat


def asks(decision: Decision, orders: Facts) -> bool:
    """Whether a seat's orders ask for it to be consulted on a covert decision, no matter what it holds."""
    return decision.covert and of_power(orders, decision.power).get(decision.kind) == ASK_ME


def is_put(decision: Decision, seat: Seat, choices: Choices, *, against_bots: bool) -> bool:
    """Whether a player gets time for a covert decision, according to their orders. By default they also get
    time against bots, which learn nothing from a delay, if there is a real choice and no order answers it.
    """
    if asks(decision, seat.orders):
        return True
    ordered = of_power(seat.orders, decision.power).get(decision.kind)
    return against_bots and not ordered and leaves_a_choice(choices)


def leaves_a_choice(choices: Choices) -> bool:
    """Whether more than one answer is possible."""
    return len(choices) > 1 or any(_is_open(one) for choice in choices for one in choice.fields)


def _is_open(field: Any) -> bool:
    """Whether a field can be filled in more than one way."""
    if isinstance(field, Pick):
        return len(field.options) + field.optional > 1
    return not isinstance(field, Many) or bool(field.options)


def is_hidden(row: PendingDecision) -> bool:
    """Whether a covert decision is answered at once, by an order or the default."""
    return row.covert and row.due_at is not None and row.due_at <= row.reckoned_at


def answers(orders: Facts) -> Facts:
    """The orders to pass to the rules, without requests for consultation."""
    return {kind: values for kind, values in orders.items() if values != ASK_ME}


def visible_to(rows: Iterable[PendingDecision], seats: Collection[str]) -> list[PendingDecision]:
    """Filter pending decisions to those the player of these seats may know of. Covert decisions of other
    seats and those answered at once are left out.
    """
    return [row for row in rows if not row.covert or (row.seat in seats and not is_hidden(row))]
