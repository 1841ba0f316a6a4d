"""What is in progress: each frame is one thing to be finished before the one below it goes on.

The top frame of ``State.stack`` either goes on by itself or owes a decision. Frames hold only ids and
numbers, so that any moment of the game can be stored.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SetUp:
    """A side places its forces (3.2, 3.3)."""

    seat: str


@dataclass(frozen=True)
class Turn:
    """The sequence of a turn (3.1); always at the bottom."""

    step: str


@dataclass(frozen=True)
class Maintain:
    """A/3: which groups are paid."""


@dataclass(frozen=True)
class PlaceLevy:
    """Recruited Byzantine SP are to be placed, fleets may be built (5.32, 5.33)."""

    sp: int
    where: str = "phase"  # phase (B/1) or segment


@dataclass(frozen=True)
class RaiseArmy:
    """B/2 (5.34)."""


@dataclass(frozen=True)
class ChangeLeaders:
    """B/3 (4.14). ``left`` is how many may still be replaced."""

    candidates: tuple[str, ...]
    left: int


@dataclass(frozen=True)
class Tzazon:
    """Tzazon arrives in Sardinia: whose SP go with him (4.22)."""

    leader: str


@dataclass(frozen=True)
class NewLeader:
    """A barbarian leader arrives with SP of his power: where (4.22)."""

    leader: str


@dataclass(frozen=True)
class BarbarianSegment:
    """``stage``: marker (which one is used), drawn, allied, unit (what is activated), done."""

    stage: str = "marker"
    marker: str = ""
    power: str = ""


@dataclass(frozen=True)
class PlaceTribe:
    """SP recruited by Vandals or Ostrogoths are to be placed (6.24)."""

    power: str
    sp: int


@dataclass(frozen=True)
class Bribing:
    """The Byzantine bribe before the alliance roll (6.32)."""

    power: str


@dataclass(frozen=True)
class AllyUse:
    """What the new Byzantine ally does (6.34)."""

    army: str


@dataclass(frozen=True)
class Operation:
    """A Combined Operation under way (6.4). ``left`` are the armies that have not acted yet; a minor
    army that was ``set_down`` waits to be picked up and has no march of its own (6.44)."""

    major: str
    minor: str
    stage: str = "place"
    left: tuple[str, ...] = ()
    set_down: bool = False


@dataclass(frozen=True)
class ByzantineSegment:
    stage: str = "action"
    fort: bool = False  # one fort has been built
    later: bool = False  # it is asked for once the action is over


@dataclass(frozen=True)
class LateFort:
    """The action of a Byzantine segment is over; its fort may still be built (6.54)."""


@dataclass(frozen=True)
class NikaMarch:
    """An army of 10 SP must go to Europa."""


@dataclass(frozen=True)
class March:
    """A land activation. ``came_from`` is the province just left; ``landed``: put ashore, may only attack;
    ``then`` is a move or attack that waits until Vandal deserters are chosen (6.27): "move:<place>" ..."""

    army: str
    seat: str
    mp: int
    came_from: str = ""
    strait: bool = False
    landed: bool = False
    free: bool = False  # the end-zone check is waived
    deserted: bool = False
    over: bool = False  # it lost a battle (7.15)
    fought: bool = False  # a landed army has made its attack (7.24)
    shared: str = ""  # the province whose redistribution is paid (6.52)
    then: str = ""


@dataclass(frozen=True)
class Sail:
    """A fleet under way. ``sea`` is where it is ("" still in port), ``last`` where it was before; ``areas``
    it may still enter. ``army`` is carried. ``stage``: move, arriving (at ``port``). A retreat by sea
    follows its ``route`` to ``port`` and has no choice."""

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
class SeaCheck:
    """Patrols of the other side may intercept the fleet that entered their sea (7.34). ``stage``: ask, evade.
    ``evadable``: it may go back to where it came from (7.36)."""

    mover: str
    sea: str
    patrols: tuple[str, ...]
    stage: str = "ask"
    evadable: bool = False


@dataclass(frozen=True)
class SeaFight:
    """A naval battle (8.3) between two fleets by key, at sea or before a port."""

    attacker: str
    defender: str
    place: str


@dataclass(frozen=True)
class SeaWithdraw:
    """A beaten fleet makes for a port of those ``seas`` (8.33). ``stage``: choose, or sailing to ``port``."""

    fleet: str
    seas: tuple[str, ...]
    army: str = ""
    stage: str = "choose"
    port: str = ""
    from_port: bool = False


@dataclass(frozen=True)
class Intercept:
    """Enemy armies in the province may intercept (7.31). ``mover`` is the head of the moving force."""

    mover: str
    province: str
    candidates: tuple[str, ...]


@dataclass(frozen=True)
class Battle:
    """A land battle (8.1, 8.2). Attackers and defenders are heads of forces; ``target`` "all" or a head."""

    province: str
    attackers: tuple[str, ...]
    target: str
    seat: str  # of the attacker
    came_from: str = ""
    strait: bool = False
    landing: bool = False
    box: bool = False
    interception: bool = False
    paid: bool = True  # the MP is spent already, or none is due
    stage: str = "retreat"
    queue: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    attacker_leader: str = ""
    defender_leader: str = ""
    levy: int = 0
    winner: str = ""  # attacker | defender | tie | nobody
    attacker_loses: int = 0
    defender_loses: int = 0


@dataclass(frozen=True)
class Losses:
    """A side shares out losses among its units. Reasons: battle, epidemic, desertion, attrition, stranded."""

    seat: str
    units: tuple[str, ...]
    sp: int
    reason: str
    rule: str
    place: str = ""


@dataclass(frozen=True)
class Withdraw:
    """A force retreats after a battle (8.21). ``unit`` is a head of a force or "detached:<province>:<power>";
    ``beaten``: it lost, and did not only come out of a tie with fewer SP."""

    unit: str
    seat: str
    province: str
    beaten: bool = True


@dataclass(frozen=True)
class Capture:
    """A captured barbarian treasury: ten dice, or one times ten (5.42)."""

    power: str


@dataclass(frozen=True)
class Sardinia:
    """The controller of Sardinia sends troops (9.0)."""

    seat: str
    power: str


Frame = (
    SetUp
    | Turn
    | Maintain
    | PlaceLevy
    | RaiseArmy
    | ChangeLeaders
    | Tzazon
    | NewLeader
    | BarbarianSegment
    | PlaceTribe
    | Bribing
    | AllyUse
    | Operation
    | ByzantineSegment
    | LateFort
    | NikaMarch
    | March
    | Sail
    | SeaCheck
    | SeaFight
    | SeaWithdraw
    | Intercept
    | Battle
    | Losses
    | Withdraw
    | Capture
    | Sardinia
)
