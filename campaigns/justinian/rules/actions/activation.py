"""Segments: markers, recruiting, who is activated, alliances (6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Pass:
    """Decline, do nothing, use no marker."""


@dataclass(frozen=True)
class SelectPower:
    """Use a Select marker; ``recruit``: Vandals and Ostrogoths may, once a turn (6.24)."""

    power: str
    recruit: bool = False


@dataclass(frozen=True)
class DrawRandom:
    """Use a Random marker: roll for the power (6.22)."""


@dataclass(frozen=True)
class StartOperation:
    """A Combined Operation of a major power's army with a minor power (6.4)."""

    army: str
    minor: str


@dataclass(frozen=True)
class SetDown:
    """Where the minor army of a Combined Operation is placed (6.44)."""

    province: str


@dataclass(frozen=True)
class PlaceTribesmen:
    """Recruits of Vandals or Ostrogoths per City province, and fleets (3 SP each) per coastal one (6.24)."""

    land: Mapping[str, int]
    fleets: Mapping[str, int]


@dataclass(frozen=True)
class ActivateArmy:
    army: str


@dataclass(frozen=True)
class ActivateFleet:
    """``place`` is a province or a sea area; ``army`` is taken aboard."""

    power: str
    place: str
    sp: int
    army: str | None = None


@dataclass(frozen=True)
class MoveLeader:
    """A Magister Militum alone (4.13); in ``army`` he takes command, if it has nobody."""

    leader: str
    province: str
    army: str | None = None


@dataclass(frozen=True)
class Recruit:
    """The Byzantine segment is spent on recruiting (5.31)."""


@dataclass(frozen=True)
class BuildFort:
    province: str


@dataclass(frozen=True)
class FortLater:
    """The fort of this segment is asked for when its action is over (6.54)."""


@dataclass(frozen=True)
class DeclareDouble:
    """Two Byzantine segments in a row, after a Combined Operation (6.45)."""


@dataclass(frozen=True)
class OfferBribe:
    gold: int


@dataclass(frozen=True)
class MarchAlly:
    """The new ally is activated at once (6.34 a)."""


@dataclass(frozen=True)
class JoinArmy:
    """The new ally's SP join a Byzantine army (6.34 b)."""

    army: str
