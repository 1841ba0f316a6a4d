"""Covert decisions, which are put alike to a seat that can do something and to one that cannot: who is really
asked, and who may know of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from engine.game import ASK_ME, Choices, Decision, Facts, Many, Pick
from engine.orders import of_power
from games.models import PendingDecision, Seat


def asks(decision: Decision, orders: Facts) -> bool:
    """Whether a seat with these orders wants to be asked a covert decision, whatever it holds."""
    return decision.covert and of_power(orders, decision.power).get(decision.kind) == ASK_ME


def is_put(decision: Decision, seat: Seat, choices: Choices, *, against_bots: bool) -> bool:
    """Whether a seat's player is asked a covert decision and has time to answer: where their orders say so.
    By default also against bots, which learn nothing from how long somebody thinks, where there is anything
    to choose and no order answers."""
    if asks(decision, seat.orders):
        return True
    ordered = of_power(seat.orders, decision.power).get(decision.kind)
    return against_bots and not ordered and leaves_a_choice(choices)


def leaves_a_choice(choices: Choices) -> bool:
    """Whether there is more than one thing that may be done."""
    return len(choices) > 1 or any(_is_open(one) for choice in choices for one in choice.fields)


def _is_open(field: Any) -> bool:
    """Whether a field may be filled in more than one way."""
    if isinstance(field, Pick):
        return len(field.options) + field.optional > 1
    return not isinstance(field, Many) or bool(field.options)


def is_hidden(row: PendingDecision) -> bool:
    """Whether a question is covert and answers itself, by order or default, before anybody could."""
    return row.covert and row.due_at is not None and row.due_at <= row.reckoned_at


def answers(orders: Facts) -> Facts:
    """The orders without those to be asked: what rules are given."""
    return {kind: values for kind, values in orders.items() if values != ASK_ME}


def shown(rows: Iterable[PendingDecision], seats: Collection[str]) -> list[PendingDecision]:
    """Filter the answers that a game waits for to those that the player of these seats may know of: of
    covert ones those that are put to them with time to answer."""
    return [row for row in rows if not row.covert or (row.seat in seats and not is_hidden(row))]
