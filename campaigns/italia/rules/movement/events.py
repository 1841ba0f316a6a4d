"""Events of movement."""

from __future__ import annotations

from collections.abc import Mapping

from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class UnitsMoved(Event):
    """Units moved. ``how``: march, strait, embark, sail, land or muster."""

    nation: str
    origin: str
    to: str
    units: Mapping[str, int]
    leaders: tuple[str, ...]
    how: str
