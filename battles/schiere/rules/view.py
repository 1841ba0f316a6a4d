"""The JSON view of a battle for a seat or an observer."""

from __future__ import annotations

from typing import Any

from battles.schiere.rules import chapters
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.state import Order, Piece
from battles.schiere.rules.board.troops import COMMANDERS, SEATS
from battles.schiere.rules.melee.clash import Clash
from battles.schiere.rules.setup.deployment import group_id
from battles.schiere.rules.turn.acting import actions_left
from battles.schiere.rules.turn.ending import points
from battles.schiere.rules.turn.going import MOVES, Going
from engine.frames import Frame
from engine.game import Facts


def view(pos: Position, seat: str | None) -> Facts:
    """Return everything public together with the seat's secrets. After the battle nothing is hidden."""
    state = pos.state
    told: set[str | None] = {seat} if state.stack else {*SEATS}
    return {
        "turn": state.turn,
        "turns": pos.setting.turns,
        "in_progress": [_in_progress(frame, told) for frame in state.stack],
        "ground": dict(state.ground),
        "pieces": {id: _piece(pos, id, piece) for id, piece in state.pieces.items()},
        "sides": {s: _side(pos, s, s in told) for s in SEATS},
        "orders": {s: _orders(pos, s, told) for s in SEATS},
        "bag": len(state.bag) if state.stack else list(state.bag.cards),
        "gone": dict(state.gone),
        "today": _today(pos),
        "action": _action(pos),
        "duel": _duel(pos),
    }


def _piece(pos: Position, id: str, piece: Piece) -> Facts:
    """Describe a piece, with its shields and swords. Empty values are left out."""
    said: dict[str, Any] = {
        "seat": piece.seat,
        "troop": piece.troop,
        "at": piece.at,
        "facing": piece.facing,
        "shields": pos.defence(id),
        "swords": pos.attack(id),
    }
    for name in ("schiera", "wing", "kind", "host", "rests", "captured", "damage"):
        value = getattr(piece, name)
        if value:
            said[name] = value
    return said


def _side(pos: Position, seat: str, own: bool) -> Facts:
    side = pos.side(seat)
    known = own or pos.setting.scn.given
    placed = [
        group_id(group) for group in side.reserve if known or (side.chief and group.troop in COMMANDERS)
    ]
    return {
        "edge": side.edge,
        "camp": side.camp,
        "chief": side.chief,
        "wings": list(side.wings),
        "reserve": placed,
        "more": bool(side.reserve),
        "left": side.points if own else None,
        "actions": actions_left(pos, seat),
        "banked": side.banked,
        "bought": side.bought,
        "trophies": list(side.trophies),
        "points": points(pos, seat),
    }


def _orders(pos: Position, seat: str, told: set[str | None]) -> list[Facts]:
    """Return a side's orders with their holders, and the faces that the viewer knows. They are sorted so
    that ids reveal nothing.
    """
    found = [_order(id, order, told) for id, order in pos.orders(seat).items()]
    return sorted(found, key=lambda one: (one["holder"], one["since"], one["card"], one["known"], one["id"]))


def _order(id: str, order: Order, told: set[str | None]) -> Facts:
    own = order.seat in told
    seen = own or bool(told & set(order.known))
    return {
        "id": id if own else "",
        "holder": order.holder,
        "since": order.since,
        "card": order.card if seen else "",
        "known": list(order.known),
        "open": order.open,
    }


def _today(pos: Position) -> Facts:
    today = pos.state.today
    return {
        "order": list(today.order),
        "alternate": today.alternate,
        "taken": dict(today.taken),
        "stolen": list(today.stolen),
        "robbed": list(today.robbed),
        "duel": [list(pair) for pair in today.duel],
        "acted": dict(today.acted),
        "shot": dict(today.shot),
        "moved": dict(today.moved),
        "left": dict(today.left),
        "shaken": list(today.shaken),
        "sent": dict(today.sent),
        "urged": dict(today.urged),
        "shifted": list(today.shifted),
        "vacated": list(today.vacated),
    }


def _in_progress(frame: Frame, told: set[str | None]) -> Facts:
    """Describe a frame in progress. Everyone sees who has answered, but only the seat itself sees its
    answers. The route of a march is public from the start (ruling S45).
    """
    answers = getattr(frame, "answers", {})
    said = {key: value for key, value in chapters.CODEC.write(frame).items() if key != "answers"}
    if answers:
        said["answered"] = sorted(answers)
        said["own"] = {seat: chapters.CODEC.write(one) for seat, one in answers.items() if seat in told}
    return said


def _action(pos: Position) -> Facts | None:
    """Describe the action in progress, or return None."""
    going = pos.state.in_progress(Going)
    if going is None:
        return None
    return {
        "seat": going.seat,
        "units": list(going.units),
        "left": dict(going.left),
        "moves": {id: MOVES - made for id, made in going.made.items()},
        "attacks": dict(going.attacks),
        "mover": going.mover or going.seat,
    }


def _duel(pos: Position) -> Facts | None:
    """Describe the public part of the duel in progress, or return None. ``orders`` holds the faces that
    count, by side.
    """
    clash = pos.state.in_progress(Clash)
    if clash is None:
        return None
    return {
        "attacker": clash.attacker,
        "defender": clash.defender,
        "second": clash.second,
        "received": clash.received,
        "struck": clash.struck,
        "support": clash.support,
        "played": [list(pair) for pair in clash.played],
        "harm": list(clash.harm),
        "orders": list(clash.shown),
        "stage": clash.stage,
    }
