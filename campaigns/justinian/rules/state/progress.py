"""Frames that several chapters share: segments, an operation, a march, a voyage, a battle.
Every other frame is defined next to its decision. Frames hold only ids and numbers, so that the game can
be stored at any point.
"""

from __future__ import annotations

from campaigns.justinian.rules.state.values import NOTHING, Continuation, FleetKey
from engine.frames import Frame
from engine.values import dataclass


@dataclass(frozen=True)
class BarbarianSegment(Frame):
    """A Barbarian segment in progress. ``stage`` is "marker" while a marker is being chosen, and then "drawn"
    or "allied". It is "unit" while the unit to activate is being chosen, and finally "done".
    """

    stage: str = "marker"
    marker: str = ""
    power: str = ""


@dataclass(frozen=True)
class ByzantineSegment(Frame):
    stage: str = "action"
    fort: bool = False  # whether the segment's fort has been built
    later: bool = False  # whether a fort is to be offered after the action


@dataclass(frozen=True)
class Operation(Frame):
    """A Combined Operation in progress (6.4). ``left`` holds the armies still to act. If ``set_down``, the
    minor army waits to be picked up and does not march by itself (6.44).
    """

    major: str
    minor: str
    stage: str = "place"
    left: tuple[str, ...] = ()
    set_down: bool = False


@dataclass(frozen=True)
class March(Frame):
    """A march in progress. ``came_from`` is the province just left. An army that ``landed`` can only attack.
    ``then`` is a move or attack that waits until the Vandal deserters are chosen (6.27).
    """

    army: str
    seat: str
    mp: int
    came_from: str = ""
    strait: bool = False
    landed: bool = False
    free: bool = False  # whether the zone check at the end is waived
    deserted: bool = False
    over: bool = False  # whether the march ends because the army lost a battle (7.15)
    fought: bool = False  # whether a landed army has made its attack (7.24)
    shared: str = ""  # the province whose redistribution has been paid (6.52)
    then: Continuation = NOTHING


@dataclass(frozen=True)
class Sail(Frame):
    """A voyage in progress. ``sea`` is the fleet's position ("" in port) and ``last`` its previous one.
    ``areas`` is the number of areas that it can still enter. ``army`` is its cargo. ``stage``: move,
    arriving (at ``port``). A retreat by sea follows ``route`` to ``port`` without choices.
    """

    power: str
    seat: str
    areas: int
    start: str
    sea: str = ""
    last: str = ""
    army: str = ""
    port: str = ""
    stage: str = "move"
    must_stop: bool = False
    evaded: bool = False
    retreating: bool = False
    route: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeaCheck(Frame):
    """The interception, by enemy patrols, of a fleet that entered their sea (7.34). ``stage``: ask or evade.
    If ``evadable``, the fleet can return to its previous sea (7.36).
    """

    mover: FleetKey
    sea: str
    patrols: tuple[FleetKey, ...]
    stage: str = "ask"
    evadable: bool = False


@dataclass(frozen=True)
class Battle(Frame):
    """A land battle (8.1, 8.2). ``attackers`` and ``defenders`` are the armies that command forces.
    ``target`` is "all" or one of the enemy's.
    """

    province: str
    attackers: tuple[str, ...]
    target: str
    seat: str  # the attacker's seat
    came_from: str = ""
    strait: bool = False
    landing: bool = False
    box: bool = False
    interception: bool = False
    paid: bool = True  # whether the attack's MP is spent, or none is due
    stage: str = "retreat"
    queue: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    attacker_leader: str = ""
    defender_leader: str = ""
    levy: int = 0
    winner: str = ""  # attacker, defender, tie or nobody
    attacker_loses: int = 0
    defender_loses: int = 0


BONUS = 1  # MP for the armies of a Combined Operation (6.44)
