"""State in progress that several chapters share."""

from __future__ import annotations

from dataclasses import dataclass

from engine.codec import late
from engine.frames import Frame


@dataclass(frozen=True)
class GameRound(Frame):
    """A round: ``left`` are the nations still to act. ``stage``: start, nations, end, score, over."""

    left: tuple[str, ...] = ()
    stage: str = "start"


@dataclass(frozen=True)
class LastRound(Frame):
    """The last round of Italia I (13.4). ``next``: whose move it is, counted through the order; ``passes`` in
    a row; ``offered``: the faction that has just been asked; ``moved``: whether it has paid for a move."""

    next: int = -1
    passes: int = 0
    offered: str = ""
    gold: int = 0
    moved: bool = late(False)


@dataclass(frozen=True)
class Trim(Frame):
    """No more than ``limit`` units of the nation may stay in the area; one more in its capital where
    ``capital_counts`` (8.1), whenever it is named. ``fought``: its owner has had no moment to name it since
    the combat there, and is asked even where all units are alike."""

    nation: str
    area: str
    limit: int
    capital_counts: bool = late(False)
    fought: bool = late(False)
