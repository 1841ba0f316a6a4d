"""The state of a DBA battle. For a battle at a real table it records no positions; for a battle on the
board it also holds the place of every element.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Final, Literal

from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Camp as Site
from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.table.terrain import Piece
from engine.codec import late_field
from engine.frames import CopyOnChange
from engine.values import dataclass

RED: Final = "red"
BLUE: Final = "blue"
SEATS: Final = (RED, BLUE)
# A mark in ``shot``: the active side has ended its shooting. It is used only on the board.
SHOOTING_DONE: Final = "/"
ON_TABLE: Final = ("table", "camp", "enemy_camp", "bua")

Phase = Literal[
    "aggression",
    "terrain",
    "sides",
    "camps",
    "deployment",
    "swaps",
    "pips",
    "moves",
    "shooting",
    "combat",
    "over",
]
Where = Literal["table", "camp", "enemy_camp", "bua", "reserve", "lost"]
Cause = Literal[
    "", "destroyed", "supporter", "recoil", "river", "left_table", "surrendered", "replaced", "no_camp"
]
Denizens = Literal["none", "alive", "destroyed"]
Nature = Literal["unknown", "paltry", "hindering", "difficult"]


def other(seat: str) -> str:
    """Return the enemy of a seat."""
    return BLUE if seat == RED else RED


@dataclass(frozen=True)
class ElementState(CopyOnChange):
    """The state of an element. ``moves``: the number of its tactical moves in this bound. ``spent``: whether
    it can no longer move, because it broke off, dismounted or failed to ford. ``charged``: whether its own
    move brought it into contact.
    """

    where: Where = "table"
    cause: Cause = ""
    lost_in: int = 0  # the bound in which the element was lost
    moves: int = 0
    spent: bool = False
    charged: bool = False
    sacking: bool = False
    dismounted: bool = False


@dataclass(frozen=True)
class Camp(CopyOnChange):
    """A side's camp. ``holder`` is the seat that controls it, at first its owner."""

    pitched: bool
    holder: str


@dataclass(frozen=True)
class BuiltUpArea(CopyOnChange):
    """The only built-up area. ``owner``: the seat that controlled it first. ``holder``: the seat that
    controls it now, or "". ``loyal_to``: the seat for which living denizens fight.
    """

    owner: str
    holder: str
    denizens: Denizens = "alive"
    loyal_to: str = ""


@dataclass(frozen=True)
class River(CopyOnChange):
    nature: Nature = "unknown"
    barred: bool = False  # a failed crossing bars all others in the same bound


@dataclass(frozen=True)
class Luck(CopyOnChange):
    """One seat's dice, kills and losses, for comparison with their expected values.

    ``kills`` and ``losses`` count elements destroyed in combats. The ``expected`` values are the sums of
    their exact chances, and ``variance`` is the variance of kills minus losses.
    """

    pips: int = 0
    pip_rolls: int = 0
    dice: int = 0
    dice_rolls: int = 0
    kills: int = 0
    losses: int = 0
    expected_kills: Fraction = Fraction(0)
    expected_losses: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)


@dataclass(frozen=True)
class Ending(CopyOnChange):
    winner: str | None
    reason: Literal["broken", "annihilated", "conceded", "nightfall", "agreed"]
    rule: str = ""


@dataclass(frozen=True)
class Board(CopyOnChange):
    """The bases and camps in a battle on the board. The base of a garrison is in the middle of its camp or
    built-up area.
    """

    places: Mapping[str, Base] = field(default_factory=dict)
    camps: Mapping[str, Site] = field(default_factory=dict)


@dataclass(frozen=True)
class TableState(CopyOnChange):
    phase: Phase
    bound: int = 0  # counts both sides' bounds; 1 is the invader's first
    active: str = ""
    invader: str = ""
    side: int = 0  # the invader's table edge (1-4, clockwise)
    rolled: int = 0
    pips: int = 0
    pieces: tuple[Piece, ...] = ()
    drawing: Drawing = late_field(())  # the layout of the terrain, empty until somebody draws it
    elements: Mapping[str, ElementState] = field(default_factory=dict)
    camps: Mapping[str, Camp] = field(default_factory=dict)
    bua: BuiltUpArea | None = None
    river: River | None = None
    # the wood, oasis or marsh that a general is in, as players reported it
    general_in: Mapping[str, str] = field(default_factory=dict)
    shot: tuple[str, ...] = ()  # elements that have shot or were shot at in this phase
    fought: tuple[str, ...] = ()
    contacts: tuple[tuple[str, str], ...] = late_field(())  # frontal contacts that are known; see contacts.py
    luck: Mapping[str, Luck] = field(default_factory=dict)
    draw_offered: str = ""
    ending: Ending | None = None
    board: Board | None = late_field(None)  # None at a real table, where players see the positions

    @property
    def defender(self) -> str:
        return other(self.invader) if self.invader else ""

    @property
    def passive(self) -> str:
        return other(self.active)

    def own_bound(self) -> int:
        """The number of the active side's current bound, counted from 1."""
        return (self.bound + 1) // 2

    def on_table(self, ids: Mapping[str, object] | None = None) -> Iterator[str]:
        """Yield the elements on the table, including those in camps and the built-up area."""
        every = self.elements.items()
        return iter([i for i, e in every if e.where in ON_TABLE and (ids is None or i in ids)])

    def with_element(self, element: str, **changes: object) -> TableState:
        one = self.elements[element].but(**changes)
        return self.but(elements={**self.elements, element: one})
