"""The working copy that the rules change while they apply an action: its state, events and dice."""

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
    """A piece leaves the board for good. ``why`` is eliminated, captured, surrendered, routed or left."""

    piece: str
    seat: str
    troop: str
    at: str
    why: str


@dataclass(frozen=True)
class PieceHurt(Event):
    """A piece takes damage. ``points``: the new damage. ``damage``: the total afterwards."""

    piece: str
    points: int
    damage: int


@dataclass(frozen=True)
class OrderGone(Event):
    """A tactical order is used up, lost with its holder, or captured by the enemy. ``card`` is empty for a
    captured order, because its face stays hidden.
    """

    order: str
    seat: str
    why: str
    card: str = ""

    def seen_by(self, seat: str | None) -> Event:
        """Hide the order's id from other seats, so that they cannot tell face-down orders apart."""
        return self if seat == self.seat else replace(self, order="")


class Play(work.Play[State, Position]):
    """The mutable working copy that the rules change while they apply an action."""

    @property
    def pos(self) -> Position:
        if self._pos.state is not self.state:
            self._pos = Position(self.setting, self.state, self._pos)
        return self._pos

    # --- chance ---

    def draw_cards(self, purpose: str, rule: str) -> dict[str, Card]:
        """Draw a card for each side from that side's own set of sword cards (L39, L180)."""
        throws = [Throw(len(DRAW), purpose, rule, seat) for seat in LETTERS]
        return {t.seat: DRAW[face - 1] for t, face in zip(throws, self.dice.roll_all(throws), strict=True)}

    def card_of(self, cards: list[Card], purpose: str, rule: str, seat: str) -> Card:
        """Draw a random card from the given cards."""
        return cards[self.dice.roll(Throw(len(cards), purpose, rule, seat)) - 1]

    # --- ids ---

    def new_id(self, letter: str) -> str:
        """Return the next id with the given letter. An id reveals only the sequence in which pieces or
        orders appeared.
        """
        number = self.state.made.get(letter, 0) + 1
        self.set(made=dict(sorted({**self.state.made, letter: number}.items())))
        return f"{letter}{number}"

    # --- pieces ---

    def put(self, piece: Piece) -> str:
        """Put a new piece on the board and return its id."""
        id = self.new_id(LETTERS[piece.seat])
        self.set(pieces=dict(sorted({**self.state.pieces, id: piece}.items())))
        return id

    def change(self, id: str, **changes: Any) -> None:
        self.change_all((id,), **changes)

    def change_all(self, ids: Iterable[str], **changes: Any) -> None:
        """Change fields of several pieces at once. Pieces that already have these values stay the same
        objects; if all do, nothing is copied.
        """
        before, wanted = self.state.pieces, changes.items()
        changed = {}
        for id in ids:
            has = vars(before[id])
            if any(has[name] != value for name, value in wanted):
                changed[id] = before[id].but(**changes)
        if changed:
            pieces = {**before, **changed}
            self.pos.found.keep_after_marking(pieces, changes)
            self.set(pieces=pieces)

    def place(self, at: Mapping[str, str], facing: str = "") -> None:
        """Move pieces to new squares simultaneously. Attached commanders and captured standards move with
        their units; the bearers of a side's own standards do not.
        """
        pieces = dict(self.state.pieces)
        for id, square in at.items():
            turned = {"facing": facing} if facing else {}
            pieces[id] = pieces[id].but(at=square, **turned)
        found = self.pos.found
        for id in found.attached_pieces:
            piece = pieces[id]
            if piece.host in at and (piece.troop != STANDARD or piece.captured):
                pieces[id] = piece.but(at=at[piece.host])
        found.keep_after_move(pieces)
        self.set(pieces=pieces)

    def hurt(self, id: str, points: int) -> None:
        """Damage a piece. A piece at the end of its damage track is lost."""
        piece, most = self.state.pieces[id], len(self.pos.track(id)) - 1
        points = min(points, most - piece.damage)
        if points <= 0:
            return
        self.change(id, damage=piece.damage + points)
        self.tell(PieceHurt(id, points, piece.damage + points))
        if piece.damage + points == most:
            self.lose(id, "eliminated")

    def lose(self, id: str, why: str) -> None:
        """Remove a piece from the board, together with the pieces attached to it.

        The piece's orders are lost; if it is ``captured`` or has ``surrendered``, the enemy takes them
        (L168, L417). The fall of a commander in chief ends the battle (L415), and a wing commander counts
        as a trophy (L423).
        """
        piece = self.state.pieces[id]
        for other, one in tuple(self.state.pieces.items()):
            if one.host == id and other in self.state.pieces:
                self._settle_attached(other, one, id, why)
        self.set(pieces={k: v for k, v in self.state.pieces.items() if k != id})
        self._count(piece, why)
        self.tell(PieceLost(id, piece.seat, piece.troop, piece.at, why))
        self._lose_orders(id, taken=why in ("captured", "surrendered"))
        if piece.troop == WING:
            self.trophy(foe(piece.seat), "wing")
        if piece.troop == CHIEF:
            self.end("chief_lost")

    def _settle_attached(self, id: str, one: Piece, host: str, why: str) -> None:
        """Decide what happens to a commander or standard attached to a lost piece.

        A commander whose unit was eliminated stays on the board; any other attached commander shares the
        unit's fate. A captured standard returns to its side. A bearer leaves the board with a lost
        commander.
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
        """Give a captured standard back to its side. It is placed next to its commander, or off the board if
        the commander fell or there is no free square.
        """
        pos, piece = self.pos, self.state.pieces[id]
        owner = pos.chief(piece.seat) if piece.kind == CHIEF else pos.wing(piece.seat, piece.kind)
        free = self.room_beside(pos.piece(owner).at, pos.piece(owner).facing) if owner else ""
        if free:
            self.change(id, captured="", host=owner, at=free)
        else:
            self.take_off(id)
            self.tell(PieceLost(id, piece.seat, piece.troop, piece.at, "left"))

    def take_off(self, id: str) -> None:
        """Remove a piece from the board without any consequences."""
        self.set(pieces={k: v for k, v in self.state.pieces.items() if k != id})

    def room_beside(self, at: str, facing: str) -> str:
        """Return a free square next to ``at``, or "" if there is none. Squares behind a facing come first."""
        ground, stood = self.pos.ground, self.pos.occupants
        free = (s for s in squares_behind(ground, at, facing) if s not in stood and not ground.is_barred(s))
        return next(free, "")

    def _count(self, piece: Piece, why: str) -> None:
        key = gone_key(piece.seat, piece.kind or piece.troop, why)
        self.set(gone=dict(sorted({**self.state.gone, key: self.state.gone.get(key, 0) + 1}.items())))

    def trophy(self, seat: str, what: str) -> None:
        """Record a trophy of a side for the final score (L423)."""
        self.change_side(seat, trophies=tuple(sorted((*self.state.sides[seat].trophies, what))))

    # --- sides ---

    def change_side(self, seat: str, **changes: Any) -> None:
        self.set(sides={**self.state.sides, seat: self.state.sides[seat].but(**changes)})

    def remember(self, **changes: Any) -> None:
        """Update the notes on the current turn."""
        self.set(today=self.state.today.but(**changes))

    def count_today(self, what: str, ids: Iterable[str], by: int = 1) -> None:
        """Count an act of each piece or seat in one of the turn's tallies: ``acted``, ``moved``, ``shot``,
        ``sent``, ``actions`` or ``taken``.
        """
        before: Mapping[str, int] = getattr(self.state.today, what)
        self.remember(**{what: dict(sorted({**before, **{i: before.get(i, 0) + by for i in ids}}.items()))})

    def end(self, why: str) -> None:
        """End the battle and record why."""
        if not self.state.ended:
            self.set(ended=why)

    # --- orders ---

    def draw_order(self, seat: str, holder: str = CHIEF) -> str:
        """Draw a tactical order from the bag, unseen by the enemy (L160). Return its id, or "" if the bag is
        empty.
        """
        if not self.state.bag:
            return ""
        card, bag = self.state.bag.draw(self.dice, Why("order", "orders", seat))
        self.set(bag=bag)
        return self.add_order(Order(seat, _card(card), holder, self.state.turn))

    def add_order(self, order: Order) -> str:
        """Add an order for its holder and return the order's id."""
        id = self.new_id(f"o{LETTERS[order.seat]}")
        self.set(orders=dict(sorted({**self.state.orders, id: order}.items())))
        return id

    def take_order(self, id: str) -> str:
        """Hand an order to the enemy's chief and return its new id. The side that lost it still knows its
        face.
        """
        order = self.state.orders[id]
        self.set(orders={k: v for k, v in self.state.orders.items() if k != id})
        self.tell(OrderGone(id, order.seat, "taken"))
        known = tuple(sorted({*order.known, order.seat}))
        return self.add_order(Order(foe(order.seat), order.card, CHIEF, self.state.turn, known))

    def change_order(self, id: str, **changes: Any) -> None:
        self.set(orders={**self.state.orders, id: replace(self.state.orders[id], **changes)})

    def spend_order(self, id: str, why: str) -> None:
        """Remove an order that was used up or lost. It is revealed and does not return to the bag (ruling
        S17).
        """
        order = self.state.orders[id]
        self.set(orders={k: v for k, v in self.state.orders.items() if k != id})
        self.tell(OrderGone(id, order.seat, why, order.card))

    def _lose_orders(self, id: str, *, taken: bool) -> None:
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
Way = frames.PathRoutine[Play]
Offered = decisions.OfferingHandler[Position, Play]
Secret = decisions.Secret[Position, Play]
ActionHandler = decisions.ActionHandler[Position, Play]
MenuHandler = decisions.MenuHandler[Position, Play]
FRAMES: Frames[Position, Play] = Frames()
