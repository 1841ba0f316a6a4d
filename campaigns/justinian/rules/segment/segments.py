"""A segment of either side, and the standing order that leaves it to the bot (6.1)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.state.play import FRAMES
from campaigns.justinian.rules.state.state import State
from engine.game import Decision, Facts, OrderKind
from engine.values import dataclass
from kit.rules.decisions import Event, policy

# decisions of a whole segment, answered by the order "segments"
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
FRAMES.note(OrderKind("segments", (policy("segments", "everything"),), "6.1", asked=False), __name__)


@dataclass(frozen=True)
class SegmentBegan(Event):
    """A segment began. ``number`` of that side in this turn; ``marker``: select, random, operation or
    empty.
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


def plays(decision: Decision, orders: Facts) -> bool:
    """Return whether the seat has left this decision to the bot. Off by default: an absent player then passes
    and loses segments. An order for the kind of decision itself takes precedence.
    """
    order = orders.get("segments")
    if order is None:
        return False
    return decision.kind in SEGMENT or (order.get("policy") == "everything" and decision.kind not in orders)
