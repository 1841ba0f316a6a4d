"""What happened at sea and by random events in *Justinian*; events.py offers these too."""

from __future__ import annotations

from collections.abc import Mapping
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


@dataclass(frozen=True)
class EventRolled:
    event: str
    face: int
    effective: bool = True


@dataclass(frozen=True)
class RevoltRolled:
    revolt: str
    face: int


@dataclass(frozen=True)
class MutinyRolled:
    unit: str
    face: int
    lost: bool


@dataclass(frozen=True)
class ProvinceRevolted:
    province: str


@dataclass(frozen=True)
class DebtRecorded:
    gold: int


@dataclass(frozen=True)
class PoliticsRolled:
    totals: Mapping[str, int]
    leader: str


@dataclass(frozen=True)
class SardiniaRolled:
    face: int
    sp: int
