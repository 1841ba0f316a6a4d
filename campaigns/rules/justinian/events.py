"""What happened in *Justinian*. Dice are in the roll log of the entry; events name results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaigns.rules.justinian.events_more import (
    BattleEvaded,
    DebtRecorded,
    EventRolled,
    FleetRetreated,
    FleetSailed,
    FleetStopped,
    MutinyRolled,
    PoliticsRolled,
    ProvinceRevolted,
    RevoltRolled,
    SardiniaRolled,
    SeaBattleFought,
    SeaInterceptionRolled,
)


@dataclass(frozen=True)
class SideSetUp:
    seat: str
    suggested: bool


@dataclass(frozen=True)
class ForcePlaced:
    unit: str
    province: str
    sp: int


@dataclass(frozen=True)
class LeaderAppointed:
    """A Magister Militum takes an army; ``reason``: start, new_army, replaced, politics, joined."""

    leader: str
    army: str
    reason: str


@dataclass(frozen=True)
class LeaderReturned:
    """Back into the cup (Byzantium), or into his box or the turn track (barbarians)."""

    leader: str
    to: str


@dataclass(frozen=True)
class LeaderArrived:
    leader: str
    place: str
    replaces: str | None = None


@dataclass(frozen=True)
class LeaderLost:
    leader: str
    rule: str


@dataclass(frozen=True)
class LeaderMoved:
    leader: str
    province: str


@dataclass(frozen=True)
class TurnBegan:
    turn: int
    year: int


@dataclass(frozen=True)
class RevenueReceived:
    """``printed`` per prefecture; then the halvings and the debt, and what came in."""

    printed: Mapping[str, int]
    halved_europa: bool
    halved_epidemic: bool
    debt: int
    gold: int


@dataclass(frozen=True)
class GoldSpent:
    gold: int
    what: str


@dataclass(frozen=True)
class GoldGained:
    gold: int
    what: str


@dataclass(frozen=True)
class TreasuryLost:
    """Europa fell (5.13)."""

    gold: int


@dataclass(frozen=True)
class ArmyRemoved:
    army: str
    power: str
    sp: int
    allied: Mapping[str, int]
    reason: str
    rule: str


@dataclass(frozen=True)
class SpLost:
    """Strength points leave the game. ``unit`` is a unit id; ``power`` whose they were."""

    unit: str
    power: str
    sp: int
    reason: str


@dataclass(frozen=True)
class SpGained:
    unit: str
    power: str
    sp: int
    reason: str


@dataclass(frozen=True)
class SpShifted:
    """From one unit to another: left as frontier, detached, picked up, handed over, redistributed."""

    source: str
    target: str
    sp: int
    reason: str


@dataclass(frozen=True)
class FleetGained:
    power: str
    place: str
    sp: int


@dataclass(frozen=True)
class FleetLost:
    power: str
    place: str
    sp: int
    reason: str


@dataclass(frozen=True)
class AlliancesLapsed:
    powers: tuple[str, ...]


@dataclass(frozen=True)
class Maintained:
    paid: tuple[str, ...]
    unpaid: tuple[str, ...]
    gold: int


@dataclass(frozen=True)
class StatusChanged:
    """``status``: disorganised, defeated, unpaid; ``on`` or off."""

    unit: str
    status: str
    on: bool
    reason: str


@dataclass(frozen=True)
class RecruitsRolled:
    power: str
    sp: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class ArmyRaised:
    army: str
    province: str
    sp: int


@dataclass(frozen=True)
class SegmentBegan:
    """``number`` of that side in this turn; ``marker``: select, random, operation or empty."""

    seat: str
    number: int
    marker: str = ""


@dataclass(frozen=True)
class SegmentPassed:
    seat: str


@dataclass(frozen=True)
class SegmentLost:
    """To Religious Disputes."""

    number: int


@dataclass(frozen=True)
class DoubleDeclared:
    pass


@dataclass(frozen=True)
class PowerDrawn:
    power: str
    number: int
    rerolled: bool = False


@dataclass(frozen=True)
class BribePaid:
    power: str
    gold: int


@dataclass(frozen=True)
class AllianceRolled:
    power: str
    face: int
    drm: int
    bribe_drm: int
    result: str


@dataclass(frozen=True)
class OperationStarted:
    army: str
    minor: str


@dataclass(frozen=True)
class ArmyActivated:
    army: str
    leader: str
    face: int
    mp: int
    place: str


@dataclass(frozen=True)
class ArmyMoved:
    army: str
    origin: str
    to: str
    mp: int
    left: int


@dataclass(frozen=True)
class ArmyPlaced:
    """Without moving: set down, landed, put into Europa."""

    army: str
    place: str
    reason: str


@dataclass(frozen=True)
class ActivationEnded:
    army: str
    reason: str


@dataclass(frozen=True)
class ArmiesCombined:
    head: str
    armies: tuple[str, ...]


@dataclass(frozen=True)
class ArmiesSeparated:
    army: str
    head: str


@dataclass(frozen=True)
class ArmyDisbanded:
    army: str
    province: str
    sp: int


@dataclass(frozen=True)
class MarkerPlaced:
    province: str
    marker: str


@dataclass(frozen=True)
class MarkerRemoved:
    province: str
    marker: str


@dataclass(frozen=True)
class FortBuilt:
    province: str


@dataclass(frozen=True)
class TreasuryMoved:
    power: str
    province: str


@dataclass(frozen=True)
class TreasuryCaptured:
    power: str
    gold: int


@dataclass(frozen=True)
class InterceptionRolled:
    army: str
    province: str
    face: int
    drm: int
    control: int
    success: bool


@dataclass(frozen=True)
class AttackDeclared:
    attackers: tuple[str, ...]
    target: str
    province: str
    interception: bool
    landing: bool


@dataclass(frozen=True)
class RetreatedBefore:
    army: str
    origin: str
    to: str
    face: int
    drm: int
    control: int


@dataclass(frozen=True)
class LevyRaised:
    sp: int


@dataclass(frozen=True)
class BattleFought:
    """Both dice, both sums of modifiers and what each side loses. ``by``: table or report."""

    province: str
    attacker_sp: int
    defender_sp: int
    attacker_die: int
    defender_die: int
    attacker_drms: Mapping[str, int]
    defender_drms: Mapping[str, int]
    attacker_loses: int
    defender_loses: int
    winner: str
    by: str = "table"


@dataclass(frozen=True)
class Retreated:
    unit: str
    to: str
    by_sea: bool = False


@dataclass(frozen=True)
class RetreatBlocked:
    unit: str
    province: str
    face: int


@dataclass(frozen=True)
class DisorganisationRolled:
    army: str
    face: int
    control: int
    result: str


@dataclass(frozen=True)
class PillageRolled:
    army: str
    face: int
    drm: int
    control: int
    sp: int


@dataclass(frozen=True)
class PowerEliminated:
    power: str


@dataclass(frozen=True)
class TurnEnded:
    turn: int
    prefectures: tuple[str, ...]
    lazica_lost: bool


@dataclass(frozen=True)
class GameEnded:
    winner: str
    reason: str
    scores: Mapping[str, int] = field(default_factory=dict)


EVENTS: tuple[type, ...] = tuple(
    v for v in list(globals().values()) if isinstance(v, type) and v.__module__.startswith(__name__)
)

__all__ = [
    "EVENTS",
    "BattleEvaded",
    "DebtRecorded",
    "EventRolled",
    "FleetRetreated",
    "FleetSailed",
    "FleetStopped",
    "MutinyRolled",
    "PoliticsRolled",
    "ProvinceRevolted",
    "RevoltRolled",
    "SardiniaRolled",
    "SeaBattleFought",
    "SeaInterceptionRolled",
]
