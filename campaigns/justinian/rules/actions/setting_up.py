"""Setting up (3.2, 3.3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AcceptSetup:
    """The suggested deployment, at once."""


@dataclass(frozen=True)
class PlaceArmy:
    """Byzantine army or barbarian leader with that many SP in that province; replaces an earlier placing."""

    army: str
    province: str
    sp: int


@dataclass(frozen=True)
class PlaceGroup:
    """Frontier SP (byzantium) or detached SP of a power in a province; 0 takes them back."""

    power: str
    province: str
    sp: int


@dataclass(frozen=True)
class PlaceFleet:
    power: str
    province: str
    sp: int


@dataclass(frozen=True)
class FinishSetup:
    pass
