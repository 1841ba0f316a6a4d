"""Seats, the powers that they lead, and their standing orders."""

from __future__ import annotations

from typing import Final

from engine.contract import orders
from engine.contract.fields import Field
from engine.values import dataclass


@dataclass(frozen=True)
class SeatInfo:
    """A place at the table. ``colour`` and ``mark`` (two letters) distinguish a power."""

    id: str
    name: str  # a msgid that the shell translates
    colour: str = ""
    mark: str = ""


ASK_ME: Final = {
    "ask_me": True
}  # a standing order to ask the player a covert decision instead of answering it


@dataclass(frozen=True)
class Power:
    """One of several powers that a seat leads: a nation, a people. Its ``id`` is unique in the whole game;
    its colour and mark are like a seat's.
    """

    id: str
    name: str  # a msgid that the system's wording translates
    colour: str = ""
    mark: str = ""


@dataclass(frozen=True)
class OrderKind:
    """A kind of standing order for decisions of kind ``decision``, given for one power or (with ``power``
    empty) for all powers without an order. ``covert`` ones can also be ``ASK_ME``, which the shell handles
    and rules never see. Without ``asked``, the order matches no single kind of decision but answers
    several.
    """

    decision: str
    fields: tuple[Field, ...]
    rule: str = ""
    power: str = ""
    covert: bool = False
    asked: bool = True

    @property
    def key(self) -> str:
        """Return the key under which the order is stored."""
        return orders.key(self.decision, self.power)
