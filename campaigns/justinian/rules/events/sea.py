"""Fleets under way and their battles (7.2, 7.34 - 7.36, 8.3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FleetSailed:
    power: str
    sp: int
    origin: str
    sea: str
    army: str | None = None


@dataclass(frozen=True)
class FleetStopped:
    power: str
    place: str
    sp: int
    patrol: bool


@dataclass(frozen=True)
class SeaInterceptionRolled:
    fleet: str
    face: int
    success: bool


@dataclass(frozen=True)
class BattleEvaded:
    power: str
    sea: str


@dataclass(frozen=True)
class SeaBattleFought:
    attacker: str
    defender: str
    place: str
    attacker_score: int
    defender_score: int
    attacker_loses: int
    defender_loses: int
    winner: str


@dataclass(frozen=True)
class FleetRetreated:
    power: str
    to: str
