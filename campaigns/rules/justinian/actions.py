"""What a player may do in *Justinian*. Places and armies are ids; see frames.py for when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# --- setting up (3.2, 3.3) ---


@dataclass(frozen=True)
class AcceptSetup:
    """The suggested deployment, at once."""


@dataclass(frozen=True)
class PlaceArmy:
    """Byzantine army or barbarian leader with that many SP in that province; replaces an earlier placing."""

    army: str
    province: str
    sp: int


@dataclass(frozen=True)
class PlaceGroup:
    """Frontier SP (byzantium) or detached SP of a power in a province; 0 takes them back."""

    power: str
    province: str
    sp: int


@dataclass(frozen=True)
class PlaceFleet:
    power: str
    province: str
    sp: int


@dataclass(frozen=True)
class FinishSetup:
    pass


# --- phases A and B ---


@dataclass(frozen=True)
class PayMaintenance:
    """Groups that are paid, as unit ids ("army:oriens", "frontier:europa", "fleet:byzantium@europa")."""

    groups: tuple[str, ...]


@dataclass(frozen=True)
class PlaceRecruits:
    """Recruited SP per unit ("army:<id>", "frontier:<province>") and fleets per province."""

    land: Mapping[str, int]
    fleets: Mapping[str, int]


@dataclass(frozen=True)
class NewArmy:
    army: str
    province: str


@dataclass(frozen=True)
class ReplaceLeaders:
    """Armies whose Magister Militum is replaced by a draw."""

    armies: tuple[str, ...]


@dataclass(frozen=True)
class Pass:
    """Decline, do nothing, use no marker."""


# --- activation ---


@dataclass(frozen=True)
class SelectPower:
    """Use a Select marker; ``recruit``: Vandals and Ostrogoths may, once a turn (6.24)."""

    power: str
    recruit: bool = False


@dataclass(frozen=True)
class DrawRandom:
    """Use a Random marker: roll for the power (6.22)."""


@dataclass(frozen=True)
class StartOperation:
    """A Combined Operation of a major power's army with a minor power (6.4)."""

    army: str
    minor: str


@dataclass(frozen=True)
class SetDown:
    """Where the minor army of a Combined Operation is placed (6.44)."""

    province: str


@dataclass(frozen=True)
class PlaceTribesmen:
    """Recruits of Vandals or Ostrogoths per City province, and fleets (3 SP each) per coastal one (6.24)."""

    land: Mapping[str, int]
    fleets: Mapping[str, int]


@dataclass(frozen=True)
class ActivateArmy:
    army: str


@dataclass(frozen=True)
class ActivateFleet:
    """``place`` is a province or a sea area; ``army`` is taken aboard."""

    power: str
    place: str
    sp: int
    army: str | None = None


@dataclass(frozen=True)
class MoveLeader:
    """A Magister Militum alone (4.13); in ``army`` he takes command, if it has nobody."""

    leader: str
    province: str
    army: str | None = None


@dataclass(frozen=True)
class Recruit:
    """The Byzantine segment is spent on recruiting (5.31)."""


@dataclass(frozen=True)
class BuildFort:
    province: str


@dataclass(frozen=True)
class FortLater:
    """The fort of this segment is asked for when its action is over (6.54)."""


@dataclass(frozen=True)
class DeclareDouble:
    """Two Byzantine segments in a row, after a Combined Operation (6.45)."""


@dataclass(frozen=True)
class OfferBribe:
    gold: int


@dataclass(frozen=True)
class MarchAlly:
    """The new ally is activated at once (6.34 a)."""


@dataclass(frozen=True)
class JoinArmy:
    """The new ally's SP join a Byzantine army (6.34 b)."""

    army: str


# --- on the march ---


@dataclass(frozen=True)
class MoveArmy:
    """``treasury``: the power's treasury goes along (5.41)."""

    to: str
    treasury: bool = False


@dataclass(frozen=True)
class Attack:
    """``target``: "all", or the army attacked."""

    target: str


@dataclass(frozen=True)
class Combine:
    armies: tuple[str, ...]


@dataclass(frozen=True)
class Redistribute:
    giver: str
    taker: str
    sp: int


@dataclass(frozen=True)
class Disband:
    pass


@dataclass(frozen=True)
class LeaveFrontier:
    sp: int


@dataclass(frozen=True)
class Detach:
    sp: int


@dataclass(frozen=True)
class PickUp:
    sp: int


@dataclass(frozen=True)
class HandOver:
    """A minor power's SP go to a major's army (7.17)."""

    army: str
    sp: int


@dataclass(frozen=True)
class SplitOff:
    """A combined army goes its own way (6.44, 6.52)."""

    army: str


@dataclass(frozen=True)
class PlaceMarker:
    pass


@dataclass(frozen=True)
class RemoveMarker:
    pass


@dataclass(frozen=True)
class Recover:
    """``what``: disorganised, to_disorganised or defeated (8.24)."""

    what: str


@dataclass(frozen=True)
class EndActivation:
    pass


# --- at sea ---


@dataclass(frozen=True)
class SailTo:
    sea: str


@dataclass(frozen=True)
class PutIn:
    province: str


@dataclass(frozen=True)
class Patrol:
    pass


@dataclass(frozen=True)
class InterceptAtSea:
    fleet: str


@dataclass(frozen=True)
class Evade:
    pass


@dataclass(frozen=True)
class Fight:
    pass


# --- answers to what the other side does ---


@dataclass(frozen=True)
class InterceptWith:
    armies: tuple[str, ...]


@dataclass(frozen=True)
class Stand:
    """The army does not retreat before combat."""


@dataclass(frozen=True)
class RetreatTo:
    """Retreat before combat (8.13) or after it (8.21)."""

    province: str


@dataclass(frozen=True)
class RetreatBySea:
    province: str


@dataclass(frozen=True)
class Command:
    """Whose leader commands in this battle."""

    army: str


@dataclass(frozen=True)
class TakeLosses:
    losses: Mapping[str, int]


@dataclass(frozen=True)
class TakeTreasury:
    """``dice``: 10 (summed) or 1 (times ten)."""

    dice: int


@dataclass(frozen=True)
class SendTroops:
    """Field SP per unit and fleet SP per fleet sent to Sardinia; arrive there at once."""

    land: Mapping[str, int]
    fleet: str | None = None


@dataclass(frozen=True)
class SendArmy:
    """The army that puts down the Nika revolt."""

    army: str


@dataclass(frozen=True)
class BringTroops:
    """SP that come to Sardinia with Tzazon, and fleets, per unit (4.22)."""

    land: Mapping[str, int]
    fleets: Mapping[str, int]


@dataclass(frozen=True)
class Arrive:
    """A new leader appears with SP of his power in that province."""

    province: str


@dataclass(frozen=True)
class ResolveByTable:
    """The open battle is resolved by the campaign's own table."""


@dataclass(frozen=True)
class ReportBattle:
    """The open battle was fought elsewhere. ``winner``: attacker, defender or tie."""

    winner: str
    losses: Mapping[str, int]


ACTIONS: tuple[type, ...] = tuple(
    v for v in list(globals().values()) if isinstance(v, type) and v.__module__ == __name__
)
