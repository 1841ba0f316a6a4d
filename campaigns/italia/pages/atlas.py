"""The map part of the page: the drawing, the selected place, and links to other selections."""

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

# sent instead of a full page: the selection and the marks on the map
CHOSEN = "campaigns/italia/_chosen.html"
ZOOMS = (
    ("1", 0),
    ("2", 900),
    ("3", 1350),
    ("4", 2200),
)  # (name, width of the drawing in pixels; 0 fits the page)


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
    """Return the context of the map. The origin of a march (``origin``) survives the next tap. ``turn``: the
    acting nation; ``where`` and ``asked_at``: see games.forms.place_forms. The table with the same facts is
    drawn on demand.
    """
    leaves = place_choices.leads_away(choices, at)
    start = at if leaves else origin
    keep = {"from": start} if start else {}
    asked = looking.query(request, at, keep, "from")
    marks = _marks(choices, spots, at, start, turn, place_choices.places(choices, where, asked_at))
    marks = replace(marks, ways=(*marks.ways, *planned))
    if "paper" in request.GET:
        sheet = looking.paper(described, when, "campaigns/italia/_legend.html")
        return {**sheet, "signs": entries(described, words())}
    if looking.only_chosen(request):
        return {"base_template": CHOSEN, "query": asked, "marks": drawing.draw_marks(described, marks)}
    return {
        **looking.window(request, described, marks, asked, focus=focus, zooms=ZOOMS),
        "table_rows": spots if "table" in request.GET else None,
        "signs": entries(described, words()),
        "key_template": "campaigns/italia/_legend.html",
    }


def ghosts(actions: Iterable[Facts]) -> tuple[Way, ...]:
    """Return the routes of a plan's steps on the map, leg by leg."""
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
    """Return marks on the destinations from the chosen start and on enemies on the way; before anything is
    chosen, on every place with something to do.
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
    """Return the key to the symbols on this map."""
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
    """Return the legend: (side, name, whether it holds areas) of every nation on the map, and the filling of
    uncontrolled areas.
    """
    holders = {spot.holder for spot in spots}
    found = [
        (side(scn, key), board.nation_label(key), key in holders)
        for key in scn.nations
        if key in view["nations"]
    ]
    return [*found, (side(scn, ""), board.nobodys(), True)]
