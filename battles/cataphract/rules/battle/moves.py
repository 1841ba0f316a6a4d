"""The frames of a unit on the move: its order, the route that it follows, harassment and pursuits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.codec import late_field
from engine.frames import Frame
from engine.values import dataclass


@dataclass(frozen=True)
class Marching(Frame):
    """A unit is carrying out an order.

    spent    the movement points that it has spent so far
    back     the hex that it came from
    stopped  it can move no farther
    pivots   it is turning in an enemy zone (7.25)
    still    it has shot without moving, and can no longer move (8.15)
    over     its order has ended with a pursuit (6.73)
    """

    unit: str
    spent: int = 0
    back: str = ""
    stopped: bool = False
    pivots: bool = False
    still: bool = False
    over: bool = late_field(False)


@dataclass(frozen=True)
class Stepping(Frame):
    """A unit is following a route.

    rest    the places ahead
    rider   the leader who rides along
    leaves  the enemy has already been asked to react to the step out of its zone (8.22)
    """

    unit: str
    rest: tuple[str, ...] = ()
    rider: str = ""
    leaves: bool = False


@dataclass(frozen=True)
class Harassing(Frame):
    """Light horse harasses a target (8.3).

    way     the hexes of its path to the target; on the map it stays in its hex
    feigns  it feigns a retreat afterwards (8.35)
    firers  the enemies that shoot at it at the same time
    asked   the enemy has been asked to react
    shot    the shots have been resolved
    sheltered  foot has decided whether to form a Shieldwall (11.71)
    """

    unit: str
    target: str
    way: tuple[str, ...]
    feigns: bool = False
    firers: tuple[str, ...] = ()
    asked: bool = False
    shot: bool = False
    sheltered: bool = late_field(False)


@dataclass(frozen=True)
class Pursuing(Frame):
    """A unit pursues light horse that has feigned a retreat (6.73). ``rest``: the places ahead."""

    unit: str
    runner: str
    rest: tuple[str, ...] = ()


@dataclass(frozen=True)
class Driving(Frame):
    """The Wedge moves as a whole (L3690).

    rest    the steps ahead: a unit, the number of a side and the number of the hex, such as "b1|2|0"
    point   the unit at its point
    spent   the movement points that each unit has spent
    halted  units that no longer follow, because an enemy zone or a lack of movement points stops them
    last    the number of the last hex that the Wedge enters, once its point has stopped
    """

    rest: tuple[str, ...]
    point: str
    spent: Mapping[str, int] = field(default_factory=dict)
    halted: tuple[str, ...] = ()
    last: int = 99


@dataclass(frozen=True)
class Waving(Frame):
    """The rows of a Wedge move up and attack one after another (L3695).

    rows    the rows that have not fought yet, the current one first
    stage   what the current row does: "moves", "shoots" or "fights", or "" before it begins
    queue   its units that have not moved up yet
    """

    rows: tuple[tuple[str, ...], ...]
    stage: str = ""
    queue: tuple[str, ...] = ()
