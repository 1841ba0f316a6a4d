"""Events of a battle on the board, beside those of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Camp


@dataclass(frozen=True)
class ArmyPlaced:
    """A side's elements stand on the board, and its camp (nothing without one)."""

    seat: str
    places: Mapping[str, Base]
    camp: Camp | None = None


@dataclass(frozen=True)
class ElementsPlaced:
    """Elements stand elsewhere now; ``told``: who went, turned, was pushed or died, in order."""

    places: Mapping[str, Base]
    told: tuple[str, ...] = ()


BOARD_EVENTS = (ArmyPlaced, ElementsPlaced)
