"""The draw for the initiative: each side can play an order face down, then draws a card (L39-41,
L176-182).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from battles.schiere.rules.board.play import FRAMES, Play, Secret
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.state import Today
from battles.schiere.rules.board.troops import CHIEF, SEATS
from battles.schiere.rules.cards import swords
from battles.schiere.rules.initiative import Bid, score
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE = "initiative"


@dataclass(frozen=True)
class LayOrder(Action):
    """Play one of the chief's orders, or none, face down before the cards are drawn. ``order``: the face of
    the order, since copies are interchangeable, or None.
    """

    order: str | None = None


@dataclass(frozen=True)
class InitiativeDrawn(Event):
    """The initiative has been drawn. ``cards``: the face of the card that each seat drew. ``orders``: the
    face of the order that each seat played, without seats that played none. ``actions``: each seat's number
    of actions. ``first``: the seat that acts first. ``tie``: whether the scores are equal, so that the sides
    alternate single actions (L182).
    """

    turn: int
    cards: Mapping[str, str]
    orders: Mapping[str, str]
    actions: Mapping[str, int]
    first: str
    tie: bool


@dataclass(frozen=True)
class Bidding(Frame):
    """Both sides play an order or none, and then the cards are drawn."""

    answers: Mapping[str, LayOrder] = field(default_factory=dict)


@FRAMES.handler(Bidding)
class _Bidding(Secret):
    def asks(self, pos: Position, frame: Bidding) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "lay_order", LayOrder(), RULE) for seat in SEATS)

    def choices(self, pos: Position, frame: Bidding, ask: Ask) -> Choices:
        held = {order.card for order in pos.orders(ask.seat, CHIEF).values()}
        options = tuple(Option(card) for card in sorted(held))
        fields = (Pick("order", options, optional=True),) if options else ()
        return (Choice("lay_order", {}, fields, RULE),)

    def settle(self, play: Play, frame: Bidding) -> None:
        play.pop()
        laid = {seat: _find_order(play.pos, seat, frame.answers[seat].order) for seat in SEATS}
        faces = {seat: play.state.orders[id].card for seat, id in laid.items() if id}
        bids = {s: Bid(play.pos.side(s).chief == "enterprising", faces.get(s)) for s in SEATS}
        drawn = play.draw_cards("initiative", RULE)
        scores = {s: score(bids[s], swords(drawn[s]), bids[foe(s)]) for s in SEATS}
        tie = len(set(scores.values())) == 1
        first = self._first(play, bids) if tie else max(SEATS, key=lambda s: scores[s])
        play.set(today=Today((first, foe(first)), tie, scores))
        play.tell(InitiativeDrawn(play.state.turn, dict(drawn), dict(faces), scores, first, tie))
        for id in laid.values():
            if id:
                play.spend_order(id, "initiative")

    def _first(self, play: Play, bids: Mapping[str, Bid]) -> str:
        bold = [seat for seat in SEATS if bids[seat].enterprising]
        if len(bold) == 1:
            return bold[0]
        while True:
            again = play.draw_cards("initiative_again", RULE)
            if swords(again[SEATS[0]]) != swords(again[SEATS[1]]):
                return max(SEATS, key=lambda s: swords(again[s]))


def _find_order(pos: Position, seat: str, card: str | None) -> str:
    """Return the id of an order with the given face among the chief's orders, or ""."""
    held = pos.orders(seat, CHIEF)
    return next((id for id, order in held.items() if order.card == card), "")
