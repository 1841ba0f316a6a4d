"""The state of a sheet. It is frozen and changed by copying. Everything printed is in the roster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from battles.cataphract.rules.battle.state import OnMap
from engine.codec import late_field
from engine.frames import CopyOnChange, Stacked
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
class Marked(CopyOnChange):
    """The markers of a unit.

    where     on the map, in reserve, eliminated, or off the map without rout points
    stirred   it has left its set-up hex (11.4)
    ordered   its actions in this Orders Phase
    engaged   the optional marker (10.3)
    struck    it is a Column that was attacked in this phase (6.46)
    attacked  it attacked in this phase

    Artillery only (11.6):
    limbered  it is in movement mode
    shots     its shots in this turn
    reacted   its shots in this enemy Orders Phase
    """

    where: str = MAP
    hits: int = late_field(0)
    moved: bool = late_field(False)
    routed: bool = late_field(False)
    rallied: bool = late_field(False)
    supply: str = late_field("full")
    column: bool = late_field(False)
    wedge: bool = late_field(False)
    shieldwall: bool = late_field(False)
    stirred: bool = late_field(False)
    ordered: tuple[str, ...] = late_field(())
    engaged: bool = late_field(False)
    struck: bool = late_field(False)
    attacked: bool = late_field(False)
    limbered: bool = late_field(False)
    shots: int = late_field(0)
    reacted: int = late_field(0)


@dataclass(frozen=True)
class Command(CopyOnChange):
    """The state of a leader.

    at        the unit with which they are stacked, or ""
    lines     whether the die for Line Commands was rolled this turn and passed ("", "yes" or "no")
    lost      the rout points of their killed predecessors
    replaced  a replacement now leads (4.63)
    """

    status: str = INACTIVE
    wounded: bool = late_field(False)
    at: str = late_field("")
    lines: str = late_field("")
    lost: int = late_field(0)
    replaced: bool = late_field(False)


@dataclass(frozen=True)
class Phase(CopyOnChange):
    """An Orders Phase.

    number    counts the leader's phases in a row, from 1
    kind      normal, elite (5.5) or bypassed (no Momentum, 5.44)
    orders    the number of Individual Orders given
    lines     the number of Line Commands given
    trumped   the seats that have tried a Trump in this activation
    replaced  the leader whom a successful Trump set aside
    used      an order was given
    barred    the die for a Line Command failed in this phase (L2824)
    fought    the shock segment is over, and no orders follow
    wedge     a Wedge attacked, so its next row follows (L3690)
    line      the number of the Uncontrolled Line whose phase it is, without a leader (11.3)
    """

    leader: str
    seat: str
    number: int = 1
    kind: str = late_field("normal")
    orders: int = late_field(0)
    lines: int = late_field(0)
    trumped: tuple[str, ...] = late_field(())
    replaced: str = late_field("")
    used: bool = late_field(False)
    barred: bool = late_field(False)
    fought: bool = late_field(False)
    wedge: bool = late_field(False)
    line: int = late_field(0)


@dataclass(frozen=True)
class Attacking(CopyOnChange):
    """An attacking unit in a clash, as reported by the players (see ``shock.situation.Attacker``)."""

    unit: str
    check: bool = late_field(True)
    aspect: str = late_field("front")
    outflanked: bool = late_field(False)
    held: bool = late_field(False)


@dataclass(frozen=True)
class Defending(CopyOnChange):
    """A defending unit of a clash."""

    unit: str
    open_flank: bool = late_field(False)


@dataclass(frozen=True)
class Charged(CopyOnChange):
    """A declared clash.

    ``judged``: the unit by which each side ("a" or "d") is judged, if its player has chosen one.
    """

    attackers: tuple[Attacking, ...]
    defenders: tuple[Defending, ...]
    terrain: str = late_field("")
    advance_hits: int = late_field(0)
    judged: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Loose(CopyOnChange):
    """An Uncontrolled Line (11.3): its units, and the turn of its next advance."""

    number: int
    seat: str
    units: tuple[str, ...]
    turn: int


@dataclass(frozen=True)
class Special(CopyOnChange):
    """The state of special rules.

    fierce     the tribes that still have Ferocity (L3031)
    blows      the hits on both champions
    champion   the side that won the challenge (11.8)
    opened     the winner's leader has opened the battle
    redeemed   the result of the loser's roll to undo the challenge, "yes" or "no" (L3545)
    gates      the sides whose gate the enemy has entered (L3225)
    line_seat  the seat whose Uncontrolled Line is next
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
    """The whole state of a sheet.

    heart    the undisciplined armies that still have their two extra points of quality (11.2)
    quality  a permanent change of quality by side (Callinicum's fast)
    called   the sides that have rolled for reinforcements this turn
    elite    the sides whose elite phase is over
    special  the state of special rules
    lines    the Uncontrolled Lines
    ended    why the battle is over, or ""
    board    the positions in a battle on the map
    """

    turn: int
    units: Mapping[str, Marked]
    leaders: Mapping[str, Command]
    phase: Phase | None = None
    clashes: tuple[Charged, ...] = ()
    heart: tuple[str, ...] = ()
    quality: Mapping[str, int] = field(default_factory=dict)
    called: tuple[str, ...] = late_field(())
    elite: tuple[str, ...] = late_field(())
    special: Special = late_field(Special())
    lines: tuple[Loose, ...] = late_field(())
    ended: str = ""
    winner: str = ""
    board: OnMap | None = late_field(None)
