"""Setting up (3.2, 3.3), and the leaders of both sides (4.1, 4.2)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SideSetUp:
    seat: str
    suggested: bool


@dataclass(frozen=True)
class ForcePlaced:
    unit: str
    province: str
    sp: int


@dataclass(frozen=True)
class LeaderAppointed:
    """A Magister Militum takes an army; ``reason``: start, new_army, replaced, politics, joined."""

    leader: str
    army: str
    reason: str


@dataclass(frozen=True)
class LeaderReturned:
    """Back into the cup (Byzantium), or into his box or the turn track (barbarians)."""

    leader: str
    to: str


@dataclass(frozen=True)
class LeaderArrived:
    leader: str
    place: str
    replaces: str | None = None


@dataclass(frozen=True)
class LeaderLost:
    leader: str
    rule: str


@dataclass(frozen=True)
class LeaderMoved:
    leader: str
    province: str
