"""Strength points, fleets and armies that come, go or change (4.3, 4.4, 5.3, 6.23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ArmyRemoved:
    army: str
    power: str
    sp: int
    allied: Mapping[str, int]
    reason: str
    rule: str


@dataclass(frozen=True)
class SpLost:
    """Strength points leave the game. ``unit`` is a unit id; ``power`` whose they were."""

    unit: str
    power: str
    sp: int
    reason: str


@dataclass(frozen=True)
class SpGained:
    unit: str
    power: str
    sp: int
    reason: str


@dataclass(frozen=True)
class SpShifted:
    """From one unit to another: left as frontier, detached, picked up, handed over, redistributed."""

    source: str
    target: str
    sp: int
    reason: str


@dataclass(frozen=True)
class FleetGained:
    power: str
    place: str
    sp: int


@dataclass(frozen=True)
class FleetLost:
    power: str
    place: str
    sp: int
    reason: str


@dataclass(frozen=True)
class StatusChanged:
    """``status``: disorganised, defeated, unpaid; ``on`` or off."""

    unit: str
    status: str
    on: bool
    reason: str


@dataclass(frozen=True)
class RecruitsRolled:
    power: str
    sp: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class ArmyRaised:
    army: str
    province: str
    sp: int
