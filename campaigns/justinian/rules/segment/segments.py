"""Events and facts that both sides' segments share, and the standing order that leaves segments to the bot
(6.1).
"""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.state.play import FRAMES
from campaigns.justinian.rules.state.state import State
from engine.game import Decision, Facts, OrderKind
from engine.values import dataclass
from kit.rules.decisions import Event, policy

# decisions of a segment that the order "segments" leaves to the bot
SEGMENT = frozenset(
    {
        "barbarian_segment",
        "barbarian_unit",
        "place_tribe",
        "operation",
        "operation_place",
        "byzantine_segment",
        "place_recruits",
        "march",
        "sail",
        "late_fort",
    }
)
FRAMES.register_order(
    OrderKind("segments", (policy("segments", "everything"),), "6.1", asked=False), __name__
)


@dataclass(frozen=True)
class SegmentBegan(Event):
    """A side began a segment. ``number``: the segment within the turn. ``marker``: select, random, operation
    or empty.
    """

    seat: str
    number: int
    marker: str = ""


@dataclass(frozen=True)
class SegmentPassed(Event):
    seat: str


def army_facts(state: State, army: str) -> dict[str, Any]:
    found = state.armies[army]
    return {"sp": found.total, "at": found.at, "leader": found.leader}


def is_left_to_bot(decision: Decision, orders: Facts) -> bool:
    """Return whether the seat's standing order leaves this decision to the bot. Without the order, an absent
    player passes and loses segments. A standing order for this kind of decision takes precedence.
    """
    order = orders.get("segments")
    if order is None:
        return False
    return decision.kind in SEGMENT or (order.get("policy") == "everything" and decision.kind not in orders)
