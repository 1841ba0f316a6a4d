"""Events that several chapters of the rules share. Every other event is defined next to the rule that
reports it.
Events hold results. The dice are in the rolls of the log entry.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.justinian.rules.state.values import Unit
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class ArmyRemoved(Event):
    army: str
    power: str
    sp: int
    allied: Mapping[str, int]
    reason: str
    rule: str


@dataclass(frozen=True)
class SpLost(Event):
    """Strength points were lost. ``unit`` is a unit id, and ``power`` is its owner."""

    unit: Unit
    power: str
    sp: int
    reason: str


@dataclass(frozen=True)
class ArmyPlaced(Event):
    """An army was placed on the map without marching, because it was set down, landed, or sent to Europa."""

    army: str
    place: str
    reason: str


@dataclass(frozen=True)
class ArmiesSeparated(Event):
    army: str
    head: str


@dataclass(frozen=True)
class LeaderAppointed(Event):
    """A Magister Militum now commands an army. ``reason``: start, new_army, replaced, politics or joined."""

    leader: str
    army: str
    reason: str


@dataclass(frozen=True)
class LeaderReturned(Event):
    """A leader returned to the cup (Byzantium), or to their power's box or the turn track (barbarians)."""

    leader: str
    to: str


@dataclass(frozen=True)
class LeaderArrived(Event):
    leader: str
    place: str
    replaces: str | None = None
