"""The template variables of the battlefield pages: the board for placing pieces, its faults, and the
finished board.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from battles.dba.pages.battlefield import picture, reading, terrain_placement
from battles.dba.pages.board import static_board
from battles.dba.rules.field import checks, propose, shapes
from battles.dba.rules.field import drawing as drawings
from battles.dba.rules.field.shapes import Drawing, DrawnPiece
from battles.dba.rules.table import terrain as rules
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.wording import DbaWording
from battles.dba.wording import table_texts as texts
from battles.dba.wording.combat_results import section_name
from battles.dba.wording.names import army_name
from engine.game import Facts, IllegalAction
from games.wording.numbers import whole

CHOSEN: Final = 5  # maximum number of pieces: two compulsory and three optional ones
BY_HAND: Final = 8  # maximum number of pieces on a table that was set up without this site
AGAIN: Final = 99


def mode(state: TableState) -> str:
    """Return the drawing action that is possible now ("place_terrain" or "draw_battlefield"), or ""."""
    if state.phase == "terrain":
        return "place_terrain"
    return "draw_battlefield" if drawings.may_draw(state) else ""


def home_of(battle: Battle, state: TableState) -> str:
    """Return the home terrain that limits the choice of pieces, or "" if a campaign or the players chose
    them freely.
    """
    if state.phase != "terrain" and drawings.was_listed_by_hand(state):
        return ""
    return battle.armies[state.defender].topography


def suggested_layout(battle: Battle, state: TableState, game: str, again: int = 0) -> Drawing:
    """Return the layout that the page shows until the user moves a piece. ``again`` is the number of other
    proposals that the user has asked for.
    """
    seed = f"{game}:{again}"
    if state.phase == "terrain":
        return propose.battlefield(battle.armies[state.defender].topography, seed)
    if state.drawing and not again:
        return state.drawing
    kinds = [piece.kind for piece in state.pieces]
    kinds += sorted(drawings.known_terrain(state) - set(kinds))  # type: ignore[arg-type]
    return propose.lay_pieces(tuple(kinds), home_of(battle, state), seed)


def rows(state: TableState, drawing: Drawing) -> int:
    """Return the number of rows in the form: one for each chosen piece, or the maximum while pieces can still
    be added.
    """
    if state.phase == "terrain":
        return CHOSEN
    return max(BY_HAND, len(drawing)) if drawings.was_listed_by_hand(state) else len(drawing)


def read(battle: Battle, state: TableState, told: Any, game: str) -> Drawing:
    """Read the layout from the form, or return a suggested layout if no form was sent. If the button for a
    different layout was pressed (``again``), place the same kinds of pieces at random.
    """
    again = number if (number := whole(told.get("again", ""), 0, AGAIN)) is not None else 0
    if "sent" not in told:
        return suggested_layout(battle, state, game, again)
    room = CHOSEN if state.phase == "terrain" else max(BY_HAND, len(state.pieces))
    drawing = reading.read(told, room, game, home_of(battle, state))
    if "again" in told:
        kinds = tuple(one.kind for one in drawing)
        return propose.lay_pieces(kinds, home_of(battle, state), f"{game}:{again}")
    return drawing


def layout_context(battle: Battle, state: TableState, told: Any, game: str) -> dict[str, Any]:
    """Return the variables of the page for drawing a battlefield."""
    home = home_of(battle, state)
    drawing = read(battle, state, told, game)
    wrong = list(checks.faults(drawing, home))
    pieces = shapes.pieces(drawing)
    chosen = [(code, facts) for code, facts in (rules.choice_faults(home, pieces) if home else ())]
    told_of = {number for fault in wrong for number in fault.pieces}
    beside: dict[int, list[dict[str, str]]] = {n: [] for n in range(len(drawing))}
    for fault in wrong:
        for number in fault.pieces:
            beside[number].append(_word_fault(fault))
    fixed = state.phase != "terrain" and not drawings.was_listed_by_hand(state)
    kinds = _kinds(home, state)
    room = rows(state, drawing)
    again = (whole(told.get("again", ""), 0, AGAIN) or 0) + 1
    return {
        "kind": mode(state),
        "home": texts.HOMES[home] if home and not fixed else "",
        "compulsory": texts.PIECES[rules.TOPOGRAPHIES[home].compulsory] if home else "",
        "optional": [texts.PIECES[k] for k in kinds if home and k != rules.TOPOGRAPHIES[home].compulsory],
        "kinds": [(k, texts.PIECES[k]) for k in kinds],
        "rows": [{**reading.row(n, drawing), "wrong": beside.get(n, [])} for n in range(room)],
        "fixed": fixed,
        "board": terrain_placement.board(
            drawing, told_of, str(_("The battlefield")), str(_("against the rulebook"))
        ),
        "drawing": drawing,
        "wrong": [_word_fault(fault) for fault in wrong],
        "blocked": bool(chosen),
        "undrawn": "undrawn" in told,
        "by_eye": [
            (text, section_name(rule))
            for of, text, rule in texts.BY_EYE
            if of & {one.kind for one in drawing}
        ],
        "suggested": "sent" not in told and not (state.drawing and "again" not in told),
        "relaid": urlencode(
            [("sent", "1"), *((f"kind-{n}", d.kind) for n, d in enumerate(drawing)), ("again", again)]
        ),
        "others": urlencode({"again": again}),
    }


def _word_fault(fault: checks.Fault) -> dict[str, str]:
    text = DbaWording().refusal(IllegalAction(fault.rule, fault.code, **fault.facts))
    return {"text": text, "rule": section_name(fault.rule)}


def _kinds(home: str, state: TableState) -> list[Any]:
    if not home:
        return [k for k in rules.KINDS if k != "bua" or state.bua is not None]
    topography = rules.TOPOGRAPHIES[home]
    return [k for k in rules.KINDS if k == topography.compulsory or k in topography.optional]


def fields_json(battle: Battle, state: TableState, told: Any, game: str) -> dict[str, str]:
    """Return the drawing as JSON for the action's fields. If the user ticks ``undrawn``, leave out the
    drawing and return only the pieces with their kinds and quarters.
    """
    drawing = read(battle, state, told, game)
    pieces, kept = shapes.pieces(drawing), drawing
    if "undrawn" in told:
        pieces, kept = tuple(replace(piece, length_mm=0, width_mm=0) for piece in pieces), ()
    found = {"f-drawing": json.dumps([asdict(one) for one in kept])}
    if state.phase == "terrain":
        found["f-pieces"] = json.dumps([asdict(piece) for piece in pieces])
    return found


# --- the finished board -----------------------------------------------------------------------------------


def from_view(view: Facts) -> Drawing:
    """Return the drawing in a view. Every view has all of it, because DBA has no hidden information."""
    return tuple(DrawnPiece(**{**one, "course": tuple(one["course"])}) for one in view.get("drawing", ()))


def edge_names(view: Facts, scenario: Facts) -> dict[int, str]:
    """Return the names of the two base edges by number, or {} while the sides have not been chosen."""
    if not view["side"]:
        return {}
    mine = view["side"]
    return {
        mine: _("Invader: %(army)s") % {"army": army_name(view["invader"], scenario)},
        (mine + 1) % 4 + 1: _("Defender: %(army)s") % {"army": army_name(view["defender"], scenario)},
    }


def board_view(view: Facts, scenario: Facts) -> dict[str, Any] | None:
    """Return the template variables of the finished board and its pieces, or None if no board was drawn."""
    drawing = from_view(view)
    if not drawing:
        return None
    names, position = edge_names(view, scenario), static_board.position_in(view)
    bases = static_board.draw_bases(position, static_board.COLOURS) if position else ""
    return {
        "picture": picture.draw_board(
            drawing, str(_("The battlefield")), names, bases, **{"class": "battlefield"}
        ),
        "pieces": [in_words(one) for one in drawing],
    }


def in_words(one: DrawnPiece) -> dict[str, Any]:
    """Describe a piece in words, for readers who cannot see the picture, and for players who set up the table
    from the description.
    """
    name = texts.PIECES[one.kind]
    quarters = ", ".join(str(q) for q in shapes.quarters(one))
    if one.linear:
        offs = " · ".join(str(off) for off in one.course)
        where = _("along the %(edge)s, %(offs)s mm from it at 0, 15, 30, 45 and 60 cm") % {
            "edge": texts.EDGES[one.edge],
            "offs": offs,
        }
        return {"name": name, "quarters": quarters, "size": f"{one.width} mm", "where": where}
    where = _("middle %(x)s mm from the left edge and %(y)s mm from the far one, turned by %(turn)s°") % {
        "x": one.x,
        "y": one.y,
        "turn": one.turn,
    }
    return {"name": name, "quarters": quarters, "size": f"{one.length} × {one.width} mm", "where": where}
