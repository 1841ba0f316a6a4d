"""A unit and a leader, with the facts on which clashes and shots depend."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.tables import table
from engine.values import dataclass

TYPES: Final = ("HC", "LN", "LC", "HI", "MI", "LI")
FOOT: Final = ("HI", "MI", "LI")
MISSILES: Final = ("", "B", "C", "F", "J", "Cheiro")
SUPPLY: Final = ("full", "low", "no")
MOST_TQ, MOST_SIZE, MOST_RATING = 9, 20, 9


@dataclass(frozen=True)
class Leader:
    """A leader stacked with a unit. A ``wounded`` leader has one less in each rating and dies of the next
    wound (9.14).
    """

    charisma: int = 0
    personal_combat: int = 0
    wounded: bool = False

    def rating(self, value: int) -> int:
        """Return the current value of a rating printed as ``value``. A wounded leader has one less."""
        return max(0, value - 1) if self.wounded else value


@dataclass(frozen=True)
class Unit:
    """A combat unit.

    ``tq``: its printed quality. ``hits``: the number of hits taken so far. ``missile``: the
    letter of its missiles. ``supply``: the state of its ammunition: full, low or no. ``bonus``: what
    discipline, fasting or the like adds to its quality.
    """

    type: str
    tq: int
    name: str = ""
    size: int = 5
    hits: int = 0
    cataphract: bool = False
    missile: str = ""
    supply: str = "full"
    sword: bool = False
    routed: bool = False
    column: bool = False
    wedge: bool = False
    bonus: int = 0
    leader: Leader | None = None

    @property
    def foot(self) -> bool:
        return self.type in FOOT

    @property
    def heavy(self) -> bool:
        """Return whether the unit must attack once it has moved adjacent (7.31)."""
        found: bool = table("unit_types")[self.type]["heavy"]
        return found

    @property
    def armed_with_bow(self) -> bool:
        return self.missile in ("B", "C")

    @property
    def quality(self) -> int:
        """Return the unit's troop quality for a check. A routed unit has 1 (10.11)."""
        effective = table("effective_tq")
        if self.routed:
            return int(effective["routed"])
        return self.tq + self.bonus + (effective["column"] if self.column else 0)

    @property
    def row(self) -> str:
        """Return the name of the unit's row or column in the superiority chart. Cataphracts have a separate
        one.
        """
        return "HC_Cat" if self.type == "HC" and self.cataphract else self.type
