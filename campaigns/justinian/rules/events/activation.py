"""Activation: segments, powers, alliances, operations, forts (6)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SegmentBegan:
    """``number`` of that side in this turn; ``marker``: select, random, operation or empty."""

    seat: str
    number: int
    marker: str = ""


@dataclass(frozen=True)
class SegmentPassed:
    seat: str


@dataclass(frozen=True)
class SegmentLost:
    """To Religious Disputes."""

    number: int


@dataclass(frozen=True)
class DoubleDeclared:
    pass


@dataclass(frozen=True)
class PowerDrawn:
    power: str
    number: int
    rerolled: bool = False


@dataclass(frozen=True)
class BribePaid:
    power: str
    gold: int


@dataclass(frozen=True)
class AllianceRolled:
    power: str
    face: int
    drm: int
    bribe_drm: int
    result: str


@dataclass(frozen=True)
class OperationStarted:
    army: str
    minor: str


@dataclass(frozen=True)
class FortBuilt:
    province: str
