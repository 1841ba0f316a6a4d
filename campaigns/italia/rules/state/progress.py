"""Frames that several chapters share."""

from __future__ import annotations

from engine.codec import late
from engine.frames import Frame
from engine.values import dataclass


@dataclass(frozen=True)
class GameRound(Frame):
    """A round. ``left``: the nations still to act. ``stage``: start, nations, end, score, over."""

    left: tuple[str, ...] = ()
    stage: str = "start"


@dataclass(frozen=True)
class LastRound(Frame):
    """The last round of Italia I (13.4). ``next``: the next move's place in the order; ``passes`` in a row;
    ``offered``: the faction just asked; ``moved``: whether it has paid for a move.
    """

    next: int = -1
    passes: int = 0
    offered: str = ""
    gold: int = 0
    moved: bool = late(False)


@dataclass(frozen=True)
class Trim(Frame):
    """A nation that can keep at most ``limit`` units in the area, or one more in its capital
    (``capital_counts``, 8.1). ``fought``: its owner could not name a capital since the combat there, and
    is asked even if all units are alike.
    """

    nation: str
    area: str
    limit: int
    capital_counts: bool = late(False)
    fought: bool = late(False)
