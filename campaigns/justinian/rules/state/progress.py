"""Frames that several chapters share: segments, an operation, a march, a voyage, a battle.

Every other frame is in the file of its decision. Frames hold only ids and numbers, so that any moment of the
game can be stored.
"""

from __future__ import annotations

from campaigns.justinian.rules.state.values import NOTHING, Continuation, FleetKey
from engine.frames import Frame
from engine.values import dataclass


@dataclass(frozen=True)
class BarbarianSegment(Frame):
    """A Barbarian segment. ``stage``: marker (choosing one), drawn, allied, unit (choosing which to
    activate), done.
    """

    stage: str = "marker"
    marker: str = ""
    power: str = ""


@dataclass(frozen=True)
class ByzantineSegment(Frame):
    stage: str = "action"
    fort: bool = False  # whether the segment's fort has been built
    later: bool = False  # whether a fort is to be offered after the action is over


@dataclass(frozen=True)
class Operation(Frame):
    """A Combined Operation in progress (6.4). ``left``: armies still to act; a ``set_down`` minor army waits
    to be picked up and has no march of its own (6.44).
    """

    major: str
    minor: str
    stage: str = "place"
    left: tuple[str, ...] = ()
    set_down: bool = False


@dataclass(frozen=True)
class March(Frame):
    """A land activation. ``came_from``: the province just left; ``landed``: put ashore, can only attack;
    ``then``: a move or attack that waits until Vandal deserters are chosen (6.27).
    """

    army: str
    seat: str
    mp: int
    came_from: str = ""
    strait: bool = False
    landed: bool = False
    free: bool = False  # whether its zone check at the end is waived
    deserted: bool = False
    over: bool = False  # whether it lost a battle (7.15)
    fought: bool = False  # whether a landed army has made its attack (7.24)
    shared: str = ""  # the province whose redistribution has been paid (6.52)
    then: Continuation = NOTHING


@dataclass(frozen=True)
class Sail(Frame):
    """A voyage in progress. ``sea``: the fleet's place ("" in port), ``last``: the previous one; ``areas``:
    how many it can still enter. ``army``: its cargo. ``stage``: move, arriving (at ``port``). A retreat by
    sea follows its ``route`` to ``port`` without choices.
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
    """Enemy patrols can intercept the fleet that entered their sea (7.34). ``stage``: ask, evade.
    ``evadable``: the fleet can return to its previous sea (7.36).
    """

    mover: FleetKey
    sea: str
    patrols: tuple[FleetKey, ...]
    stage: str = "ask"
    evadable: bool = False


@dataclass(frozen=True)
class Battle(Frame):
    """A land battle (8.1, 8.2). Attackers and defenders are heads of forces; ``target`` is "all" or a
    head.
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
    paid: bool = True  # the MP is already spent, or none is due
    stage: str = "retreat"
    queue: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    attacker_leader: str = ""
    defender_leader: str = ""
    levy: int = 0
    winner: str = ""  # attacker, defender, tie or nobody
    attacker_loses: int = 0
    defender_loses: int = 0


BONUS = 1  # MP (6.44)
