"""The state of a table battle: everything the assistant keeps, and no position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Camp as Site
from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.table.terrain import Piece
from engine.codec import late
from engine.frames import Copied

RED: Final = "red"
BLUE: Final = "blue"
SEATS: Final = (RED, BLUE)
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
    """The enemy of that seat."""
    return BLUE if seat == RED else RED


@dataclass(frozen=True)
class ElementState(Copied):
    """The state of an element. ``moves``: its tactical moves this bound; ``spent``: it broke off, dismounted
    or failed to ford, and may not move again; ``charged``: its own move brought it into contact."""

    where: Where = "table"
    cause: Cause = ""
    lost_in: int = 0  # bound
    moves: int = 0
    spent: bool = False
    charged: bool = False
    sacking: bool = False
    dismounted: bool = False


@dataclass(frozen=True)
class Camp(Copied):
    """A side's camp. ``holder`` controls it now, the seat itself at first."""

    pitched: bool
    holder: str


@dataclass(frozen=True)
class BuiltUpArea(Copied):
    """The one built-up area. ``owner`` controlled it at first, ``holder`` controls it now ("" nobody);
    ``loyal_to``: the side that living denizens fight for.
    """

    owner: str
    holder: str
    denizens: Denizens = "alive"
    loyal_to: str = ""


@dataclass(frozen=True)
class River(Copied):
    nature: Nature = "unknown"
    barred: bool = False  # a failed crossing ends all fording of this bound


@dataclass(frozen=True)
class Luck(Copied):
    """One seat's dice compared with their exact expectation.

    ``kills`` and ``losses`` count elements destroyed in combats; the ``expected`` ones are the sums of their
    exact chances, ``variance`` that of kills minus losses.
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
class Ending(Copied):
    winner: str | None
    reason: Literal["broken", "annihilated", "conceded", "nightfall", "agreed"]
    rule: str = ""


@dataclass(frozen=True)
class Board(Copied):
    """Where elements and camps are in a battle on the board. A garrison keeps the place where it went in."""

    places: Mapping[str, Base] = field(default_factory=dict)
    camps: Mapping[str, Site] = field(default_factory=dict)


@dataclass(frozen=True)
class TableState(Copied):
    phase: Phase
    bound: int = 0  # counts both sides' bounds: 1 is the invader's first
    active: str = ""
    invader: str = ""
    side: int = 0  # the table edge (1-4, clockwise) that is the invader's
    rolled: int = 0
    pips: int = 0
    pieces: tuple[Piece, ...] = ()
    drawing: Drawing = late(())  # the layout of the pieces; nothing while undrawn
    elements: Mapping[str, ElementState] = field(default_factory=dict)
    camps: Mapping[str, Camp] = field(default_factory=dict)
    bua: BuiltUpArea | None = None
    river: River | None = None
    general_in: Mapping[str, str] = field(default_factory=dict)  # wood, oasis, marsh: entered by people
    shot: tuple[str, ...] = ()  # elements that shot, or were targets, in this phase
    fought: tuple[str, ...] = ()
    contacts: tuple[tuple[str, str], ...] = late(())  # pairs known to be in frontal contact: see contacts
    luck: Mapping[str, Luck] = field(default_factory=dict)
    draw_offered: str = ""
    ending: Ending | None = None
    board: Board | None = late(None)  # nothing at a real table, where people see positions

    @property
    def defender(self) -> str:
        return other(self.invader) if self.invader else ""

    @property
    def passive(self) -> str:
        return other(self.active)

    def own_bound(self) -> int:
        """The number of the active side's bound, from 1."""
        return (self.bound + 1) // 2

    def on_table(self, ids: Mapping[str, object] | None = None) -> Iterator[str]:
        """Elements that are on the table, including those in camps and the built-up area."""
        return (i for i, e in self.elements.items() if e.where in ON_TABLE and (ids is None or i in ids))

    def with_element(self, element: str, **changes: object) -> TableState:
        one = self.elements[element].but(**changes)
        return self.but(elements={**self.elements, element: one})
