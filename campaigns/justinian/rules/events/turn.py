"""The turn, and the end of the game or of a power (3.1, 8.28, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TurnBegan:
    turn: int
    year: int


@dataclass(frozen=True)
class TurnEnded:
    turn: int
    prefectures: tuple[str, ...]
    lazica_lost: bool


@dataclass(frozen=True)
class PowerEliminated:
    power: str


@dataclass(frozen=True)
class GameEnded:
    winner: str
    reason: str
    scores: Mapping[str, int] = field(default_factory=dict)
