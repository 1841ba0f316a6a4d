"""Armies on the march, and what intercepts them (6.52, 6.53, 7.1, 7.3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ArmyActivated:
    army: str
    leader: str
    face: int
    mp: int
    place: str


@dataclass(frozen=True)
class ArmyMoved:
    army: str
    origin: str
    to: str
    mp: int
    left: int


@dataclass(frozen=True)
class ArmyPlaced:
    """Without moving: set down, landed, put into Europa."""

    army: str
    place: str
    reason: str


@dataclass(frozen=True)
class ActivationEnded:
    army: str
    reason: str


@dataclass(frozen=True)
class ArmiesCombined:
    head: str
    armies: tuple[str, ...]


@dataclass(frozen=True)
class ArmiesSeparated:
    army: str
    head: str


@dataclass(frozen=True)
class ArmyDisbanded:
    army: str
    province: str
    sp: int


@dataclass(frozen=True)
class MarkerPlaced:
    province: str
    marker: str


@dataclass(frozen=True)
class MarkerRemoved:
    province: str
    marker: str


@dataclass(frozen=True)
class InterceptionRolled:
    army: str
    province: str
    face: int
    drm: int
    control: int
    success: bool
