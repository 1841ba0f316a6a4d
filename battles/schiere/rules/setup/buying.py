"""Reveal the commanders, and buy orders and actions with the remaining points (L27, L160, L332)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from battles.schiere.rules.board.play import FRAMES, Play, Secret
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import CHIEF, SEATS, WING
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Share
from engine.values import dataclass, replace
from kit.rules.decisions import Action, Event

RULE = "points"
PRICE: Final = {"order": 1, "action": 2}
ASTUTE: Final = 2  # additional orders for an astute chief (L222)


@dataclass(frozen=True)
class Buy(Action):
    """Spend the remaining points. ``wares`` holds the number of orders and the number of actions to buy."""

    wares: Mapping[str, int]


@dataclass(frozen=True)
class CommandersRevealed(Event):
    """The commanders have been revealed. Their kinds are listed by seat."""

    chiefs: Mapping[str, str]
    wings: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class OrdersDrawn(Event):
    """A side has drawn its orders, including bought ones, and has bought actions. Only that side sees
    ``cards``.
    """

    seat: str
    count: int
    bought: int
    actions: int
    cards: tuple[str, ...] = ()

    def seen_by(self, seat: str | None) -> Event:
        return self if seat == self.seat else replace(self, cards=())


@dataclass(frozen=True)
class Buying(Frame):
    """Both sides spend their remaining points. ``revealed``: whether the commanders are already public."""

    answers: Mapping[str, Buy] = field(default_factory=dict)
    revealed: bool = False


@FRAMES.handler(Buying)
class _Buying(Secret):
    def advance(self, play: Play, frame: Buying) -> bool:
        if not frame.revealed:
            play.swap(frame.but(revealed=True))
            _reveal(play)
            return True
        return super().advance(play, frame)

    def asks(self, pos: Position, frame: Buying) -> tuple[Ask, ...]:
        if pos.setting.scn.given and not any(pos.side(seat).points for seat in SEATS):
            return ()  # both sides know that given armies have no points left
        return tuple(
            Ask(seat, "buy", Buy({"order": min(pos.side(seat).points, most_orders(pos))}), RULE)
            for seat in SEATS
        )

    def choices(self, pos: Position, frame: Buying, ask: Ask) -> Choices:
        points = pos.side(ask.seat).points
        orders = Option("order", cost=PRICE["order"], high=min(points, most_orders(pos)))
        actions = Option("action", cost=PRICE["action"], high=points // PRICE["action"])
        return (Choice("buy", {}, (Share("wares", (orders, actions), 0, points, points),), RULE),)

    def settle(self, play: Play, frame: Buying) -> None:
        play.pop()
        for seat in SEATS:
            wares = frame.answers[seat].wares if frame.answers else {}
            orders, actions = wares.get("order", 0), wares.get("action", 0)
            extra = ASTUTE if play.state.sides[seat].chief == "astute" else 0
            ids = [play.draw_order(seat) for _ in range(play.setting.orders(seat) + extra + orders)]
            cards = tuple(play.state.orders[id].card for id in ids)
            play.change_side(seat, points=0, bought=actions)
            play.tell(OrdersDrawn(seat, len(cards), orders, actions, cards))


def _reveal(play: Play) -> None:
    for seat in SEATS:
        reserve = play.state.sides[seat].reserve
        chief = next(group.kind for group in reserve if group.troop == CHIEF)
        wings = tuple(group.kind for group in reserve if group.troop == WING)
        play.change_side(seat, chief=chief, wings=wings)
    sides = play.state.sides
    play.tell(CommandersRevealed({s: sides[s].chief for s in SEATS}, {s: sides[s].wings for s in SEATS}))


def most_orders(pos: Position) -> int:
    """Return the number of orders that each side can buy without emptying the bag for the other side."""
    return len(pos.state.bag) // 2 - max(pos.setting.orders(seat) for seat in SEATS) - ASTUTE
