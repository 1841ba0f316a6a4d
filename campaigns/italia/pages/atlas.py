"""The map on the page: the drawing, the selected place, and links that select other places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from campaigns.italia.pages import board, place_choices
from campaigns.italia.pages.heraldry import side
from campaigns.italia.rules.scenario.types import Scenario
from engine.game import Choice, Facts
from games.forms.place_forms import Where
from maps import drawing, looking
from maps.key import entries
from maps.values import Map, Marks, Side, Way

if TYPE_CHECKING:
    from django.http import HttpRequest

# sent instead of a full page, with only the selection and the marks on the map
CHOSEN = "campaigns/italia/_chosen.html"
# (name, width of the drawing in pixels, where 0 fits the page)
ZOOMS = (
    ("1", 0),
    ("2", 900),
    ("3", 1350),
    ("4", 2200),
)


def atlas(
    request: HttpRequest,
    described: Map,
    spots: Sequence[board.Spot],
    choices: Sequence[Choice],
    *,
    at: str,
    origin: str,
    turn: str,
    where: Where,
    asked_at: str,
    focus: str,
    planned: Iterable[Way],
    when: str,
) -> Mapping[str, Any]:
    """Return the context of the map. ``origin``: the start of a march, kept for the next tap. ``turn``: the
    nation whose turn it is. ``where`` and ``asked_at``: see games.forms.place_forms. The table of all places
    is included only if the viewer requests it.
    """
    leaves = place_choices.can_move_from(choices, at)
    start = at if leaves else origin
    keep = {"from": start} if start else {}
    asked = looking.query(request, at, keep, "from")
    marks = _marks(choices, spots, at, start, turn, place_choices.places(choices, where, asked_at))
    marks = replace(marks, ways=(*marks.ways, *planned))
    if "paper" in request.GET:
        sheet = looking.paper(described, when, "campaigns/italia/_legend.html")
        return {**sheet, "signs": entries(described, words())}
    if looking.wants_selection_only(request):
        return {"base_template": CHOSEN, "query": asked, "marks": drawing.draw_marks(described, marks)}
    return {
        **looking.window(request, described, marks, asked, focus=focus, zooms=ZOOMS),
        "table_rows": spots if "table" in request.GET else None,
        "signs": entries(described, words()),
        "key_template": "campaigns/italia/_legend.html",
    }


def ghosts(actions: Iterable[Facts]) -> tuple[Way, ...]:
    """Return a plan's moves as routes on the map."""
    known, found = board.map_outlines().points, []
    for action in actions:
        start = str(action.get("origin") or action.get("sea") or "")
        goal = action.get("to") or (action.get("origin") and action.get("sea"))
        way = (start, *(action.get("path") or ([str(goal)] if goal else [])))
        if len(way) > 1 and all(place in known for place in way):
            found.append(Way(way, "plan"))
    return tuple(found)


def _marks(
    choices: Sequence[Choice],
    spots: Iterable[board.Spot],
    at: str,
    start: str,
    turn: str,
    concerned: frozenset[str],
) -> Marks:
    """Return the marks on the map. From the chosen start, mark all destinations, and the route to the
    selected one. Without a chosen start, mark every place where something can be done.
    """
    reached = place_choices.goals(choices, start) if start else frozenset()
    shown = reached or concerned
    held = {spot.id for spot in spots if any(token.nation != turn for token in spot.tokens)}
    way = (Way((start, *place_choices.ways_to(choices, start, at))),) if at in reached else ()
    known = board.map_outlines().points
    return Marks(
        at,
        {place: "" for place in shown if place in known},
        frozenset(reached & held),
        tuple(one for one in way if all(place in known for place in one.places)),
    )


def words() -> dict[str, str]:
    """Return the words that explain the symbols on the map, by the code of the symbol."""
    return {
        "unit": _("units of a kind: the nation, the kind, how many"),
        "hull": _("fleets"),
        "disc": _("leader"),
        "city": _("city"),
        "ruin": _("ruin"),
        "highland": _("highland"),
        "marsh": _("marsh"),
        "holder": _("who holds the area"),
        "target": _("others are there"),
    }


def legend(scn: Scenario, view: Facts, spots: Iterable[board.Spot]) -> list[tuple[Side, str, bool]]:
    """Return the legend, each entry as (appearance, name, whether the nation holds areas). It lists every
    nation in the game, and has a separate entry for areas that nobody holds.
    """
    holders = {spot.holder for spot in spots}
    found = [
        (side(scn, key), board.nation_label(key), key in holders)
        for key in scn.nations
        if key in view["nations"]
    ]
    return [*found, (side(scn, ""), board.no_owner_text(), True)]
