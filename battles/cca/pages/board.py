"""The board and everything on it, as a drawing and as text, with its marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from battles.cca.pages.heraldry import LETTERS, SYMBOLS, TERRAIN
from battles.cca.pages.position import ReadersBoard, goals_of
from battles.cca.rules.terrain.board import BOARD, HEXES, NAMES
from battles.cca.rules.turn.battling import obliged_warriors
from battles.cca.wording import names
from engine.game import Choice
from maps.hexes import hex_map, strokes_along, vertical_strokes
from maps.values import Map, Marks, Piece, Stroke, Way

LINES: Final = (5, 9)  # hexes of the lowest row that the dotted lines between sections cut (L184)


def draw_board(seen: ReadersBoard, own: frozenset[str]) -> Map:
    """Return the map of the board. ``own``: the hexes that contain something the reader can use."""
    kinds = {
        at: TERRAIN[ground.terrain] for at, ground in seen.setting.ground.items() if ground.terrain in TERRAIN
    }
    return hex_map(
        _("The battlefield"),
        BOARD,
        {HEXES[at]: (piece(seen, at),) for at in (*seen.view["units"], *seen.view["leaders"])},
        lambda at: line_of(seen, NAMES[at]),
        ground=kinds,
        own=lambda at: NAMES[at] in own,
        symbols=SYMBOLS,
        strokes=(*vertical_strokes(BOARD, "section", LINES), *_ramparts(seen)),
    )


def _ramparts(seen: ReadersBoard) -> Iterator[Stroke]:
    for at, ground in seen.setting.ground.items():
        for side in ground.sides:
            yield from strokes_along(BOARD, "rampart", [BOARD.side(f"{NAMES[at]}{side}")])


def piece(seen: ReadersBoard, at: str) -> Piece:
    """Return the map piece for a unit with its leader, or for a leader alone."""
    unit, leader = seen.pos.state.units.get(at), seen.pos.state.leaders.get(at)
    if unit is None:
        alone = seen.pos.state.leaders[at]
        return Piece("token", seen.flags[str(alone.side)], symbol="leader", label=(alone.name or "?")[:2])
    return Piece(
        "token",
        seen.flags[str(unit.side)],
        symbol=unit.kind.grade,
        label=LETTERS.get(unit.type, unit.type[:2].upper()),
        shields=(unit.blocks, unit.kind.blocks),
        led=1 if leader else 0,
    )


# --- descriptions -----------------------------------------------------------------------------------------


def terrain(seen: ReadersBoard, at: str) -> str:
    """Describe the terrain of a hex. Return "" for open ground."""
    ground = seen.setting.ground.get(HEXES[at])
    return names.terrain(ground.terrain) if ground else ""


def occupants(seen: ReadersBoard, at: str) -> tuple[str, ...]:
    """Describe the occupants of a hex: the army, type and remaining blocks of its unit, and the leader."""
    found = []
    unit, leader = seen.pos.state.units.get(at), seen.pos.state.leaders.get(at)
    if unit is not None:
        facts = {
            "army": names.army(seen.army(str(unit.side))),
            "unit": names.unit(unit.type),
            "left": unit.blocks,
            "most": unit.kind.blocks,
        }
        found.append(_("%(army)s: %(unit)s, %(left)s of %(most)s blocks") % facts)
        if at in seen.view["ordered"]:
            found.append(_("ordered"))
    if leader is not None:
        facts = {"army": names.army(seen.army(str(leader.side))), "name": leader.name or names.unit("leader")}
        found.append(_("%(army)s: %(name)s, leader") % facts)
    return tuple(found)


def line_of(seen: ReadersBoard, at: str) -> str:
    """Describe everything in a hex in one line."""
    there = (*filter(None, (terrain(seen, at),)), *occupants(seen, at))
    return f"{at}: {'; '.join(there)}" if there else at


def rows(seen: ReadersBoard) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return a row for every hex that is not empty."""
    return [
        (NAMES[at], capfirst(terrain(seen, NAMES[at])), occupants(seen, NAMES[at]))
        for at in BOARD
        if terrain(seen, NAMES[at]) or occupants(seen, NAMES[at])
    ]


# --- marks on the board -----------------------------------------------------------------------------------


def move_start(choices: Sequence[Choice], at: str, origin: str) -> str:
    """Return the hex where a move starts, or "". Normally this is the selected hex. If the selected hex is
    the destination of the previously selected unit, return that unit's hex.
    """
    moves = {str(one.fixed["at"]): goals_of(one) for one in choices if one.kind in ("move", "move_leader")}
    if at in moves and not (origin in moves and at in moves[origin]):
        return at
    return origin if at in moves.get(origin, ()) else ""


def marks(
    seen: ReadersBoard, choices: Sequence[Choice], at: str, start: str, card: str, seat: str | None
) -> Marks:
    """Return the marks for the hexes that the selected unit can enter or attack. If nothing is selected,
    everything that can act is marked. If a ``card`` of the hand is given, the units that it could order are
    marked as well.
    """
    attacks = [one for one in choices if one.kind in ("attack", "fire")]
    reach: dict[str, str] = {}
    for one in choices:
        if one.kind in ("move", "move_leader") and str(one.fixed["at"]) == start:
            reach |= dict.fromkeys(goals_of(one), "")
        elif one.kind not in ("move", "move_leader", "order", "attack", "fire"):
            reach |= dict.fromkeys((str(v) for v in one.fixed.values() if str(v) in HEXES), "")
    targets = {str(one.fixed["target"]) for one in attacks if str(one.fixed["at"]) == at}
    can = {str(one.fixed["at"]) for one in choices if one.kind == "order"}
    if card and seat:
        can |= set(seen.orderable(seat, card))
    ordered = seen.view["ordered"]
    states = {
        "can": frozenset(can),
        "ordered": frozenset((*ordered, *seen.view["leaders_ordered"])),
        "moved": frozenset(name for name, one in ordered.items() if one["moved"]),
        "fights": frozenset({*obliged_warriors(seen.pos), *(str(one.fixed["at"]) for one in attacks)})
        if attacks
        else frozenset(),
        "fought": frozenset(name for name, one in ordered.items() if one["fights"]),
    }
    way = (Way((start, at)),) if start and start != at else ()
    return Marks(at, {**dict.fromkeys(targets, ""), **reach}, frozenset(targets), way, states=states)
