"""A unit on the move: its order, and the way that it follows."""

from __future__ import annotations

from engine.frames import Frame
from engine.values import dataclass


@dataclass(frozen=True)
class Marching(Frame):
    """A unit has an order. ``spent``: its movement points so far; ``back``: the hex that it came from;
    ``stopped``: it moves no farther; ``pivots``: it turns in an enemy zone (7.25). ``still``: it has shot
    without moving, so that it cannot move any more (8.15).
    """

    unit: str
    spent: int = 0
    back: str = ""
    stopped: bool = False
    pivots: bool = False
    still: bool = False


@dataclass(frozen=True)
class Stepping(Frame):
    """A unit follows a way. ``rest``: the places to come; ``rider``: the leader who goes along;
    ``leaves``: the enemy has been asked about the step out of its zone (8.22).
    """

    unit: str
    rest: tuple[str, ...] = ()
    rider: str = ""
    leaves: bool = False
