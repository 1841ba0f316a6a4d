"""A battle in progress. Frozen; changed by copying. The scenario is not in here.

Seats are "bottom" and "top"; hexes are called by their names (A1 to I13). Units have no ids: a unit is the
one in its hex, and the notes on it move with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from battles.cca.rules.position import Leader, Unit
from engine.codec import late
from engine.frames import Copied, Stacked
from kit.hand.deck import Deck

SEATS: Final = ("bottom", "top")


def foe(seat: str) -> str:
    """The other seat."""
    return "top" if seat == "bottom" else "bottom"


@dataclass(frozen=True)
class Army(Copied):
    """The state of one side. ``command``: its current hand limit (L190). ``fallen``: banners for destroyed
    units and leaders. ``extra``: permanent banners from the scenario. ``turns``: how many it has ended.
    ``away``: the names of leaders who left the board alive."""

    hand: tuple[str, ...] = ()
    command: int = 0
    fallen: int = 0
    extra: int = late(0)
    turns: int = late(0)
    away: tuple[str, ...] = late(())


@dataclass(frozen=True)
class Ordered(Copied):
    """A unit or leader that has an order.

    ``origin``: its hex when the card was played. ``moved``: the hexes it has moved; ``done``: it may not move
    now. ``fights``: attacks and shots it has made. ``stopped``: terrain ended its move. ``spent``: hexes of a
    move that it has made on entering the board.
    """

    origin: str
    moved: int = late(0)
    done: bool = late(False)
    fights: int = late(0)
    stopped: bool = late(False)
    spent: int = late(0)


@dataclass(frozen=True)
class Turn(Copied):
    """The state of the turn in progress.

    ``card``: the card in play; ``stands_for``: the card whose orders it gives, another one for Counter
    Attack. ``sections``: the sections in which an ordered leader must be, if the card says so. ``plain``: it
    orders any one unit, without the card's benefits. ``faces``: dice that give orders and are left.
    ``commanders``: the hexes of the leaders whom a Leadership card may name, as it was played; ``used``: the
    sections in which it gave its orders. ``frozen``: hexes whose unit may not move, since a leader has joined
    it (L270). ``rolls``: attacks with their dice in short form, so that a bot knows as much as a spectator.
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
    as that side names them, and the dice of that turn.
    """

    seat: str = ""
    card: str = ""
    sections: tuple[str, ...] = late(())
    rolls: tuple[str, ...] = late(())


@dataclass(frozen=True)
class State(Stacked):
    """The whole state of a battle. ``held``: the side holding each special hex of the scenario (camps), and
    what has been used up there. ``ended``: why it is over; ``winner``: the winner, "" for a draw."""

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
