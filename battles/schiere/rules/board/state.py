"""The state of a battle of *Schiere*: the board, and the decision in progress.

Frozen; changed by copying; the scenario is not part of it. Seats are "rome" and "carthage". Ids of squares,
pieces, schiere and orders reveal nothing hidden: each is assigned when its piece comes on the board, or its
order out of the bag.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from battles.schiere.rules.cards import Card
from engine.codec import late
from engine.frames import Copied, Stacked
from kit.hand.deck import Deck


@dataclass(frozen=True)
class Piece(Copied):
    """A unit, a commander or a standard bearer on the board.

    ``troop``: a kind of unit, or "chief", "wing", "standard". ``damage``: its place on its track.
    ``schiera``: the unit's schiera. ``wing``: the unit's wing commander, by his ``kind``; "" is the chief.
    ``kind``: the kind of commander; of two wing commanders of one kind the second is "resolute2". ``host``:
    the unit that a commander is attached to, the commander that a bearer follows, the unit that carries a
    standard off. ``rests``: the last turn in which it may not move, because it reorganises. ``captured``: the
    seat that has captured it (a ballista or a standard).
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
    """A schiera that is not on the board yet, or a commander (``kind`` gives the sort)."""

    troop: str
    units: int = 1
    kind: str = late("")


@dataclass(frozen=True)
class Order:
    """An unused tactical order. ``holder``: "chief" while the commander in chief has it, otherwise the piece
    of a wing commander or of the unit it is under. ``since``: the turn it came there (0: before the battle).
    ``known``: others who have seen its face.
    """

    seat: str
    card: Card
    holder: str = "chief"
    since: int = 0
    known: tuple[str, ...] = late(())
    open: bool = late(False)  # face up: the unit has just won a duel with it (L174)


@dataclass(frozen=True)
class Side(Copied):
    """The state of one army. ``reserve`` is hidden until it is on the board, ``points`` (the remaining ones)
    until they are spent; ``chief`` and ``wings`` are the kinds of commanders, once they are revealed;
    ``banked``: actions reserved in earlier turns; ``bought``: bought ones (L332). ``trophies``: "camp",
    "wing", "standard".
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
    """The turn in progress: each seat's ``actions`` left and whether it stole one; each piece's acts, moves
    and shots, and which are shaken; orders sent per holder; the schiera each wing commander urged on."""

    order: tuple[str, ...] = ()  # the acting sequence of the seats
    alternate: bool = False  # after a tie they act in turn (L182)
    actions: Mapping[str, int] = field(default_factory=dict)
    taken: Mapping[str, int] = field(default_factory=dict)  # the seats in the sequence of their actions
    stolen: tuple[str, ...] = ()
    acted: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, int] = field(default_factory=dict)
    shot: Mapping[str, int] = field(default_factory=dict)
    shaken: tuple[str, ...] = ()
    sent: Mapping[str, int] = field(default_factory=dict)
    urged: Mapping[str, str] = field(default_factory=dict)
    vacated: tuple[str, ...] = ()  # vacated squares with their units' schiera: "rome:s3:c4"
    shifted: tuple[str, ...] = ()  # pieces that made room, or stepped up (L194)
    left: Mapping[str, int] = field(default_factory=dict)  # movement points of pieces whose action is over
    robbed: tuple[str, ...] = ()  # sides that have stolen an order
    duel: tuple[tuple[str, str], ...] = ()  # the cards of the last duel, blow by blow


@dataclass(frozen=True)
class State(Stacked):
    """The whole battle. ``ground``: squares that changed since the scenario. ``bag``: orders nobody has.
    ``gone``: units off the board for good, by seat and troop, and how. ``made``: ids assigned, by letter.
    ``ended``: why the battle is over."""

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
    """The key of ``State.gone``: the owner, the kind (a troop, or of commander), and the way it was lost."""
    return f"{seat}:{what}:{why}"


def gone_parts(key: str) -> tuple[str, str, str]:
    """Split such a key into seat, kind and way."""
    seat, what, why = key.split(":")
    return seat, what, why
