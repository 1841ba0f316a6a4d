"""Frames that several modules of the rules share."""

from __future__ import annotations

from engine.codec import late_field
from engine.frames import Frame
from engine.values import dataclass


@dataclass(frozen=True)
class GameRound(Frame):
    """A round. ``left``: the nations still to act. ``stage``: start, nations, end, score or over."""

    left: tuple[str, ...] = ()
    stage: str = "start"


@dataclass(frozen=True)
class LastRound(Frame):
    """The last round of Italia I (13.4). ``next``: the index of the next move in the order. ``passes``: the
    number of passes in a row. ``offered``: the nation just offered a move. ``moved``: whether that nation
    paid for a move.
    """

    next: int = -1
    passes: int = 0
    offered: str = ""
    gold: int = 0
    moved: bool = late_field(False)


@dataclass(frozen=True)
class Trim(Frame):
    """A nation's duty to reduce its units in an area to ``limit``. ``capital_counts``: whether one more unit
    can stay if the area is the capital (8.1). ``fought``: whether a combat kept the owner from naming a
    capital, in which case the owner is asked even if all units are alike.
    """

    nation: str
    area: str
    limit: int
    capital_counts: bool = late_field(False)
    fought: bool = late_field(False)
