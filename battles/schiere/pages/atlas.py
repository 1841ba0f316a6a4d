"""The board as the page shows it: the drawing, the selected square and the marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from battles.schiere.pages import board, square_choices
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.pages.rampage import bolts
from battles.schiere.pages.shooting import Line, lines_of_fire
from battles.schiere.rules.turn.steps import Body
from engine.game import Choice
from maps import drawing, looking
from maps.values import Links, Marks, Way

if TYPE_CHECKING:
    from django.http import HttpRequest

# a tap gets this template instead of the full page; it contains the selection and the marks on the board
CHOSEN: Final = "battles/schiere/_chosen.html"
# name and pixels per unit; 0 fits the board to the window
ZOOMS: Final = (
    ("1", 0.0),
    ("2", 0.5),
    ("3", 0.8),
    ("4", 1.3),
)


def atlas(
    request: HttpRequest,
    seen: ReadersBoard,
    choices: Sequence[Choice],
    *,
    at: str,
    origin: str,
    trail: Sequence[Way],
) -> Mapping[str, Any]:
    """Return the template context of the board. ``origin`` is the start of a march that the reader is
    planning; ``trail`` holds the latest movements.
    """
    begun = square_choices.start(seen, choices, at, origin)
    several = len(square_choices.marches(seen, choices)) > 1
    keep = {"from": begun} if begun and several else {}
    asked = looking.query(request, at, keep, "from")
    own = square_choices.places(seen, choices) & frozenset(seen.pieces_on)
    described = board.draw_board(seen, own)
    fire = lines_of_fire(seen, at) if at in seen.pieces_on else ()
    marks = marks_of(seen, choices, at, begun, fire, (*trail, *bolts(seen, at)))
    found = {"query": asked, "fire": fire, "begun": begun}
    if "paper" in request.GET:
        when = _("Turn %(turn)s of %(turns)s") % seen.view
        return {**found, **looking.paper(described, when, "battles/schiere/_legend.html")}
    if looking.wants_selection_only(request):
        return {**found, "base_template": CHOSEN, "marks": drawing.draw_marks(described, marks)}
    wanted = request.GET.get("zoom", "")
    scale = dict(ZOOMS).get(wanted, 0.0)
    links = Links(f"?{asked['to']}", f"&{urlencode(keep)}" if keep else "")
    width = round(scale * described.outlines.width)
    return {
        **found,
        "map": drawing.svg(described, marks, links, width=width, whole=bool(wanted) and not width),
        "zoom": wanted,
        "zooms": [name for name, _scale in ZOOMS],
        "drawn": described,
        "key_template": "battles/schiere/_legend.html",
        "table_rows": rows(seen) if "table" in request.GET else None,
    }


def rows(seen: ReadersBoard) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the board as a table. Each row is a square that is not empty, with its terrain and its
    occupants.
    """
    ground = seen.pos.ground
    found = []
    for at in ground.squares:
        here, facts = seen.pieces_on.get(at, ()), board.facts(seen, at)
        if here or facts:
            found.append((at, ", ".join(facts), tuple(board.piece_text(seen, id) for id in here)))
    return found


# --- marks on the board -----------------------------------------------------------------------------------


def marks_of(
    seen: ReadersBoard,
    choices: Sequence[Choice],
    at: str,
    begun: str,
    fire: Sequence[Line],
    trail: Sequence[Way],
) -> Marks:
    """Return the marks on the board: destinations and targets from the selected square. If no square is
    selected, mark every square that offers a choice.
    """
    here = seen.pieces_on.get(at, ("",))[0]
    march = square_choices.marches(seen, choices).get(begun)
    reach, way = (_march(march, at) if march else ({}, ())) if begun else ({}, ())
    if here and not begun:
        reach = _would_reach(seen, here)
    elif not begun and square_choices.reaches_any(seen, choices):
        reach = {to: str(cost) for to, cost in square_choices.nearest_goals(seen, choices).items()}
    targets = _targets(seen, choices, at or begun)
    charges = square_choices.contacts(seen, march) if march else frozenset()
    offered = {} if at and not begun and here else dict.fromkeys(square_choices.places(seen, choices), "")
    shown = {**offered, **dict.fromkeys(targets, ""), **reach}
    ways = (*trail, *way, *(Way(line.drawn, "stopped" if line.hindrance else "sight") for line in fire))
    return Marks(
        at, shown, targets | charges, ways, shaded=_watched_squares(seen, here or _piece_at(seen, begun))
    )


def _march(choice: Choice, at: str) -> tuple[dict[str, str], tuple[Way, ...]]:
    found = square_choices.goals(choice)
    path = next(iter(choice.fields))
    start = getattr(path, "start", "")
    way = (Way((start, *found[at].way)),) if at in found else ()
    return {there: str(goal.cost) for there, goal in found.items()}, way


def _would_reach(seen: ReadersBoard, id: str) -> dict[str, str]:
    if not seen.moves(id):
        return {}
    way = Body(seen.pos, seen.body(id), seen.pos.moves(id)).way
    return {there: str(goal.cost) for there, goal in square_choices.goals_of(way).items()} if way else {}


def _targets(seen: ReadersBoard, choices: Sequence[Choice], at: str) -> frozenset[str]:
    seats = {seen.pieces[id].seat for id in seen.pieces_on.get(at, ())}
    found = (square_choices.squares(seen, choice) for choice in choices)
    return frozenset(
        there
        for named in found
        if at in named
        for there in named
        if there in seen.pieces_on and _side(seen, there) not in seats
    )


def _side(seen: ReadersBoard, at: str) -> str:
    return seen.pieces[seen.pieces_on[at][0]].seat


def _piece_at(seen: ReadersBoard, at: str) -> str:
    return seen.pieces_on.get(at, ("",))[0]


def _watched_squares(seen: ReadersBoard, id: str) -> frozenset[str]:
    """Return the squares that a piece's enemies influence."""
    return frozenset(seen.pos.enemy_influence(seen.pieces[id].seat)) if id else frozenset()
