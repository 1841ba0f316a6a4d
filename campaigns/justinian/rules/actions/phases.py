"""Phases A and B: upkeep, recruits, armies, leaders (4.1, 4.2, 5.2 - 5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class PayMaintenance:
    """Groups that are paid, as unit ids ("army:oriens", "frontier:europa", "fleet:byzantium@europa")."""

    groups: tuple[str, ...]


@dataclass(frozen=True)
class PlaceRecruits:
    """Recruited SP per unit ("army:<id>", "frontier:<province>") and fleets per province."""

    land: Mapping[str, int]
    fleets: Mapping[str, int]


@dataclass(frozen=True)
class NewArmy:
    army: str
    province: str


@dataclass(frozen=True)
class ReplaceLeaders:
    """Armies whose Magister Militum is replaced by a draw."""

    armies: tuple[str, ...]


@dataclass(frozen=True)
class Arrive:
    """A new leader appears with SP of his power in that province."""

    province: str


@dataclass(frozen=True)
class BringTroops:
    """SP that come to Sardinia with Tzazon, and fleets, per unit (4.22)."""

    land: Mapping[str, int]
    fleets: Mapping[str, int]


@dataclass(frozen=True)
class TakeTreasury:
    """``dice``: 10 (summed) or 1 (times ten)."""

    dice: int
