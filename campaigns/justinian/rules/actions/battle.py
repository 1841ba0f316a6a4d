"""Interception, retreat, battle and losses (7.3, 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class InterceptWith:
    armies: tuple[str, ...]


@dataclass(frozen=True)
class Stand:
    """The army does not retreat before combat."""


@dataclass(frozen=True)
class RetreatTo:
    """Retreat before combat (8.13) or after it (8.21)."""

    province: str


@dataclass(frozen=True)
class RetreatBySea:
    province: str


@dataclass(frozen=True)
class Command:
    """Whose leader commands in this battle."""

    army: str


@dataclass(frozen=True)
class TakeLosses:
    losses: Mapping[str, int]


@dataclass(frozen=True)
class ResolveByTable:
    """The open battle is resolved by the campaign's own table."""


@dataclass(frozen=True)
class ReportBattle:
    """The open battle was fought elsewhere. ``winner``: attacker, defender or tie."""

    winner: str
    losses: Mapping[str, int]
