"""The drawing as part of the game: which player can draw and when, and which drawings are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from battles.dba.rules.field import shapes
from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import events as ev
from battles.dba.rules.table import lay
from battles.dba.rules.table.state import TableState
from battles.dba.rules.table.terrain import RULE, Piece
from engine.game import IllegalAction, Step

BEFORE: Final = frozenset(
    {"sides", "camps"}
)  # phases before deployment; a table that was never drawn can be drawn at any time
WITHOUT: Final = frozenset({"aggression", "terrain", "over"})


def may_draw(state: TableState) -> bool:
    """Return whether drawing is allowed: until a side deploys, or later while some terrain is undrawn (ruling
    F6).
    """
    if state.phase in WITHOUT or state.ending is not None:
        return False
    if not state.drawing:
        return True
    shown = {one.kind for one in state.drawing}
    return state.phase in BEFORE or not_yet_deployed(state) or not shown.issuperset(known_terrain(state))


def not_yet_deployed(state: TableState) -> bool:
    return state.phase == "deployment" and state.active == state.defender


def by_hand(state: TableState) -> bool:
    """Return whether players listed the terrain without its places, in which case a drawing can add to it."""
    return not any(piece.quarters for piece in state.pieces)


def check(drawing: Drawing, pieces: Sequence[Piece]) -> None:
    """Refuse a drawing of pieces that are not on this table. Raises IllegalAction."""
    shapes.check_drawable(drawing)
    if Counter(one.kind for one in drawing) != Counter(piece.kind for piece in pieces):
        raise IllegalAction(RULE, "drawn_otherwise")


def draw(state: TableState, seat: str, action: act.DrawBattlefield) -> Step[TableState]:
    """Record the layout of the pieces. Any layout is accepted, but pieces of another table raise
    IllegalAction.
    """
    if not may_draw(state):
        if state.drawing:
            raise IllegalAction(RULE, "drawing_stands")
        raise IllegalAction(RULE, "nothing_to_draw")
    if by_hand(state):
        state = _note_drawing(state, action.drawing)
    else:
        check(action.drawing, state.pieces)
    drawn: tuple[Any, ...] = (ev.BattlefieldDrawn(seat, action.drawing, bool(state.drawing)),)
    return Step(state.but(drawing=action.drawing, pieces=shapes.pieces(action.drawing)), drawn)


def _note_drawing(state: TableState, drawing: Drawing) -> TableState:
    """Return a table that was set up by hand, with the facts that only its drawing shows. Raises
    IllegalAction.
    """
    shapes.check_drawable(drawing)
    kinds = {one.kind for one in drawing}
    if not kinds:
        raise IllegalAction(RULE, "nothing_noted")
    if "bua" in kinds and state.bua is None:
        raise IllegalAction(RULE, "bua_by_itself")
    if not kinds.issuperset(known_terrain(state)):
        raise IllegalAction(RULE, "drawn_otherwise")
    return lay.with_pieces(state, sorted(kinds))


def known_terrain(state: TableState) -> set[str]:
    """Return the kinds of terrain that are known to be on the table."""
    places = {"bua": state.bua, "river": state.river}
    return {piece.kind for piece in state.pieces} | {kind for kind, there in places.items() if there}
