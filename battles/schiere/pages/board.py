"""The board with everything on it, as a map to draw and as descriptions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.schiere.pages import words
from battles.schiere.pages.heraldry import GROUND, SYMBOLS, camps
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.board.ground import PLAIN
from battles.schiere.rules.board.troops import CHIEF, COMMANDERS, STANDARD
from kit.grid.square import Square
from maps.squares import board_map
from maps.values import Ground, Level, Map, Piece, Side

LEVELS: Final = (Level(0.4), Level(0.8, play=True))
DEGREES: Final = {"n": 0, "e": 90, "s": 180, "w": 270}


def draw_board(seen: ReadersBoard, own: frozenset[str]) -> Map:
    """Build the map of the board. ``own`` holds the squares with pieces that the reader can use now."""
    ground = seen.pos.ground
    lying = frozenset(map(Square.parse, ground.squares))
    return board_map(
        _("The battlefield"),
        ground.board,
        {Square.parse(at): (counter(seen, ids[0]),) for at, ids in seen.pieces_on.items()},
        lambda square: describe_square(seen, str(square)),
        ground={Square.parse(at): side for at, side in _terrain_fills(seen)},
        own=lambda square: str(square) in own,
        lies=lying,
        levels=LEVELS,
        symbols={name: SYMBOLS[name] for name in sorted({piece.troop for piece in seen.pieces.values()})},
    )


def _terrain_fills(seen: ReadersBoard) -> Iterator[tuple[str, Side | Ground]]:
    ground = seen.pos.ground
    for at, kind in ground.kinds.items():
        if kind in GROUND:
            yield at, GROUND[kind]
    for seat, side in seen.view["sides"].items():
        if side["camp"]:
            yield side["camp"], camps(seen.flags)[seat]


def counter(seen: ReadersBoard, id: str) -> Piece:
    """Return a piece as the map draws it. The counter shows whether a commander is attached."""
    piece = seen.pieces[id]
    hurt = seen.pos.can_be_hurt(id)
    led = piece.troop if piece.troop in COMMANDERS else seen.commander_kind(id)
    return Piece(
        "counter",
        seen.flags[piece.seat],
        facing=DEGREES[piece.facing],
        symbol=piece.troop,
        shields=(seen.pos.defence(id), seen.pos.track(id)[0][0]) if hurt else (0, 0),
        label=seen.label(id),
        swords=seen.pos.attack(id) if hurt else 0,
        led=1 if led == CHIEF else 2 if led else 0,
        covered=bool(seen.order_counts.get(id)),
    )


# --- descriptions -----------------------------------------------------------------------------------------


def facts(seen: ReadersBoard, at: str) -> tuple[str, ...]:
    """Describe the terrain of a square, and the camp on it if there is one."""
    kind = seen.pos.ground.kind(at)
    found = [words.ground(kind)] if kind != PLAIN else []
    for seat, side in seen.view["sides"].items():
        if side["camp"] == at:
            found.append(_("camp of %(side)s") % {"side": seen.flags[seat].mark})
    return tuple(found)


def describe_square(seen: ReadersBoard, at: str) -> str:
    """Describe everything on a square in one line."""
    there = (*facts(seen, at), *(piece_text(seen, id) for id in seen.pieces_on.get(at, ())))
    return f"{at}: {', '.join(there)}" if there else at


def search_terms(seen: ReadersBoard) -> dict[str, str]:
    """Map each square to its search terms: its name and its occupants."""
    return {
        at: " ".join((at, *(_search_words(seen, id) for id in seen.pieces_on.get(at, ()))))
        for at in seen.pos.ground.squares
    }


def _search_words(seen: ReadersBoard, id: str) -> str:
    return f"{unit(seen, id)} {seen.letter(id)}"


def piece_text(seen: ReadersBoard, id: str) -> str:
    """Describe a piece in one line: its side, troop, schiera and number, its remaining strength, and its
    facing.
    """
    piece = seen.pieces[id]
    alone = piece.troop in (*COMMANDERS, STANDARD)  # these names already contain the side
    parts = [unit(seen, id) if alone else f"{seen.flags[piece.seat].mark} {unit(seen, id)}"]
    if seen.pos.can_be_hurt(id):
        left, most = seen.pos.defence(id), seen.pos.track(id)[0][0]
        shields = _("%(left)s of %(most)s shields") % {"left": left, "most": most}
        swords = seen.pos.attack(id)
        parts += [
            shields,
            ngettext("%(n)d sword", "%(n)d swords", swords) % {"n": swords},
            words.facing(piece.facing),
        ]
    if seen.order_counts.get(id):
        parts.append(_("order face down"))
    return " ".join((parts[0], f"({'; '.join(parts[1:])})" if parts[1:] else "")).strip()


def piece_name(seen: ReadersBoard, id: str) -> str:
    """Name a piece by its troop and its schiera's letter, and a commander by kind."""
    piece = seen.pieces[id]
    if piece.troop in (*COMMANDERS, STANDARD):
        return owned_name(piece.troop, piece.kind if piece.troop in COMMANDERS else "", piece.seat)
    letter = seen.letter(id)
    return units_title(piece.troop, [letter] if letter else [])


def unit(seen: ReadersBoard, id: str) -> str:
    """Name a single unit, including its number in the schiera."""
    name, letter = piece_name(seen, id), seen.letter(id)
    return units_title(seen.pieces[id].troop, [seen.label(id)]) if letter else name


def units_title(troop: str, labels: Sequence[str]) -> str:
    """Name several units of one kind, as in "Legionaries A2, A3"."""
    return " ".join((words.troop(troop), ", ".join(labels))).strip()


def owned_name(troop: str, kind: str, seat: str) -> str:
    """Name a commander or a standard bearer with the side, because both sides have one."""
    who = capfirst(_("%(side)s’s %(who)s") % {"side": words.side(seat), "who": words.lower(troop)})
    return f"{who}, {words.kind(kind)}" if kind else who
