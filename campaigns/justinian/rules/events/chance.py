"""Random events and revolts (9.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
class PoliticsRolled:
    totals: Mapping[str, int]
    leader: str


@dataclass(frozen=True)
class SardiniaRolled:
    face: int
    sp: int
