"""Events as data for animation: marches, battles, changes of ownership and milestones. Everything else on
the map stays still.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Spot:
    """A place on a page's map: its name, and its point in the drawing's units."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class PieceMove:
    """The move of a piece through several places, of which the first is its origin. ``piece`` is the piece's
    name. ``mark`` and ``colour`` are those of the piece's side on the map.
    """

    piece: str
    way: tuple[str, ...]
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class BattleShown:
    """A battle, or a round of one, with its name and a description of its result. ``dice``: the faces (or
    cards) of each side. ``mark`` and ``colour`` are those of the winner.
    """

    place: str
    title: str
    dice: tuple[str, ...] = ()
    outcome: str = ""
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class OwnerChange:
    """A change of control of a place. ``owner``: the name of the new owner."""

    place: str
    owner: str
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Milestone:
    """A memorable moment: a province regained, a king fallen, a battle won against the odds. ``good``:
    whether it is good for this reader. ``place`` is "" for a moment without a place.
    """

    text: str
    place: str = ""
    good: bool = True


Motion = PieceMove | BattleShown | OwnerChange | Milestone
# the name of each kind in static/maps/motion.js and in recorded reels
KINDS: Mapping[type, str] = {
    PieceMove: "moved",
    BattleShown: "fought",
    OwnerChange: "changed",
    Milestone: "milestone",
}
