"""Assign orders to wing commanders and units before the battle (L164-172)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field

from battles.schiere.rules.board.play import FRAMES, Play, Secret
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import CHIEF, SEATS, WING
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many, Option
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE = "orders"


@dataclass(frozen=True)
class AssignOrders(Action):
    """Assign orders. ``given`` holds a "face>piece" for each order, carried out in sequence while the chief
    has that face. "face*2>piece" gives a wing commander a second order of the face. The chief keeps all
    other orders.
    """

    given: tuple[str, ...] = ()


@dataclass(frozen=True)
class OrdersAssigned(Event):
    """A side has assigned its orders. ``held`` is the number of face-down orders of each piece; "chief" is
    the commander in chief.
    """

    seat: str
    held: Mapping[str, int]


@dataclass(frozen=True)
class Assigning(Frame):
    """Both sides assign their orders."""

    answers: Mapping[str, AssignOrders] = field(default_factory=dict)


@FRAMES.handler(Assigning)
class _Assigning(Secret):
    def asks(self, pos: Position, frame: Assigning) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "assign_orders", AssignOrders(), RULE) for seat in SEATS)

    def choices(self, pos: Position, frame: Assigning, ask: Ask) -> Choices:
        cards = Counter[str](order.card for order in pos.orders(ask.seat, CHIEF).values())
        options = tuple(Option(one) for id in holders(pos, ask.seat) for one in _ways(pos, id, cards))
        fields = (Many("given", options),) if options else ()
        return (Choice("assign_orders", {}, fields, RULE),)

    def settle(self, play: Play, frame: Assigning) -> None:
        play.pop()
        for seat in SEATS:
            for one in frame.answers[seat].given:
                face, _arrow, to = one.partition(">")
                _give(play, seat, face.partition("*")[0], to)
            held: dict[str, int] = {}
            for order in play.pos.orders(seat).values():
                held[order.holder] = held.get(order.holder, 0) + 1
            play.tell(OrdersAssigned(seat, dict(sorted(held.items()))))


def holders(pos: Position, seat: str) -> tuple[str, ...]:
    """Return the pieces that can be given an order: wing commanders in the chief's reach, and units that a
    messenger can reach (L166).
    """
    return (*pos.chain(seat)[1:], *(id for id in pos.units(seat) if pos.is_reached(id)))


def _ways(pos: Position, id: str, cards: Mapping[str, int]) -> Iterator[str]:
    """Yield the ways to give an order to a piece, written "face>piece", one for each face. A wing commander,
    who passes orders on, can get every copy of a face (L166).
    """
    for card, number in sorted(cards.items()):
        yield f"{card}>{id}"
        if pos.piece(id).troop == WING:
            yield from (f"{card}*{one}>{id}" for one in range(2, number + 1))


def _give(play: Play, seat: str, card: str, to: str) -> None:
    """Give an order to a piece. A unit gets at most one; a second order stays with the chief (ruling C18)."""
    if play.pos.is_unit(to) and play.pos.orders(seat, to):
        return
    for id, order in play.pos.orders(seat, CHIEF).items():
        if order.card == card:
            play.change_order(id, holder=to)
            return
