"""A fleet under way (7.2, 7.34 - 7.36)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SailTo:
    sea: str


@dataclass(frozen=True)
class PutIn:
    province: str


@dataclass(frozen=True)
class Patrol:
    pass


@dataclass(frozen=True)
class InterceptAtSea:
    fleet: str


@dataclass(frozen=True)
class Evade:
    pass


@dataclass(frozen=True)
class Fight:
    pass
