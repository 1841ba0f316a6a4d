"""The page of a Justinian campaign: what is next, the map, the budget, the way to victory, the chances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from campaigns.pages.justinian import board, budget, chances, charts, planner, sources, victory
from campaigns.pages.justinian.heraldry import ARMS, arms
from campaigns.rules.justinian.frames import March
from campaigns.rules.justinian.scenario import PREFECTURES, Scenario, load
from campaigns.rules.justinian.state import State
from campaigns.wording.justinian.names import Names, names_of
from engine.game import Choice, Facts
from games import services

if TYPE_CHECKING:
    from django.http import HttpRequest

    from campaigns.rules.justinian.system import JustinianRules
    from games.models import Game

ZOOMS = (("1", 0), ("2", 1400), ("3", 2200), ("4", 3200))  # (name, width of the drawing in pixels; 0: fits)


class JustinianPage:
    """Satisfies games.plugins.Page."""

    template = "campaigns/justinian/game.html"

    def context(
        self, request: HttpRequest, game: Game, seat: str | None, view: Facts, choices: tuple[Choice, ...]
    ) -> Mapping[str, Any]:
        scn, names = load(game.scenario), names_of(game.scenario)
        at = request.GET.get("at", "")
        live = services.table(game) if choices else None
        march = _march(live.state) if live else None
        army = request.GET.get("army", "") or (march.army if march else "") or _army_at(view, at, seat)
        left = march.mp if march and march.army == army else None
        plan = planner.plan(scn, view, army, names, left)
        spots = board.spots(scn, view, names, at, plan.reach if plan else None)
        return {
            "map": board.drawing(),
            "map_lines": _lines(),
            "spots": spots,
            "provinces": sorted((s for s in spots if s.kind == "province"), key=lambda s: s.name),
            "prefectures": _by_prefecture(scn, spots, names),
            "here": next((s for s in spots if s.id == at), None),
            "sources": sources.sources(names, at),
            "zoom": _zoom(request),
            "zooms": [name for name, _width in ZOOMS],
            "query": _query(seat, at, army),
            "plan": plan,
            "budget": budget.budget(view, names),
            "standings": victory.standings(view, names),
            "strengths": [
                (arms(k), name, land, ships) for k, name, land, ships in victory.strengths(view, names)
            ],
            "panels": chances.panels(cast("JustinianRules", live.rules).table, live.state, choices, names)
            if live
            else (),
            "legend": _legend(view, names),
            "turn": _turn(scn, view),
            "charts": _charts(game, names) if "charts" in request.GET else None,
            "leaders": _leaders(scn, view, names),
            "at_home": [names.leader(a["leader"]) for a in view["armies"] if a["leader"] and _at_home(a)],
        }


def _charts(game: Game, names: Names) -> tuple[charts.Chart, ...]:
    """Only on request: it reads every stored snapshot."""
    table = services.table(game)
    return charts.charts(charts.moments(game, table.rules, table.system.codec.read), names)


def _march(state: State) -> March | None:
    """The land activation under way."""
    return next((f for f in reversed(state.stack) if isinstance(f, March)), None)


def _army_at(view: Facts, place: str, seat: str | None) -> str:
    """The army to plan for when a province is chosen: the reader's strongest there."""
    here = [
        (a["total"], a["id"])
        for a in view["armies"]
        if a["at"] == place and (seat is None or a["side"] == seat)
    ]
    return max(here)[1] if here else ""


def _lines() -> list[dict[str, Any]]:
    """The straits, and neighbours whose border is under water, as lines between their labels."""
    drawn = board.drawing()
    places = drawn["provinces"]
    return [
        {"kind": kind, "x1": places[a]["x"], "y1": places[a]["y"], "x2": places[b]["x"], "y2": places[b]["y"]}
        for a, b, kind in drawn["links"]
    ]


def _by_prefecture(
    scn: Scenario, spots: tuple[board.Spot, ...], names: Names
) -> list[tuple[str, list[board.Spot]]]:
    found = []
    for key in PREFECTURES:
        rows = [s for s in spots if s.province is not None and s.province.prefecture == key]
        found.append((names.prefecture(key), sorted(rows, key=lambda s: s.name)))
    return found


def _zoom(request: HttpRequest) -> dict[str, Any]:
    wanted = request.GET.get("zoom", "")
    width = dict(ZOOMS).get(wanted, 0)
    height = round(width * board.drawing()["height"] / board.drawing()["width"])
    return {"name": wanted, "width": width, "height": height}


def _query(seat: str | None, at: str, army: str) -> dict[str, str]:
    """Query strings that keep what the reader has chosen: for a link to a province, for a zoom."""
    base = {"seat": seat} if seat else {}
    return {"base": urlencode(base), "zoom": urlencode({**base, **({"at": at} if at else {})})}


def _legend(view: Facts, names: Names) -> list[tuple[Any, str]]:
    present = {a["power"] for a in view["armies"]} | set(view["control"].values())
    return [(ARMS[k], names.power(k)) for k in ARMS if k in present]


def _turn(scn: Scenario, view: Facts) -> dict[str, Any]:
    known = ("year", "gold", "selects", "randoms", "segments", "phase")
    return {"number": view["turn"], "last": scn.last_turn, **{k: view[k] for k in known}}


def _at_home(army: Facts) -> bool:
    """A leader without troops in his box."""
    return army["at"].endswith("_box") and not army["total"]


def _leaders(scn: Scenario, view: Facts, names: Names) -> list[dict[str, Any]]:
    """Armies with their leaders and ratings."""
    found = []
    for a in view["armies"]:
        if _at_home(a):
            continue
        leader = scn.leaders.get(a["leader"] or "")
        found.append(
            {
                "id": a["id"],
                "arms": arms(a["power"]),
                "name": names.army(a["id"]),
                "leader": names.leader(leader.id) if leader else _("nobody"),
                "ratings": f"{leader.control} {leader.movement} {leader.battle}" if leader else "–",
                "place": names.place(a["at"]),
                "at": a["at"],
                "sp": a["total"],
                "disorganised": a["disorganised"],
                "defeated": a["defeated"],
                "unpaid": a["unpaid"],
            }
        )
    return sorted(found, key=lambda r: (r["arms"].mark != "BY", -r["sp"], r["name"]))


PAGE = JustinianPage()
