"""The map part of the page: the drawing, the selected place, and links to other selections."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from campaigns.justinian.pages import board
from campaigns.justinian.pages.heraldry import ARMS
from campaigns.justinian.rules.scenario.types import PREFECTURES, Scenario
from campaigns.justinian.wording.names import Names
from engine.game import Facts
from maps import drawing, looking
from maps.key import entries
from maps.values import Marks, Side, Way

if TYPE_CHECKING:
    from django.http import HttpRequest

    from campaigns.justinian.pages.planner import Plan
    from campaigns.justinian.pages.sailing import Sailing


# template of a partial response: the selection and the marks on the map
CHOSEN = "campaigns/justinian/_chosen.html"
# (name, width of the drawing in pixels; 0 fits the page)
ZOOMS = (
    ("1", 0),
    ("2", 1680),
    ("3", 2650),
    ("4", 4000),
)


def selected_place(request: HttpRequest, scn: Scenario, names: Names) -> str:
    """Return the place that the reader has selected, or ""."""
    known = (*scn.provinces, *scn.boxes, *scn.seas)
    return looking.selected_place(request, {key: names.place(key) for key in known})


def atlas(
    request: HttpRequest,
    scn: Scenario,
    spots: tuple[board.Spot, ...],
    names: Names,
    *,
    at: str,
    plan: Plan | None,
    sailing: Sailing | None,
    offered: Iterable[str],
    planned: Iterable[Way],
    own: Container[str],
    focus: str,
    when: str,
) -> Mapping[str, Any]:
    """Return the context of the map. The army being planned stays selected at the next tap, unless the tap is
    on a place with the reader's ``own`` armies. ``offered``: places where the reader can act. ``planned``:
    the routes of planned armies. The table of provinces is included only if the reader requests it.
    """
    keep = {**_planned_army(plan), **({"from": sailing.origin} if sailing and not sailing.under_way else {})}
    asked = query(request, at, keep)
    described = board.describe_map(spots, scn, names, own)
    marks = _add_sea_marks(_marks(at, plan, () if sailing else offered), sailing)
    marks = replace(marks, ways=(*marks.ways, *planned))
    if "paper" in request.GET:
        sheet = looking.paper(described, when, "campaigns/justinian/_legend.html")
        return {**sheet, "legend": legend(spots, names), "signs": entries(described, symbol_key())}
    if looking.wants_selection_only(request):
        return {"base_template": CHOSEN, "query": asked, "marks": drawing.draw_marks(described, marks)}
    return {
        **looking.window(
            request,
            described,
            marks,
            asked,
            focus=focus,
            zooms=ZOOMS,
            goals=frozenset(sailing.voyages) if sailing else frozenset(),
        ),
        "legend": legend(spots, names),
        "signs": entries(described, symbol_key()),
        "key_template": "campaigns/justinian/_legend.html",
        "prefectures": _by_prefecture(spots, names) if "table" in request.GET else None,
    }


def _marks(at: str, plan: Plan | None, offered: Iterable[str]) -> Marks:
    """Return the marks on the map. They show the places that the planned army can reach and attack, its
    route to the selected place, and the places where something is ``offered``.
    """
    reach = {**dict.fromkeys(offered, ""), **(plan.reach if plan else {})}
    if plan is None:
        return Marks(at, reach)
    way = next((Way((plan.at, *g.places)) for g in plan.goals if g.id == at and g.places), None)
    return Marks(at, reach, frozenset(g.id for g in plan.attacks), (way,) if way else ())


def _add_sea_marks(marks: Marks, sailing: Sailing | None) -> Marks:
    """Add the selected fleet's destinations, sea links and route to the marks."""
    if sailing is None:
        return marks
    way = (Way(sailing.way),) if sailing.way else ()
    return replace(
        marks,
        targets=marks.targets | sailing.targets,
        ports=sailing.ports,
        ways=(*marks.ways, *way),
        links=sailing.links,
    )


def planned_routes(views: Sequence[Facts]) -> tuple[Way, ...]:
    """Return each army's route through the successive views of a plan."""
    ways: dict[str, list[str]] = {}
    for view in views:
        for army in view["armies"]:
            way = ways.setdefault(army["id"], [])
            if army["at"] and way[-1:] != [army["at"]]:
                way.append(army["at"])
    return tuple(Way(tuple(way), "plan") for way in ways.values() if len(way) > 1)


def _planned_army(plan: Plan | None) -> dict[str, str]:
    """Return the query parameters of the planned army, and of the MP that the reader assumes for it."""
    if plan is None:
        return {}
    return {"army": plan.army, **({"mp": str(plan.left)} if plan.supposed else {})}


def query(
    request: HttpRequest, at: str = "", keep: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """Return query strings for the links on the map, which keep the planned army and its MP (see
    :func:`maps.looking.query`).
    """
    return looking.query(request, at, keep, "army mp way from")


def symbol_key() -> dict[str, str]:
    """Return the explanation of each symbol on the map."""
    return {
        "block": _("army with its SP"),
        "wrong": _("underlined: disorganised, defeated or unpaid"),
        "square": _("frontier troops"),
        "lozenge": _("detached troops"),
        "ship": _("fleet"),
        "disc": _("leader without troops"),
        "city": _("city"),
        "fort": _("fort"),
        "flag": _("control marker, or In Revolt"),
        "treasure": _("treasury"),
        "rich": _("2 G or more"),
        "holder": _("who holds the province"),
        "port": _("ships can land there"),
    }


def legend(spots: Iterable[board.Spot], names: Names) -> list[tuple[Side, str, bool]]:
    """Return the legend's entries as (side, name, whether it holds provinces). Every power on the map comes
    first, then provinces in revolt or without an owner.
    """
    spots = tuple(spots)
    held = {s.owner for s in spots if s.kind == "province"}
    present = held | {t.power for s in spots for t in s.tokens}
    found = [(board.side(key), names.power(key), key in held) for key in ARMS if key in present]
    others = [key for key in ("revolt", "nobody") if key in held]
    return [*found, *((board.side(key), board.owner_name(key, "province", names), True) for key in others)]


def _by_prefecture(spots: Iterable[board.Spot], names: Names) -> list[tuple[str, list[board.Spot]]]:
    spots = tuple(spots)
    found = []
    for key in PREFECTURES:
        rows = [s for s in spots if s.province is not None and s.province.prefecture == key]
        found.append((names.prefecture(key), sorted(rows, key=lambda s: s.name)))
    return found
