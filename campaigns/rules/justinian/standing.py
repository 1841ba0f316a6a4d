"""Standing orders: what a seat wants answered while it is away (issue 4, item 2)."""

from __future__ import annotations

from typing import Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.state import State
from engine.game import Decision, Facts, Number, Option, OrderKind, Pick

ORDER_KINDS: tuple[OrderKind, ...] = (
    OrderKind("bribe", (Number("gold", 0, 9, 0), Number("keep", 0, 200, 10)), "6.32"),
)


def standing(table: Table, state: State, decision: Decision, orders: Facts) -> Any | None:
    return None


__all__ = ["ORDER_KINDS", "Option", "Pick", "act", "standing"]
