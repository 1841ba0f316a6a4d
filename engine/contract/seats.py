"""Seats, the powers that they lead, and their standing orders."""

from __future__ import annotations

from typing import Final

from engine.contract import orders
from engine.contract.fields import Field
from engine.values import dataclass


@dataclass(frozen=True)
class SeatInfo:
    """A place at the table. ``colour`` and ``mark`` (two letters) distinguish the seat from the others."""

    id: str
    name: str  # a msgid that the web application translates
    colour: str = ""
    mark: str = ""


# a standing order that leaves a covert decision to the player instead of answering it
ASK_ME: Final = {"ask_me": True}


@dataclass(frozen=True)
class Power:
    """One of several powers that a seat leads, such as a nation or a people. Its ``id`` is unique in the
    whole game. Its colour and mark distinguish it from other powers.
    """

    id: str
    name: str  # a msgid that the system's wording translates
    colour: str = ""
    mark: str = ""


@dataclass(frozen=True)
class OrderKind:
    """A kind of standing order for decisions of kind ``decision``. ``power``: the power for which it is
    given, or "" for all powers without an order of their own. ``covert``: whether its value can also be
    ``ASK_ME``, which the web application handles and rules never see. ``asked``: whether a decision of this
    kind is ever asked. If not, the order helps to answer several kinds of decisions.
    """

    decision: str
    fields: tuple[Field, ...]
    rule: str = ""
    power: str = ""
    covert: bool = False
    asked: bool = True

    @property
    def key(self) -> str:
        """The key under which the order is stored."""
        return orders.key(self.decision, self.power)
