"""Imagine a state that a seat cannot distinguish from the real one, for the seat's bot.

Random guesses replace everything that the enemy hides: the faces of its orders, the units it has not
deployed, and its unseen answers. The faces in the bag change accordingly. The guesses agree with what the
seat knows about faces, counters and points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from battles.schiere.rules.board.play import FRAMES, LETTERS
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.state import Group, Order, State
from battles.schiere.rules.board.troops import (
    CHIEF,
    CHIEFS,
    COMMANDERS,
    MOST_WINGS,
    SEATS,
    TROOPS,
    WING,
    WINGS,
    name_wings,
    troops_of,
)
from battles.schiere.rules.chapters import CODEC
from battles.schiere.rules.setup.buying import PRICE
from battles.schiere.rules.setup.mustering import SCHIERA
from engine.choices import sample_action
from engine.dice import Dice, Throw
from engine.frames import Frame, JointHandler
from kit.hand.deck import Why, deck_of

WHY: Final = Why("imagined order", "orders")


def imagine(pos: Position, seat: str, dice: Dice) -> State:
    """Return a random state that is consistent with what the seat knows."""
    others = tuple(s for s in SEATS if s != seat)
    state = _orders(pos.state, seat, others, dice)
    for other in others:
        state = _reserve(pos._replace(state=state), other, dice)
    return _answers(pos._replace(state=state), others, dice)


# --- orders -----------------------------------------------------------------------------------------------


def _orders(state: State, seat: str, others: Sequence[str], dice: Dice) -> State:
    """Return the state with a random guess in place of each order face that is hidden from the seat. The
    enemy's orders get new ids.
    """
    kept = {id: order for id, order in state.orders.items() if order.seat not in others}
    bag = deck_of((*state.bag.cards, *_unseen_cards(state, seat, others)))
    for other in others:
        held = sorted(
            (order.holder, order.since, order.card if _has_seen(order, seat) else "", order.known, order.open)
            for order in state.orders.values()
            if order.seat == other
        )
        for number, (holder, since, card, known, up) in enumerate(held, 1):
            face: Any = card
            if not face:
                face, bag = bag.draw(dice, WHY)
            kept[f"o{LETTERS[other]}{number}"] = Order(other, face, holder, since, known, up)
    return state.but(orders=dict(sorted(kept.items())), bag=bag)


def _unseen_cards(state: State, seat: str, others: Sequence[str]) -> list[str]:
    return [o.card for o in state.orders.values() if o.seat in others and not _has_seen(o, seat)]


def _has_seen(order: Order, seat: str) -> bool:
    return seat in order.known


# --- units not yet deployed -------------------------------------------------------------------------------


def _reserve(pos: Position, seat: str, dice: Dice) -> State:
    """Return the state with a random guess in place of the units that the enemy (``seat``) has not deployed.
    The guess keeps to the points and counters that the enemy can have left.
    """
    side = pos.side(seat)
    if not side.reserve or pos.setting.scn.given:  # a campaign gave the armies, and both sides know them
        return pos.state
    revealed = bool(side.chief)
    led = [group for group in side.reserve if group.troop in COMMANDERS] if revealed else _leaders(dice)
    spent = sum(pos.troop(id).points for id in pos.units(seat)) + PRICE["action"] * side.bought
    spent += PRICE["order"] * _bought_orders(pos, seat)
    troops = _troops(pos, seat, pos.setting.points - spent, not led, dice)
    left = 0 if side.bought or pos.state.orders else _points_left(pos, troops)
    changed = side.but(reserve=(*led, *troops), points=left)
    return pos.state.but(sides={**pos.state.sides, seat: changed})


def _points_left(pos: Position, troops: Sequence[Group]) -> int:
    return pos.setting.points - sum(TROOPS[g.troop].points * g.units for g in troops)


def _bought_orders(pos: Position, seat: str) -> int:
    """Return the number of orders that a side has bought in addition to its free ones."""
    drawn = pos.state.made.get(f"o{LETTERS[seat]}", 0)
    due = pos.setting.orders(seat) + (2 if pos.side(seat).chief == "astute" else 0)
    return max(0, drawn - due)


def _leaders(dice: Dice) -> list[Group]:
    kinds = [WINGS[_roll_below(dice, len(WINGS))] for _ in range(_roll_below(dice, MOST_WINGS + 1))]
    chief = CHIEFS[_roll_below(dice, len(CHIEFS))]
    return [Group(CHIEF, 1, chief), *(Group(WING, 1, name) for name in name_wings(kinds))]


def _troops(pos: Position, seat: str, points: int, some: bool, dice: Dice) -> list[Group]:
    """Return random schiere worth at most ``points``. ``some``: whether to return at least one schiera if the
    points allow it.
    """
    left = {troop.id: troop.units for troop in troops_of(seat)}
    for id in pos.units(seat):
        left[pos.piece(id).troop] -= 1
    found: list[Group] = []
    while True:
        able = [t for t in troops_of(seat) if left[t.id] > 0 and t.points <= points]
        if not able or (found and not _roll_below(dice, 8)):
            break
        if not found and not some and not _roll_below(dice, 4):
            break
        troop = able[_roll_below(dice, len(able))]
        most = min(SCHIERA, left[troop.id], points // troop.points)
        group = Group(troop.id, 1 + _roll_below(dice, most))
        left[troop.id] -= group.units
        points -= group.units * troop.points
        found.append(group)
    return found


# --- answers that nobody has seen -------------------------------------------------------------------------


def _answers(pos: Position, others: Sequence[str], dice: Dice) -> State:
    stack = tuple(_imagine_answers(pos, frame, others, dice) for frame in pos.state.stack)
    return pos.state.but(stack=stack)


def _imagine_answers(pos: Position, frame: Frame, others: Sequence[str], dice: Dice) -> Frame:
    handler = FRAMES[type(frame)]
    answers = getattr(frame, "answers", None)
    if not answers or not isinstance(handler, JointHandler):
        return frame
    found = dict(answers)
    for ask in handler.asks(pos, frame):
        if ask.seat in others and ask.whose in found:
            choices = handler.choices(pos, frame, ask)
            choice = choices[_roll_below(dice, len(choices))]
            found[ask.whose] = CODEC.read(sample_action(choice, dice))
    return frame.but(answers=found)


def _roll_below(dice: Dice, count: int) -> int:
    return dice.roll(Throw(count, "imagined", low=0)) if count > 1 else 0
