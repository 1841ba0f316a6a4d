"""A combat phase in progress (10.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.frames import Frame


@dataclass(frozen=True)
class Call:
    """A battle at sea that was called: the active nation against this one."""

    sea: str
    nation: str


@dataclass(frozen=True)
class Combats(Frame):
    """A combat phase. ``came`` and ``seaborne`` are what the movement left; ``calls`` the sea battles still
    to fight; ``raids`` the areas that a campaign has declared; ``fought`` those with a combat. ``stage``:
    calls, fights, sack, rebuild, trim."""

    nation: str
    came: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seaborne: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    invasion: bool = False
    campaign: str = ""
    raids: tuple[str, ...] = ()
    reacted: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    fought: tuple[str, ...] = ()
    stage: str = "calls"
