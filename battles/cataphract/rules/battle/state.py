"""The state of a battle on the map, in addition to the markers of the sheet. Hexes are stored by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.codec import late_field
from engine.frames import CopyOnChange
from engine.values import dataclass


@dataclass(frozen=True)
class Place(CopyOnChange):
    """The place of a unit: the name of its hex, and the number of its facing (see field.pieces.Piece)."""

    at: str
    facing: int


@dataclass(frozen=True)
class Fleer(CopyOnChange):
    """A routed unit that must move.

    hexes  the hexes that remain of its first rout move (10.21)
    mp     the movement points that remain of a later rout move (10.22)
    way    the hexes ahead that its player has chosen
    """

    unit: str
    hexes: int = 0
    mp: int = 0
    way: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class Gap(CopyOnChange):
    """Hexes that the losers of a clash vacated, and the attackers that must advance into them (9.2)."""

    attackers: tuple[str, ...]
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class OnMap(CopyOnChange):
    """The places of units and leaders, and a record of this Orders Phase.

    Units and leaders:
        places    the place of each unit
        posts     the hex of each leader
        rides     the movement points that each leader has used
        sent      leaders whom the overall commander has moved (4.4)
        pinned    the active leader is not the overall commander and began in an enemy zone (5.31)

    The commanded Line:
        ranks     its units
        stage     "moving" until the Line halts, then "firing"
        starts    the distance of each unit to the enemy before it moved (11.31)
        entered   its units that draw entry fire
        distant   its units that must not come next to an enemy (L2990)

    Reactions:
        turned    units that have turned (7.14)
        harried   units that have shot while withdrawing, with their target (6.56)
        unwalled  units that have left their Shieldwall, at one movement point (11.74)
        backed    units that have withdrawn alone, and the others of their Lines (6.58)
        met       units that the enemy shot at as they entered its zone (8.23)

    Shock:
        charging  units that must check their quality (7.3)
        joining   units that need not check it
        fleeing   rout moves that are still to come
        gaps      advances that are still to come
        stood     the places of the defenders before the segment
        loosed    a clash has been fought, or a Gothic archer was shot at (L3561)

    The turn:
        level     the Initiative that both sides share (5.12)
        next      the side that goes next
        coming    reinforcements that have not entered yet
        gate      the hex by which they enter (L3411)
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
    met: tuple[str, ...] = late_field(())
    backed: tuple[str, ...] = late_field(())
    unwalled: tuple[str, ...] = late_field(())
    distant: tuple[str, ...] = late_field(())
    pinned: bool = late_field(False)
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
