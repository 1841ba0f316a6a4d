"""The state of a battle on the map besides the markers of the sheet. Hexes are stored by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.codec import late
from engine.frames import Copied
from engine.values import dataclass


@dataclass(frozen=True)
class Place(Copied):
    """The place of a unit: the name of its hex, and the number of its facing (see field.pieces.Piece)."""

    at: str
    facing: int


@dataclass(frozen=True)
class Fleer(Copied):
    """A routed unit that has to move. ``hexes``: those left of its first rout move (10.21); ``mp``: the
    movement points left of a later one (10.22); ``way``: the hexes to come that its player has chosen.
    """

    unit: str
    hexes: int = 0
    mp: int = 0
    way: tuple[str, ...] = late(())


@dataclass(frozen=True)
class Gap(Copied):
    """Hexes that the losers of a clash left, and the attackers that have to advance into them (9.2)."""

    attackers: tuple[str, ...]
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class OnMap(Copied):
    """The places of units and leaders, and a record of this Orders Phase.

    ``places``: the units; ``posts``: the hexes of the leaders; ``rides``: the movement points that leaders
    have used; ``sent``: leaders whom the overall commander has moved (4.4). ``ranks``: the units of the Line
    that is commanded; ``stage``: "moving" until its entry fire is over, then "firing"; ``starts``: the
    distance of each of its units to the enemy when it began (11.31); ``entered``: its units that draw entry
    fire. ``turned``: units that have turned in reaction (7.14); ``harried``: those that have shot while
    withdrawing, with their target (6.56); ``met``: units at which the enemy has shot on entry (8.23);
    ``pinned``: the active leader, not in overall command, began in an enemy zone (5.31). ``charging``: units
    with a marker to check, ``joining``: without (7.3). ``fleeing``, ``gaps``: rout moves and advances to
    come; ``stood``: the places of the defenders before the segment. ``level``, ``next``: the Initiative that
    both sides share, and who goes next (5.12). ``coming``: reinforcements that are still to enter, ``gate``:
    the hex by which they do (L3411). ``loosed``: there has been shock, or a Gothic archer was shot at
    (L3561).
    """

    places: Mapping[str, Place]
    posts: Mapping[str, str]
    rides: Mapping[str, int] = field(default_factory=dict)
    sent: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    stage: str = ""
    starts: Mapping[str, int] = field(default_factory=dict)
    entered: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    harried: tuple[str, ...] = ()
    met: tuple[str, ...] = late(())
    pinned: bool = late(False)
    charging: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()
    fleeing: tuple[Fleer, ...] = ()
    gaps: tuple[Gap, ...] = ()
    stood: Mapping[str, str] = field(default_factory=dict)
    level: int = 0
    next: str = ""
    coming: tuple[str, ...] = ()
    gate: str = ""
    loosed: bool = False
