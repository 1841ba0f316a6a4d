"""Events as data for animation: journeys, meetings, changes of ownership. Everything else on the map stays
still.
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
    """A piece moves through places, the first being its origin. ``piece``: its name; ``mark`` and ``colour``:
    those of its side on the map.
    """

    piece: str
    way: tuple[str, ...]
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class BattleShown:
    """A battle, or a round of one: its name and result in words; ``dice``: the faces (or cards) of each side;
    ``mark`` and ``colour``: the winner's.
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
    """A memorable moment: a province regained, a king fallen, a battle won against the odds. ``good``: for
    this reader; ``place``: "" if it has none.
    """

    text: str
    place: str = ""
    good: bool = True


Motion = PieceMove | BattleShown | OwnerChange | Milestone
# the words with which static/maps/motion.js and recorded reels name them
KINDS: Mapping[type, str] = {
    PieceMove: "moved",
    BattleShown: "fought",
    OwnerChange: "changed",
    Milestone: "milestone",
}
