"""Land battles and what follows them (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AttackDeclared:
    attackers: tuple[str, ...]
    target: str
    province: str
    interception: bool
    landing: bool


@dataclass(frozen=True)
class RetreatedBefore:
    army: str
    origin: str
    to: str
    face: int
    drm: int
    control: int


@dataclass(frozen=True)
class LevyRaised:
    sp: int


@dataclass(frozen=True)
class BattleFought:
    """Both dice, both sums of modifiers and what each side loses. ``by``: table or report."""

    province: str
    attacker_sp: int
    defender_sp: int
    attacker_die: int
    defender_die: int
    attacker_drms: Mapping[str, int]
    defender_drms: Mapping[str, int]
    attacker_loses: int
    defender_loses: int
    winner: str
    by: str = "table"


@dataclass(frozen=True)
class Retreated:
    unit: str
    to: str
    by_sea: bool = False


@dataclass(frozen=True)
class RetreatBlocked:
    unit: str
    province: str
    face: int


@dataclass(frozen=True)
class DisorganisationRolled:
    army: str
    face: int
    control: int
    result: str


@dataclass(frozen=True)
class PillageRolled:
    army: str
    face: int
    drm: int
    control: int
    sp: int
