"""The panels next to the board. They show both armies and the selected square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from battles.schiere.pages import words
from battles.schiere.pages.board import facts, unit
from battles.schiere.pages.position import ReadersBoard
from games.scene import Place
from maps.values import Side


@dataclass(frozen=True)
class Order:
    """Tactical orders with the same holder and the same face. Face-down orders count as one face."""

    face: str
    name: str
    holder: str
    number: int


@dataclass(frozen=True)
class Army:
    """A side's public facts, and its secrets if it is the reader's own. ``actions``: the actions left, with
    ``banked`` (reserved) and ``bought`` ones. ``orders``: known faces first, then face-down orders.
    ``reserve``: the groups in reserve that the reader may see. ``more``: whether any group is in reserve.
    ``units``: the number of units on the board. ``points``: the score so far. ``first``: whether the side
    acts first this turn.
    """

    place: Place
    side: Side
    actions: int
    banked: int
    bought: int
    commanders: tuple[str, ...]
    orders: tuple[Order, ...]
    reserve: tuple[str, ...]
    more: bool
    units: int
    points: int
    trophies: tuple[str, ...]
    first: bool


def armies(seen: ReadersBoard, places: Sequence[Place]) -> tuple[Army, ...]:
    """Return both armies in the order of their seats."""
    return tuple(_army(seen, place) for place in places if place.key in seen.view["sides"])


def _army(seen: ReadersBoard, place: Place) -> Army:
    told = seen.view["sides"][place.key]
    order = seen.view["today"]["order"]
    return Army(
        place,
        seen.flags[place.key],
        told["actions"],
        told["banked"],
        told["bought"],
        tuple(words.kind(one) for one in (told["chief"], *told["wings"]) if one),
        _orders(seen, place.key),
        tuple(_group(one) for one in told["reserve"]),
        told["more"],
        len(seen.pos.units(place.key)),
        told["points"],
        tuple(trophy(one) for one in told["trophies"]),
        bool(order) and order[0] == place.key,
    )


def _orders(seen: ReadersBoard, seat: str) -> tuple[Order, ...]:
    found = Counter((one["card"], one["holder"]) for one in seen.view["orders"][seat])
    return tuple(
        Order(card, words.card(card) if card else _("face down"), _holder(seen, holder), number)
        for (card, holder), number in sorted(found.items(), key=lambda one: (not one[0][0], one[0]))
    )


def _holder(seen: ReadersBoard, holder: str) -> str:
    if holder in seen.pieces:
        return f"{unit(seen, holder)}, {seen.pieces[holder].at}"
    return _("with the commander in chief")


def _group(group: str) -> str:
    troop, _colon, rest = group.partition(":")
    return f"{words.troop(troop)} × {rest}" if rest.isdigit() else f"{words.troop(troop)}, {words.kind(rest)}"


def trophy(what: str) -> str:
    """Name an object that a side has captured."""
    return {
        "camp": _("the camp"),
        "wing": _("a wing commander"),
        "standard": _("a standard"),
    }.get(what, what)


# --- the selected square ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class PieceOnSquare:
    """A piece on the selected square, with its remaining shields and its condition."""

    name: str
    side: Side
    looks: str
    shields: tuple[bool, ...]
    left: int
    swords: int
    moves: int
    signs: tuple[str, ...]


def square_context(seen: ReadersBoard, at: str) -> Mapping[str, Any]:
    """Return the template context of the selected square."""
    return {
        "id": at,
        "facts": facts(seen, at),
        "pieces": tuple(_stander(seen, id) for id in seen.pieces_on.get(at, ())),
    }


def _stander(seen: ReadersBoard, id: str) -> PieceOnSquare:
    piece, pos = seen.pieces[id], seen.pos
    hurt = pos.can_be_hurt(id)
    most, left = (pos.track(id)[0][0], pos.defence(id)) if hurt else (0, 0)
    return PieceOnSquare(
        unit(seen, id),
        seen.flags[piece.seat],
        words.facing(piece.facing),
        tuple(number < left for number in range(most)),
        left,
        pos.attack(id),
        pos.moves(id) if seen.moves(id) else 0,
        tuple(_signs(seen, id)),
    )


def _signs(seen: ReadersBoard, id: str) -> list[str]:
    piece, pos, found = seen.pieces[id], seen.pos, []
    if piece.wing:
        found.append(_("under the %(kind)s wing commander") % {"kind": words.kind(piece.wing)})
    if pos.is_unit(id) and not pos.in_command(id):
        found.append(_("out of command"))
    if id in pos.state.today.shaken:
        found.append(_("shaken"))
    if piece.rests >= pos.turn > 0:
        found.append(_("reorganises"))
    if pos.state.today.acted.get(id):
        found.append(_("has acted in this turn"))
    covered = seen.order_counts.get(id, 0)
    if covered:
        found.append(_("an order lies face down under it"))
    return found
