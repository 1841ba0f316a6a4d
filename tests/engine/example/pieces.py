"""The actions, events and state of Three Fords."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.codec import Codec, late_field
from kit.hand.deck import Deck

SEATS = ("red", "blue", "green")
CAMPS = ("east", "west")
AMBUSH, NOTHING = "ambush", "nothing"
PACK = (*[AMBUSH] * 4, *[NOTHING] * 6)
MOST_CARDS = 3  # maximum number of cards in a hand
Winner = Literal["attacker", "defender"] | None
CODEC = Codec(version=1)


# --- actions ---


@CODEC.register
@dataclass(frozen=True)
class Attack:
    camp: str
    target: str
    stake: int


@CODEC.register
@dataclass(frozen=True)
class Hold:
    pass


@CODEC.register
@dataclass(frozen=True)
class Stand:
    withdraw: bool


@CODEC.register
@dataclass(frozen=True)
class FightHere:
    pass


@CODEC.register
@dataclass(frozen=True)
class FightElsewhere:
    winner: Winner
    losses: Mapping[str, int]


@CODEC.register
@dataclass(frozen=True)
class Levy:
    shares: Mapping[str, int]


@CODEC.register
@dataclass(frozen=True)
class Ambush:
    spring: bool


# --- events ---


@CODEC.register
@dataclass(frozen=True)
class CampsPitched:
    camps: Mapping[str, Mapping[str, int]]


@CODEC.register
@dataclass(frozen=True)
class OrderGiven:
    seat: str
    order: Attack | Hold | None  # None: hidden from this viewer


@CODEC.register
@dataclass(frozen=True)
class OrdersRevealed:
    orders: Mapping[str, Attack | Hold]


@CODEC.register
@dataclass(frozen=True)
class AttackLapsed:
    seat: str


@CODEC.register
@dataclass(frozen=True)
class DefenderWithdrew:
    seat: str


@CODEC.register
@dataclass(frozen=True)
class BattleFought:
    attacker: str
    defender: str
    winner: Winner
    losses: Mapping[str, int]


@CODEC.register
@dataclass(frozen=True)
class TroopsLevied:
    seat: str
    shares: Mapping[str, int]


@CODEC.register
@dataclass(frozen=True)
class CardsDealt:
    seat: str
    cards: tuple[str, ...] | None  # None: hidden from this viewer


@CODEC.register
@dataclass(frozen=True)
class AmbushLaid:
    """An ambush may have been laid; visible only to the seat that could lay one."""

    seat: str
    laid: bool


@CODEC.register
@dataclass(frozen=True)
class AmbushSprung:
    seat: str
    attacker: str


# --- state ---


@dataclass(frozen=True)
class Raid:
    """An attack in progress: attacker, order, whether the defender stands, and whether an ambush was laid
    (None: not answered yet).
    """

    attacker: str
    order: Attack
    stands: bool = False
    ambush: bool | None = None


@CODEC.register
@dataclass(frozen=True)
class State:
    round: int
    phase: Literal["orders", "raids", "levy", "over"]
    camps: Mapping[str, Mapping[str, int]]
    orders: Mapping[str, Attack | Hold]
    raids: tuple[Raid, ...]
    levied: frozenset[str]
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # each seat sees only its hand
    pack: Deck = late_field(Deck())  # hidden from every seat

    def strength(self, seat: str) -> int:
        return sum(self.camps[seat].values())

    def strongest(self, seat: str) -> str:
        """Return a seat's strongest camp, which is the one that pays for a withdrawal."""
        return max(CAMPS, key=lambda camp: self.camps[seat][camp])

    @property
    def alive(self) -> tuple[str, ...]:
        return tuple(seat for seat in SEATS if self.strength(seat) > 0)
