"""The drawing as part of the game: who may draw and when, and which drawings are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from battles.dba.rules.field import shapes
from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import events as ev
from battles.dba.rules.table import laid_terrain
from battles.dba.rules.table.state import TableState
from battles.dba.rules.table.terrain import RULE, Piece
from engine.game import IllegalAction, Step

# phases in which a drawing can always be replaced; see ``may_draw`` for the others
BEFORE: Final = frozenset({"sides", "camps"})
WITHOUT: Final = frozenset({"aggression", "terrain", "over"})


def may_draw(state: TableState) -> bool:
    """Return whether the battlefield may be drawn. It may be drawn until a side deploys, and later while
    some terrain is missing from the drawing (ruling F6).
    """
    if state.phase in WITHOUT or state.ending is not None:
        return False
    if not state.drawing:
        return True
    shown = {one.kind for one in state.drawing}
    return state.phase in BEFORE or not_yet_deployed(state) or not shown.issuperset(known_terrain(state))


def not_yet_deployed(state: TableState) -> bool:
    return state.phase == "deployment" and state.active == state.defender


def was_listed_by_hand(state: TableState) -> bool:
    """Return whether the players listed the terrain without its quarters, so that a drawing may add
    pieces.
    """
    return not any(piece.quarters for piece in state.pieces)


def check(drawing: Drawing, pieces: Sequence[Piece]) -> None:
    """Refuse a drawing whose pieces are not those on the table. Raises IllegalAction."""
    shapes.check_drawable(drawing)
    if Counter(one.kind for one in drawing) != Counter(piece.kind for piece in pieces):
        raise IllegalAction(RULE, "drawn_otherwise")


def draw(state: TableState, seat: str, action: act.DrawBattlefield) -> Step[TableState]:
    """Record the drawing of the battlefield. Any layout is accepted, but pieces that are not on this table
    raise IllegalAction.
    """
    if not may_draw(state):
        if state.drawing:
            raise IllegalAction(RULE, "drawing_stands")
        raise IllegalAction(RULE, "nothing_to_draw")
    if was_listed_by_hand(state):
        state = _note_drawing(state, action.drawing)
    else:
        check(action.drawing, state.pieces)
    drawn: tuple[Any, ...] = (ev.BattlefieldDrawn(seat, action.drawing, bool(state.drawing)),)
    return Step(state.but(drawing=action.drawing, pieces=shapes.pieces(action.drawing)), drawn)


def _note_drawing(state: TableState, drawing: Drawing) -> TableState:
    """Return the state with the terrain that is known only from the drawing, for a table that was set up by
    hand. Raises IllegalAction if the drawing is empty or does not match the known terrain.
    """
    shapes.check_drawable(drawing)
    kinds = {one.kind for one in drawing}
    if not kinds:
        raise IllegalAction(RULE, "nothing_noted")
    if "bua" in kinds and state.bua is None:
        raise IllegalAction(RULE, "bua_by_itself")
    if not kinds.issuperset(known_terrain(state)):
        raise IllegalAction(RULE, "drawn_otherwise")
    return laid_terrain.with_pieces(state, sorted(kinds))


def known_terrain(state: TableState) -> set[str]:
    """Return the kinds of terrain that are known to be on the table."""
    places = {"bua": state.bua, "river": state.river}
    return {piece.kind for piece in state.pieces} | {kind for kind, there in places.items() if there}
