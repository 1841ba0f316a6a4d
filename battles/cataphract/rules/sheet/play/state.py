"""The state of a sheet. It is frozen and changed by copying; everything printed is in the roster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from battles.cataphract.rules.battle.state import OnMap
from engine.codec import late
from engine.frames import Copied, Stacked
from engine.values import dataclass

MAP: Final = "map"
RESERVE: Final = "reserve"
ELIMINATED: Final = "eliminated"
LEFT: Final = "left"  # removed for good without rout points: reinforcements that stay away, defectors

INACTIVE: Final = "inactive"
FINISHED: Final = "finished"
BYPASSED: Final = "bypassed"
DEAD: Final = "dead"


@dataclass(frozen=True)
class Marked(Copied):
    """The markers of a unit. ``where``: on the map, in reserve, eliminated, or off without rout points.
    ``stirred``: it has left its set-up hex (11.4). ``ordered``: what it did in this Orders Phase.

    ``engaged``: the optional marker (10.3). ``struck``: a Column that was attacked in this phase (6.46);
    ``attacked``: it attacked in this phase. For artillery (11.6): ``limbered``: in movement mode; ``shots``:
    those this turn; ``reacted``: its shots in this enemy Orders Phase.
    """

    where: str = MAP
    hits: int = late(0)
    moved: bool = late(False)
    routed: bool = late(False)
    rallied: bool = late(False)
    supply: str = late("full")
    column: bool = late(False)
    wedge: bool = late(False)
    shieldwall: bool = late(False)
    stirred: bool = late(False)
    ordered: tuple[str, ...] = late(())
    engaged: bool = late(False)
    struck: bool = late(False)
    attacked: bool = late(False)
    limbered: bool = late(False)
    shots: int = late(0)
    reacted: int = late(0)


@dataclass(frozen=True)
class Command(Copied):
    """The state of a leader. ``at``: the unit with which they are stacked, or "". ``lines``: whether the die
    for Line Commands was rolled this turn and passed ("", "yes" or "no"). ``lost``: the rout points of killed
    predecessors; ``replaced``: a replacement now leads (4.63).
    """

    status: str = INACTIVE
    wounded: bool = late(False)
    at: str = late("")
    lines: str = late("")
    lost: int = late(0)
    replaced: bool = late(False)


@dataclass(frozen=True)
class Phase(Copied):
    """An Orders Phase. ``number``: its number in a row for this leader, from 1. ``kind``: normal, elite (5.5)
    or bypassed (no Momentum, 5.44). ``orders``: Individual Orders given; ``lines``: Line Commands given.
    ``trumped``: the seats that have tried a Trump in this activation; ``replaced``: the leader whom a
    successful Trump set aside. ``used``: an order was given. ``barred``: the die for a Line Command failed in
    this phase (L2824). ``fought``: its shock segment is over, and no orders follow. ``wedge``: a Wedge
    attacked, so its next row follows (L3690). ``line``: the number of the Uncontrolled Line whose phase it
    is; such a phase has no leader (11.3).
    """

    leader: str
    seat: str
    number: int = 1
    kind: str = late("normal")
    orders: int = late(0)
    lines: int = late(0)
    trumped: tuple[str, ...] = late(())
    replaced: str = late("")
    used: bool = late(False)
    barred: bool = late(False)
    fought: bool = late(False)
    wedge: bool = late(False)
    line: int = late(0)


@dataclass(frozen=True)
class Attacking(Copied):
    """An attacking unit of a clash, as players reported it (see ``shock.situation.Attacker``)."""

    unit: str
    check: bool = late(True)
    aspect: str = late("front")
    outflanked: bool = late(False)
    held: bool = late(False)


@dataclass(frozen=True)
class Defending(Copied):
    """A defending unit of a clash."""

    unit: str
    open_flank: bool = late(False)


@dataclass(frozen=True)
class Charged(Copied):
    """A clash that was declared. ``judged``: the unit by which each side is judged, if its player has chosen
    one, by side of the clash ("a" or "d").
    """

    attackers: tuple[Attacking, ...]
    defenders: tuple[Defending, ...]
    terrain: str = late("")
    advance_hits: int = late(0)
    judged: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Loose(Copied):
    """An Uncontrolled Line (11.3): its units, and the turn in which it next advances."""

    number: int
    seat: str
    units: tuple[str, ...]
    turn: int


@dataclass(frozen=True)
class Special(Copied):
    """The state of special rules. ``fierce``: the tribes that still have Ferocity (L3031). ``blows``: the
    hits of both champions; ``champion``: the side that won the challenge (11.8); ``opened``: its leader has
    opened the battle; ``redeemed``: the loser's roll to undo it, "yes" or "no" (L3545). ``gates``: the sides
    whose gate the enemy has entered (L3225). ``line_seat``: the seat whose Uncontrolled Line goes next.
    """

    fierce: tuple[str, ...] = ()
    blows: tuple[int, ...] = ()
    champion: str = ""
    opened: bool = False
    redeemed: str = ""
    gates: tuple[str, ...] = ()
    line_seat: str = ""


@dataclass(frozen=True)
class Sheet(Stacked):
    """The whole state of a sheet. ``heart``: the undisciplined armies that still have their two points of
    quality (11.2). ``quality``: a permanent change of quality by side (Callinicum's fast). ``called``:
    reinforcements were rolled for this turn. ``elite``: the elite phase of this turn is over. ``ended``: the
    reason why the battle is over. ``special``: the state of special rules; ``lines``: Uncontrolled Lines;
    ``board``: what is where, in a battle on the map.
    """

    turn: int
    units: Mapping[str, Marked]
    leaders: Mapping[str, Command]
    phase: Phase | None = None
    clashes: tuple[Charged, ...] = ()
    heart: tuple[str, ...] = ()
    quality: Mapping[str, int] = field(default_factory=dict)
    called: tuple[str, ...] = late(())
    elite: tuple[str, ...] = late(())
    special: Special = late(Special())
    lines: tuple[Loose, ...] = late(())
    ended: str = ""
    winner: str = ""
    board: OnMap | None = late(None)
