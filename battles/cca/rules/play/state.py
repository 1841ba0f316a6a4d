"""The state of a battle. It is frozen and changed by copying; the scenario is stored elsewhere.

Seats are "bottom" and "top"; hexes are named A1 to I13. Units have no ids: a unit is identified by its hex,
and the notes on it move with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from battles.cca.rules.position import Leader, Unit
from engine.codec import late
from engine.frames import Copied, Stacked
from engine.values import dataclass
from kit.hand.deck import Deck

SEATS: Final = ("bottom", "top")


def foe(seat: str) -> str:
    """Return the other seat."""
    return "top" if seat == "bottom" else "bottom"


@dataclass(frozen=True)
class Army(Copied):
    """The state of one side. ``command``: its current hand limit (L190). ``fallen``: banners for destroyed
    units and leaders; ``extra``: permanent banners from the scenario. ``turns``: the number of turns it has
    ended. ``away``: the names of leaders who left the board alive.
    """

    hand: tuple[str, ...] = ()
    command: int = 0
    fallen: int = 0
    extra: int = late(0)
    turns: int = late(0)
    away: tuple[str, ...] = late(())


@dataclass(frozen=True)
class Ordered(Copied):
    """A unit or leader that has an order.

    ``origin``: its hex when the card was played. ``moved``: the hexes it has moved; ``done``: it cannot move
    now. ``fights``: the attacks and shots it has made. ``stopped``: terrain ended its move. ``spent``:
    movement used to enter the board.
    """

    origin: str
    moved: int = late(0)
    done: bool = late(False)
    fights: int = late(0)
    stopped: bool = late(False)
    spent: int = late(0)


@dataclass(frozen=True)
class Turn(Copied):
    """The state of the current turn.

    ``card``: the card in play; ``stands_for``: the card whose orders it gives, which differs for Counter
    Attack. ``sections``: where an ordered leader must be, if the card says so. ``plain``: the card orders any
    one unit, without its benefits. ``faces``: dice that can still give orders. ``commanders``: the hexes of
    leaders whom a Leadership card can name, when it was played; ``used``: the sections in which it gave
    orders. ``frozen``: hexes whose unit cannot move because a leader has joined it (L270). ``rolls``: attacks
    with their dice in short form, so that a bot knows as much as an observer.
    """

    seat: str = ""
    card: str = late("")
    stands_for: str = late("")
    sections: tuple[str, ...] = late(())
    plain: bool = late(False)
    faces: tuple[str, ...] = late(())
    units: Mapping[str, Ordered] = field(default_factory=dict)
    leaders: Mapping[str, Ordered] = field(default_factory=dict)
    commanders: tuple[str, ...] = late(())
    used: tuple[str, ...] = late(())
    frozen: tuple[str, ...] = late(())
    struck: str = late("")  # the seat that has played First Strike
    rolls: tuple[str, ...] = late(())


@dataclass(frozen=True)
class Last:
    """The card of the previous turn, for Counter Attack: its player, its orders, the sections of its leader
    as that player names them, and that turn's dice.
    """

    seat: str = ""
    card: str = ""
    sections: tuple[str, ...] = late(())
    rolls: tuple[str, ...] = late(())


@dataclass(frozen=True)
class State(Stacked):
    """The whole state of a battle. ``held``: the side that holds each special hex of the scenario (camps),
    and what has been used up there. ``ended``: why the battle is over; ``winner``: the winner, or "" for a
    draw.
    """

    number: int
    turn: Turn
    units: Mapping[str, Unit]
    leaders: Mapping[str, Leader]
    armies: Mapping[str, Army]
    deck: Deck
    discards: tuple[str, ...] = ()
    last: Last = Last()
    held: Mapping[str, str] = field(default_factory=dict)
    ended: str = ""
    winner: str = ""
