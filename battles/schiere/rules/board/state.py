"""The state of a battle of *Schiere*: the board, and the decision in progress.

States are frozen and changed by copying; the scenario is stored elsewhere. Seats are "rome" and "carthage".
The ids of pieces, schiere and orders reveal nothing hidden: each is assigned when the piece enters the board
or the order leaves the bag.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from battles.schiere.rules.cards import Card
from engine.codec import late
from engine.frames import Copied, Stacked
from engine.values import dataclass
from kit.hand.deck import Deck


@dataclass(frozen=True)
class Piece(Copied):
    """A unit, a commander or a standard bearer on the board.

    ``troop``: a kind of unit, or "chief", "wing", "standard". ``damage``: its place on its track.
    ``schiera``: the unit's schiera. ``wing``: the ``kind`` of the unit's wing commander, or "" for the chief.
    ``kind``: the kind of commander; the second of two wing commanders of one kind is "resolute2". ``host``:
    the unit that a commander is attached to, the commander that a bearer follows, or the unit that carries
    off a standard. ``rests``: the last turn in which the piece cannot move because it reorganises.
    ``captured``: the seat that has captured it (a ballista or a standard).
    """

    seat: str
    troop: str
    at: str
    facing: str
    damage: int = late(0)
    schiera: str = late("")
    wing: str = late("")
    kind: str = late("")
    host: str = late("")
    rests: int = late(0)
    captured: str = late("")


@dataclass(frozen=True)
class Group:
    """A schiera or commander that has not been deployed yet; ``kind`` is the kind of commander."""

    troop: str
    units: int = 1
    kind: str = late("")


@dataclass(frozen=True)
class Order:
    """An unused tactical order. ``holder``: "chief" for the commander in chief, otherwise the wing commander
    or unit that has it. ``since``: the turn in which the holder got it (0: before the battle). ``known``:
    other seats that have seen its face.
    """

    seat: str
    card: Card
    holder: str = "chief"
    since: int = 0
    known: tuple[str, ...] = late(())
    open: bool = late(False)  # face up because the unit has just won a duel with it (L174)


@dataclass(frozen=True)
class Side(Copied):
    """The state of one army. ``reserve`` is hidden until deployed, and ``points`` (those remaining) until
    spent. ``chief`` and ``wings``: the kinds of commanders, once revealed. ``banked``: actions reserved in
    earlier turns; ``bought``: actions bought before the battle (L332). ``trophies``: "camp", "wing",
    "standard".
    """

    edge: str = ""
    camp: str = ""
    chief: str = ""
    wings: tuple[str, ...] = ()
    reserve: tuple[Group, ...] = ()
    points: int = 0
    banked: int = 0
    bought: int = 0
    trophies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Today(Copied):
    """Notes on the current turn: the ``actions`` left to each seat and whether it stole one; the acts, moves
    and shots of each piece, and which are shaken; orders sent by each holder; the schiera each wing commander
    urged on.
    """

    order: tuple[str, ...] = ()  # the order in which the seats act
    alternate: bool = False  # after a tie the sides alternate single actions (L182)
    actions: Mapping[str, int] = field(default_factory=dict)
    taken: Mapping[str, int] = field(default_factory=dict)  # the seats that have acted, in sequence
    stolen: tuple[str, ...] = ()
    acted: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, int] = field(default_factory=dict)
    shot: Mapping[str, int] = field(default_factory=dict)
    shaken: tuple[str, ...] = ()
    sent: Mapping[str, int] = field(default_factory=dict)
    urged: Mapping[str, str] = field(default_factory=dict)
    vacated: tuple[str, ...] = ()  # squares that units left, with their schiera: "rome:s3:c4"
    shifted: tuple[str, ...] = ()  # pieces that made room, or stepped up (L194)
    left: Mapping[str, int] = field(
        default_factory=dict
    )  # movement points left to pieces whose action is over
    robbed: tuple[str, ...] = ()  # seats that have stolen an order
    duel: tuple[tuple[str, str], ...] = ()  # the cards of the last duel, blow by blow


@dataclass(frozen=True)
class State(Stacked):
    """The whole battle. ``ground``: squares changed since the scenario. ``bag``: the faces of undrawn orders.
    ``gone``: units lost for good, by seat, troop and way of loss. ``made``: the number of ids assigned, by
    letter. ``ended``: the reason why the battle is over.
    """

    turn: int
    pieces: Mapping[str, Piece]
    sides: Mapping[str, Side]
    orders: Mapping[str, Order]
    bag: Deck
    ground: Mapping[str, str]
    gone: Mapping[str, int]
    made: Mapping[str, int]
    today: Today = Today()
    ended: str = ""


def gone_key(seat: str, what: str, why: str) -> str:
    """The key of ``State.gone``: owner, kind (a troop or a kind of commander), and how it was lost."""
    return f"{seat}:{what}:{why}"


def gone_parts(key: str) -> tuple[str, str, str]:
    """Split a key of ``State.gone`` into seat, kind and way of loss."""
    seat, what, why = key.split(":")
    return seat, what, why
