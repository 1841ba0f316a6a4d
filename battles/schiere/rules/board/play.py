"""The working copy of an action: the state so far, its events and its dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.shapes import squares_behind
from battles.schiere.rules.board.state import Order, Piece, State, gone_key
from battles.schiere.rules.board.troops import CHIEF, STANDARD, TROOPS, WING
from battles.schiere.rules.cards import Card
from battles.schiere.rules.tables import load
from engine import frames
from engine.dice import Throw
from engine.frames import Frames
from engine.values import dataclass, replace
from kit.hand.deck import Why
from kit.rules import decisions
from kit.rules import play as work
from kit.rules.decisions import Event

DRAW: Final[list[Card]] = load("cards")["draw"]  # the three cards that show only swords
LETTERS: Final = {"rome": "r", "carthage": "c"}


@dataclass(frozen=True)
class PieceLost(Event):
    """A piece leaves the board for good. ``why``: eliminated, captured, surrendered, routed or left."""

    piece: str
    seat: str
    troop: str
    at: str
    why: str


@dataclass(frozen=True)
class PieceHurt(Event):
    """A piece takes damage. ``points``: the damage now; ``damage``: the total on its track afterwards."""

    piece: str
    points: int
    damage: int


@dataclass(frozen=True)
class OrderGone(Event):
    """A tactical order is used up, lost with its holder, or taken by the enemy. If it is taken, its ``card``
    stays hidden.
    """

    order: str
    seat: str
    why: str
    card: str = ""

    def seen_by(self, seat: str | None) -> Event:
        """Redact the event for other seats, so that face-down orders cannot be told apart."""
        return self if seat == self.seat else replace(self, order="")


class Play(work.Play[State, Position]):
    """The mutable working copy that the rules change while they apply an action."""

    # --- chance ---

    def draw_cards(self, purpose: str, rule: str) -> dict[str, Card]:
        """Draw a card of swords for each side, from that side's own set (L39, L180)."""
        throws = [Throw(len(DRAW), purpose, rule, seat) for seat in LETTERS]
        return {t.seat: DRAW[face - 1] for t, face in zip(throws, self.dice.roll_all(throws), strict=True)}

    def card_of(self, cards: list[Card], purpose: str, rule: str, seat: str) -> Card:
        """Draw a random card from a full set."""
        return cards[self.dice.roll(Throw(len(cards), purpose, rule, seat)) - 1]

    # --- ids ---

    def new_id(self, letter: str) -> str:
        """Return the next id with the given letter. An id shows only the order in which pieces or orders
        appeared.
        """
        number = self.state.made.get(letter, 0) + 1
        self.set(made=dict(sorted({**self.state.made, letter: number}.items())))
        return f"{letter}{number}"

    # --- pieces ---

    def put(self, piece: Piece) -> str:
        """Put a new piece on the board; return its id."""
        id = self.new_id(LETTERS[piece.seat])
        self.set(pieces=dict(sorted({**self.state.pieces, id: piece}.items())))
        return id

    def change(self, id: str, **changes: Any) -> None:
        pieces = {**self.state.pieces, id: self.state.pieces[id].but(**changes)}
        self.pos.found.keep_after_marking(pieces, changes)
        self.set(pieces=pieces)

    def place(self, at: Mapping[str, str], facing: str = "") -> None:
        """Move pieces to new squares all at once, together with anyone attached to them or
        carried by them.
        """
        pieces = dict(self.state.pieces)
        for id, square in at.items():
            turned = {"facing": facing} if facing else {}
            pieces[id] = pieces[id].but(at=square, **turned)
        for id, piece in pieces.items():
            if piece.host in at and (piece.troop != STANDARD or piece.captured):
                pieces[id] = piece.but(at=at[piece.host])
        self.pos.found.keep_after_move(pieces)
        self.set(pieces=pieces)

    def hurt(self, id: str, points: int) -> None:
        """Damage a piece. A piece whose track is full is lost."""
        piece, most = self.state.pieces[id], len(self.pos.track(id)) - 1
        points = min(points, most - piece.damage)
        if points <= 0:
            return
        self.change(id, damage=piece.damage + points)
        self.tell(PieceHurt(id, points, piece.damage + points))
        if piece.damage + points == most:
            self.lose(id, "eliminated")

    def lose(self, id: str, why: str) -> None:
        """Remove a piece from the board, together with the pieces it carries and those that follow it.

        Its orders are lost; if it is ``captured`` or has ``surrendered``, the enemy takes them (L168, L417).
        The fall of a commander in chief ends the battle (L415); a wing commander is a trophy (L423).
        """
        piece = self.state.pieces[id]
        for other, one in tuple(self.state.pieces.items()):
            if one.host == id and other in self.state.pieces:
                self._left_alone(other, one, id, why)
        self.set(pieces={k: v for k, v in self.state.pieces.items() if k != id})
        self._count(piece, why)
        self.tell(PieceLost(id, piece.seat, piece.troop, piece.at, why))
        self._orders_of(id, taken=why in ("captured", "surrendered"))
        if piece.troop == WING:
            self.trophy(foe(piece.seat), "wing")
        if piece.troop == CHIEF:
            self.end("chief_lost")

    def _left_alone(self, id: str, one: Piece, host: str, why: str) -> None:
        """Handle a commander or standard that was with a lost piece.

        A commander is captured with a unit that surrenders, and stays on the board after an elimination. A
        carried standard returns to its side; a bearer leaves the board when his commander has fallen.
        """
        if one.captured:
            self.give_back(id)
        elif one.troop == STANDARD:
            self.set(pieces={k: v for k, v in self.state.pieces.items() if k != id})
            self._count(one, "left")
            self.tell(PieceLost(id, one.seat, one.troop, one.at, "left"))
        elif why == "eliminated":
            self.change(id, host="")
        else:
            self.lose(id, why)

    def give_back(self, id: str) -> None:
        """Return a standard to its side: next to its commander, or off the board if he has fallen."""
        pos, piece = self.pos, self.state.pieces[id]
        owner = pos.chief(piece.seat) if piece.kind == CHIEF else pos.wing(piece.seat, piece.kind)
        free = self.room_beside(pos.piece(owner).at, pos.piece(owner).facing) if owner else ""
        if free:
            self.change(id, captured="", host=owner, at=free)
        else:
            self.take_off(id)
            self.tell(PieceLost(id, piece.seat, piece.troop, piece.at, "left"))

    def take_off(self, id: str) -> None:
        """Remove a piece from the board and nothing else."""
        self.set(pieces={k: v for k, v in self.state.pieces.items() if k != id})

    def room_beside(self, at: str, facing: str) -> str:
        """Return the first free square around another, starting behind its facing, or "" if there is none."""
        ground, stood = self.pos.ground, self.pos.occupants
        free = (s for s in squares_behind(ground, at, facing) if s not in stood and not ground.is_barred(s))
        return next(free, "")

    def _count(self, piece: Piece, why: str) -> None:
        key = gone_key(piece.seat, piece.kind or piece.troop, why)
        self.set(gone=dict(sorted({**self.state.gone, key: self.state.gone.get(key, 0) + 1}.items())))

    def trophy(self, seat: str, what: str) -> None:
        """Record a side's trophy, for the final count (L423)."""
        self.change_side(seat, trophies=tuple(sorted((*self.state.sides[seat].trophies, what))))

    # --- sides ---

    def change_side(self, seat: str, **changes: Any) -> None:
        self.set(sides={**self.state.sides, seat: self.state.sides[seat].but(**changes)})

    def remember(self, **changes: Any) -> None:
        """Update the notes about the current turn."""
        self.set(today=self.state.today.but(**changes))

    def count_today(self, what: str, ids: Iterable[str], by: int = 1) -> None:
        """Count an act of each piece in one of the turn's tallies: ``acted``, ``moved``, ``shot``, ``sent``,
        ``actions`` or ``taken``.
        """
        before: Mapping[str, int] = getattr(self.state.today, what)
        self.remember(**{what: dict(sorted({**before, **{i: before.get(i, 0) + by for i in ids}}.items()))})

    def end(self, why: str) -> None:
        """End the battle, dropping every decision in progress."""
        if not self.state.ended:
            self.set(ended=why)

    # --- orders ---

    def draw_order(self, seat: str, holder: str = CHIEF) -> str:
        """Draw a tactical order from the bag, unseen by the enemy (L160); "" if the bag is empty."""
        if not self.state.bag:
            return ""
        card, bag = self.state.bag.draw(self.dice, Why("order", "orders", seat))
        self.set(bag=bag)
        return self.add_order(Order(seat, _card(card), holder, self.state.turn))

    def add_order(self, order: Order) -> str:
        """Give an order to a new holder; return its id."""
        id = self.new_id(f"o{LETTERS[order.seat]}")
        self.set(orders=dict(sorted({**self.state.orders, id: order}.items())))
        return id

    def take_order(self, id: str) -> str:
        """Hand an order to the enemy's chief; its former holder still knows its face. Return the order's new
        id.
        """
        order = self.state.orders[id]
        self.set(orders={k: v for k, v in self.state.orders.items() if k != id})
        self.tell(OrderGone(id, order.seat, "taken"))
        known = tuple(sorted({*order.known, order.seat}))
        return self.add_order(Order(foe(order.seat), order.card, CHIEF, self.state.turn, known))

    def change_order(self, id: str, **changes: Any) -> None:
        self.set(orders={**self.state.orders, id: replace(self.state.orders[id], **changes)})

    def spend_order(self, id: str, why: str) -> None:
        """Use up or lose an order. It is revealed and does not return to the bag (ruling S17)."""
        order = self.state.orders[id]
        self.set(orders={k: v for k, v in self.state.orders.items() if k != id})
        self.tell(OrderGone(id, order.seat, why, order.card))

    def _orders_of(self, id: str, *, taken: bool) -> None:
        for order, one in tuple(self.state.orders.items()):
            if one.holder != id:
                continue
            if taken:
                self.take_order(order)
            else:
                self.spend_order(order, "lost")


def _card(name: str) -> Card:
    found: Card = name  # type: ignore[assignment]  # the bag holds nothing else
    return found


def is_unit(piece: Piece) -> bool:
    return piece.troop in TROOPS


Routine = frames.Routine[Play]
FrameHandler = frames.FrameHandler[Position, Play]
JointHandler = frames.JointHandler[Position, Play]
Way = frames.Way[Play]
Offered = decisions.OfferingHandler[Position, Play]
Secret = decisions.Secret[Position, Play]
ActionHandler = decisions.ActionHandler[Position, Play]
MenuHandler = decisions.MenuHandler[Position, Play]
FRAMES: Frames[Position, Play] = Frames()
