"""Covert decisions, which are put alike to a seat that can do something and to one that cannot: who is really
asked, and who may know of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.game import ASK_ME, Decision, Facts
from engine.orders import of_power
from games.models import PendingDecision


def asks(decision: Decision, orders: Facts) -> bool:
    """Whether a seat with these orders wants to be asked a covert decision, whatever it holds."""
    return decision.covert and of_power(orders, decision.power).get(decision.kind) == ASK_ME


def answers(orders: Facts) -> Facts:
    """The orders without those to be asked: what rules are given."""
    return {kind: values for kind, values in orders.items() if values != ASK_ME}


def shown(rows: Iterable[PendingDecision], seats: Collection[str]) -> list[PendingDecision]:
    """Of the answers that a game waits for, those that whoever plays these seats may know of."""
    return [row for row in rows if not row.covert or row.seat in seats]
