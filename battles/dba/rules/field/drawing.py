"""The drawing as part of the game: who may draw and when, and how a drawing is refused."""

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

BEFORE: Final = frozenset({"sides", "camps"})  # deployment; an undrawn table can be drawn at any time
WITHOUT: Final = frozenset({"aggression", "terrain", "over"})


def may_draw(state: TableState) -> bool:
    """Whether a drawing is allowed: until somebody deploys, or later while a part is undrawn (ruling F6)."""
    if state.phase in WITHOUT or state.ending is not None:
        return False
    if not state.drawing:
        return True
    shown = {one.kind for one in state.drawing}
    return state.phase in BEFORE or not_yet_deployed(state) or not shown.issuperset(known(state))


def not_yet_deployed(state: TableState) -> bool:
    return state.phase == "deployment" and state.active == state.defender


def by_hand(state: TableState) -> bool:
    """Whether people listed the terrain without places: a drawing may then add to it."""
    return not any(piece.quarters for piece in state.pieces)


def check(drawing: Drawing, pieces: Sequence[Piece]) -> None:
    """Refuse a drawing of other pieces than these. Raises IllegalAction."""
    shapes.understood(drawing)
    if Counter(one.kind for one in drawing) != Counter(piece.kind for piece in pieces):
        raise IllegalAction(RULE, "drawn_otherwise")


def draw(state: TableState, seat: str, action: act.DrawBattlefield) -> Step[TableState]:
    """Record the layout of the pieces. No layout is refused. Raises IllegalAction for pieces of another
    table."""
    if not may_draw(state):
        if state.drawing:
            raise IllegalAction(RULE, "drawing_stands")
        raise IllegalAction(RULE, "nothing_to_draw")
    if by_hand(state):
        state = _noted(state, action.drawing)
    else:
        check(action.drawing, state.pieces)
    drawn: tuple[Any, ...] = (ev.BattlefieldDrawn(seat, action.drawing, bool(state.drawing)),)
    return Step(state.but(drawing=action.drawing, pieces=shapes.pieces(action.drawing)), drawn)


def _noted(state: TableState, drawing: Drawing) -> TableState:
    """A table set up by hand, with the facts that only its drawing shows. Raises IllegalAction."""
    shapes.understood(drawing)
    kinds = {one.kind for one in drawing}
    if not kinds:
        raise IllegalAction(RULE, "nothing_noted")
    if "bua" in kinds and state.bua is None:
        raise IllegalAction(RULE, "bua_by_itself")
    if not kinds.issuperset(known(state)):
        raise IllegalAction(RULE, "drawn_otherwise")
    return lay.with_pieces(state, sorted(kinds))


def known(state: TableState) -> set[str]:
    """The kinds of terrain on a table, as far as known."""
    places = {"bua": state.bua, "river": state.river}
    return {piece.kind for piece in state.pieces} | {kind for kind, there in places.items() if there}
