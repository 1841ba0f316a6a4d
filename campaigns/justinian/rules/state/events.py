"""Events that several chapters share. Every other event is defined next to the rule that reports it.

Dice are in the entry's log of rolls; events hold only results.
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
    """Strength points left the game. ``unit`` is a unit id; ``power`` its owner."""

    unit: Unit
    power: str
    sp: int
    reason: str


@dataclass(frozen=True)
class ArmyPlaced(Event):
    """An army appeared without moving: set down, landed, or placed in Europa."""

    army: str
    place: str
    reason: str


@dataclass(frozen=True)
class ArmiesSeparated(Event):
    army: str
    head: str


@dataclass(frozen=True)
class LeaderAppointed(Event):
    """A Magister Militum took an army; ``reason``: start, new_army, replaced, politics, joined."""

    leader: str
    army: str
    reason: str


@dataclass(frozen=True)
class LeaderReturned(Event):
    """A leader returned to the cup (Byzantium), or to his box or the turn track (barbarians)."""

    leader: str
    to: str


@dataclass(frozen=True)
class LeaderArrived(Event):
    leader: str
    place: str
    replaces: str | None = None
