"""The state of a battle of *Schiere*: the board, and the decision in progress.

States are frozen and changed by copying; the scenario is stored elsewhere. Seats are "rome" and
"carthage". The ids of pieces, schiere and orders reveal nothing hidden. Each is assigned when the piece
enters the board or the order leaves the bag.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from battles.schiere.rules.cards import Card
from engine.codec import late_field
from engine.frames import CopyOnChange, Stacked
from engine.values import dataclass
from kit.hand.deck import Deck


@dataclass(frozen=True)
class Piece(CopyOnChange):
    """A unit, a commander or a standard bearer on the board.

    ``troop`` is a kind of unit, or "chief", "wing" or "standard". ``damage`` counts the points of damage
    taken. ``schiera`` is the unit's schiera. ``wing`` is the ``kind`` of the unit's wing commander, or "" for
    a unit directly under the chief. ``kind`` is the kind of commander; the second of two resolute wing
    commanders is "resolute2". ``host`` is the unit that a commander is attached to, the commander that a
    bearer follows, or the unit that carries off a standard. ``rests`` is the last turn in which the piece
    cannot move because it reorganises. ``captured`` is the seat that has captured a ballista or a standard.
    """

    seat: str
    troop: str
    at: str
    facing: str
    damage: int = late_field(0)
    schiera: str = late_field("")
    wing: str = late_field("")
    kind: str = late_field("")
    host: str = late_field("")
    rests: int = late_field(0)
    captured: str = late_field("")


@dataclass(frozen=True)
class Group:
    """A schiera or commander that is not deployed yet. ``kind`` is the kind of commander."""

    troop: str
    units: int = 1
    kind: str = late_field("")


@dataclass(frozen=True)
class Order:
    """An unused tactical order. ``holder`` is "chief" for the commander in chief, otherwise the wing
    commander or unit that has it. ``since`` is the turn in which the holder got it (0: before the
    battle). ``known`` lists other seats that have seen its face.
    """

    seat: str
    card: Card
    holder: str = "chief"
    since: int = 0
    known: tuple[str, ...] = late_field(())
    open: bool = late_field(False)  # face up, because the unit has just won a duel with it (L174)


@dataclass(frozen=True)
class Side(CopyOnChange):
    """The state of one army. ``chief``, ``wings``: the kinds of its commanders, once revealed. ``reserve``:
    its groups not yet deployed, which stay hidden. ``points``: its remaining points, which stay hidden until
    spent. ``banked``: the number of actions reserved in earlier turns. ``bought``: the number of actions
    bought before the battle (L332). ``trophies``: its captures, each "camp", "wing" or "standard".
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
class Today(CopyOnChange):
    """Notes on the current turn. ``actions``: the number of actions left to each seat. ``stolen``: the seats
    that have stolen an action. ``acted``, ``moved``, ``shot``: the number of acts, moves and shots of each
    piece. ``shaken``: the pieces that are shaken. ``sent``: the number of orders that each holder has sent.
    ``urged``: the schiera that each wing commander has urged on.
    """

    order: tuple[str, ...] = ()  # the order in which the seats act
    alternate: bool = False  # after a tie the sides alternate single actions (L182)
    actions: Mapping[str, int] = field(default_factory=dict)
    taken: Mapping[str, int] = field(default_factory=dict)  # how many actions each seat has taken
    stolen: tuple[str, ...] = ()
    acted: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, int] = field(default_factory=dict)
    shot: Mapping[str, int] = field(default_factory=dict)
    shaken: tuple[str, ...] = ()
    sent: Mapping[str, int] = field(default_factory=dict)
    urged: Mapping[str, str] = field(default_factory=dict)
    vacated: tuple[str, ...] = ()  # squares that units have left, with their schiera, as in "rome:s3:c4"
    shifted: tuple[str, ...] = ()  # pieces that made room or stepped up (L194)
    # movement points left to pieces that have finished acting
    left: Mapping[str, int] = field(default_factory=dict)
    robbed: tuple[str, ...] = ()  # seats that have stolen an order
    duel: tuple[tuple[str, str], ...] = ()  # the cards of the last duel, blow by blow


@dataclass(frozen=True)
class State(Stacked):
    """The whole battle. ``bag``: the faces of undrawn orders. ``ground``: the squares whose terrain has
    changed since the scenario. ``gone``: the number of pieces lost for good; :func:`gone_key` describes its
    keys. ``made``: the number of ids assigned for each letter. ``ended``: the reason the battle is over, or
    "".
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
    """Return the key of ``State.gone`` for a loss: its owner, its troop or kind of commander, and its
    cause.
    """
    return f"{seat}:{what}:{why}"


def gone_parts(key: str) -> tuple[str, str, str]:
    """Split a key of ``State.gone`` into the owner, the kind and the cause of the loss."""
    seat, what, why = key.split(":")
    return seat, what, why
