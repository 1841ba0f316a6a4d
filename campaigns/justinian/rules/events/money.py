"""Gold: revenue, upkeep, treasuries (5.1, 5.2, 5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class RevenueReceived:
    """``printed`` per prefecture; then the halvings and the debt, and what came in."""

    printed: Mapping[str, int]
    halved_europa: bool
    halved_epidemic: bool
    debt: int
    gold: int


@dataclass(frozen=True)
class GoldSpent:
    gold: int
    what: str


@dataclass(frozen=True)
class GoldGained:
    gold: int
    what: str


@dataclass(frozen=True)
class TreasuryLost:
    """Europa fell (5.13)."""

    gold: int


@dataclass(frozen=True)
class AlliancesLapsed:
    powers: tuple[str, ...]


@dataclass(frozen=True)
class Maintained:
    paid: tuple[str, ...]
    unpaid: tuple[str, ...]
    gold: int


@dataclass(frozen=True)
class TreasuryMoved:
    power: str
    province: str


@dataclass(frozen=True)
class TreasuryCaptured:
    power: str
    gold: int


@dataclass(frozen=True)
class DebtRecorded:
    gold: int
