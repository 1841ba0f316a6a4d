"""The state of a battle. It is frozen and changed by copying. The scenario is stored elsewhere.

Seats are "bottom" and "top", and hexes are named A1 to I13. Units have no ids: a unit is identified by
its hex, and the notes on it move with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from battles.cca.rules.position import Leader, Unit
from engine.codec import late_field
from engine.frames import CopyOnChange, Stacked
from engine.values import dataclass
from kit.hand.deck import Deck

SEATS: Final = ("bottom", "top")


def foe(seat: str) -> str:
    """Return the other seat."""
    return "top" if seat == "bottom" else "bottom"


@dataclass(frozen=True)
class Army(CopyOnChange):
    """The state of one side. ``command``: its current hand limit (L190). ``fallen``: its banners for
    destroyed units and leaders. ``extra``: its permanent banners from the scenario. ``turns``: the number of
    turns that it has finished. ``away``: the names of its leaders who left the board alive.
    """

    hand: tuple[str, ...] = ()
    command: int = 0
    fallen: int = 0
    extra: int = late_field(0)
    turns: int = late_field(0)
    away: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class Ordered(CopyOnChange):
    """The notes on a unit or leader that has an order.

    ``origin``: its hex when the card was played. ``moved``: the number of hexes that it has moved. ``done``:
    whether it cannot move now. ``fights``: the number of its attacks and shots. ``stopped``: whether terrain
    ended its move. ``spent``: the movement that it used to enter the board.
    """

    origin: str
    moved: int = late_field(0)
    done: bool = late_field(False)
    fights: int = late_field(0)
    stopped: bool = late_field(False)
    spent: int = late_field(0)


@dataclass(frozen=True)
class Turn(CopyOnChange):
    """The state of the current turn.

    ``card``: the card in play. ``stands_for``: the card whose orders it gives; the two differ for Counter
    Attack. ``sections``: the sections in which an ordered leader must be, or () if the card does not limit
    them. ``plain``: whether the card orders any one unit, without the card's usual benefits. ``faces``: the
    dice that can still give orders. ``commanders``: the hexes of the leaders whom a Leadership card could
    order when it was played. ``used``: the sections of the leader, or of the single unit, that the Leadership
    card ordered. ``frozen``: the hexes of units that cannot move because a leader has joined them (L270).
    ``rolls``: attacks and their dice in short form, so that a bot knows as much as an observer.
    """

    seat: str = ""
    card: str = late_field("")
    stands_for: str = late_field("")
    sections: tuple[str, ...] = late_field(())
    plain: bool = late_field(False)
    faces: tuple[str, ...] = late_field(())
    units: Mapping[str, Ordered] = field(default_factory=dict)
    leaders: Mapping[str, Ordered] = field(default_factory=dict)
    commanders: tuple[str, ...] = late_field(())
    used: tuple[str, ...] = late_field(())
    frozen: tuple[str, ...] = late_field(())
    struck: str = late_field("")  # the seat that has played First Strike
    rolls: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class Last:
    """The previous turn, for Counter Attack. ``seat``: the side that played the card. ``card``: the card
    whose orders it gave. ``sections``: the sections of its leader, as that side names them. ``rolls``: its
    attacks and dice.
    """

    seat: str = ""
    card: str = ""
    sections: tuple[str, ...] = late_field(())
    rolls: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class State(Stacked):
    """The whole state of a battle. ``held`` maps each special hex of the scenario to the side that holds it
    (camps), and notes the scenario's rules that have been used up. ``ended`` is the reason the battle
    is over. ``winner`` is "" for a draw.
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
