"""The events of a battle on the board, in addition to those of a table battle."""

from __future__ import annotations

from collections.abc import Mapping

from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Camp
from engine.values import dataclass


@dataclass(frozen=True)
class ArmyPlaced:
    """A side has deployed its elements and any camp."""

    seat: str
    places: Mapping[str, Base]
    camp: Camp | None = None


@dataclass(frozen=True)
class ElementsPlaced:
    """Elements have changed place. ``told``: the changes in order, as text, such as "r1 dies enemy" or "b2
    turns r1".
    """

    places: Mapping[str, Base]
    told: tuple[str, ...] = ()


BOARD_EVENTS = (ArmyPlaced, ElementsPlaced)
