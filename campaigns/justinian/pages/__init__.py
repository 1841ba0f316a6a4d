"""The page of a Justinian campaign: decisions, map, budget, progress to victory, and chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from campaigns.annals import chronicle
from campaigns.annals.moments import history
from campaigns.justinian.pages import (
    annals,
    atlas,
    board,
    charts,
    focus,
    folds,
    motion,
    news,
    planner,
    sailing,
    sources,
    victory,
    zones,
)
from campaigns.justinian.pages.forecasts import chances, land_chances, random_marker, unpaid
from campaigns.justinian.pages.forecasts.panels import Section, percent
from campaigns.justinian.pages.forms import acts, budget, default_answers, deployment
from campaigns.justinian.pages.heraldry import arms
from campaigns.justinian.pages.moments import measure_position
from campaigns.justinian.rules.scenario.types import EUROPA, Scenario
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.values import ArmySP, Frontier, Place, Unit
from campaigns.justinian.wording import wording_of
from campaigns.justinian.wording.names import Names, allies_text, sp, word_yield
from campaigns.justinian.wording.registry import ALL
from engine.codec import canonical
from engine.game import Choice, Decision, Facts, Force
from games import services
from games.contract import Page
from games.forms import legs_of
from games.page_facts import plan_view
from games.pages import cache_key
from games.wording.numbers import whole
from maps import looking
from maps.thumbnail import thumbnail

if TYPE_CHECKING:
    from django.http import HttpRequest

    from campaigns.justinian.rules.system import JustinianRules
    from games.models import Game
    from games.motion.values import Motion, Spot
    from games.scene import Scene


@dataclass(frozen=True)
class Look:
    """The request with everything that the page shows: the viewer's game, seat, choices and decision."""

    request: HttpRequest
    game: Game
    seat: str | None
    view: Facts
    choices: tuple[Choice, ...]
    names: Names
    live: services.LiveGame
    decision: Decision | None
    foreseen: Sequence[Facts] = ()  # the views after each step of the viewer's plan

    @property
    def setting(self) -> Setting:
        return cast("JustinianRules", self.live.rules).setting


class JustinianPage(Page):
    """The page of Justinian. See games.contract.Page for its methods."""

    template = "campaigns/justinian/game.html"
    chronicle_template = "campaigns/chronicle.html"
    advises = True
    pictured = True
    # query parameters to keep when the viewer looks at the past
    looks = ("place", "zoom", "table", "army", "mp", "way", "from", "charts", "pay", "what", "open", "paper")

    def banner(self, table: services.LiveGame, force: Force) -> Mapping[str, str] | None:
        """Return the banner of the power with the most SP in a force, or None if the force has no units."""
        if not force.units:
            return None
        found = arms(max(force.units, key=lambda unit: unit.sp).power)
        return {"mark": found.mark, "colour": found.colour, "motif": found.motif}

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        game, live = scene.game, scene.table
        decision = _decision(live, scene.seat) if scene.choices else None
        names = wording_of(game).names
        look = Look(request, game, scene.seat, scene.view, scene.choices, names, live, decision)

        def drawn() -> dict[str, Any]:
            return _page_context(replace(look, foreseen=plan_view.predicted_views(scene)))

        eyes = cache_key(request, scene, self.looks)
        if eyes is None:
            return drawn()
        eyes = (eyes, plan_view.mark_of(scene))
        return {**live.remember(("page", eyes), drawn), "kept_as": eyes}

    def chronicle(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        """Return the context of the chronicle page."""
        told = annals.annals(scene.game, scene.table)
        return chronicle.context(request, scene.game, scene.seat, scene.table, told)

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        scn = cast("JustinianRules", scene.table.rules).setting.scn
        names = wording_of(scene.game).names
        return thumbnail(board.describe_map(board.spots(scn, scene.view, names), scn, names, ()), fine=fine)

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        return motion.places(wording_of(scene.game).names)

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        return motion.motions(entries, scene.view, wording_of(scene.game).names, scene.seat)


def _page_context(look: Look) -> dict[str, Any]:
    fold = folds.requested_fold(look.request)
    if fold:
        alone = {"base_template": folds.ALONE, "fold": folds.SECTIONS[fold]}
        return {**alone, "query": atlas.query(look.request), **_fold_context(look)}
    looking = _map_context(look)
    return (
        looking
        if "base_template" in looking
        else {**looking, **_decision_context(look, looking["suggested"])}
    )


def _map_context(look: Look) -> dict[str, Any]:
    """Return the context of the map, the selection and the plan. A tap on the map requests no other part of
    the page.
    """
    request, view, names, live, setting = look.request, look.view, look.names, look.live, look.setting
    at = atlas.selected_place(request, setting.scn, names)
    march = live.state.in_progress(March) if look.decision and look.decision.kind == "march" else None
    army = request.GET.get("army", "") or (march.army if march else "") or _army_at(view, at, look.seat)
    supposed, way = whole(request.GET.get("mp"), 0, 99), looking.route_in_url(request)
    plan = planner.plan(Position(setting, live.state), army, names, supposed=supposed, goal=at, way=way)
    fleets = sailing.sailing(
        Position(setting, live.state), look.choices, names, asked=request.GET.get("from", ""), at=at
    )
    spots = board.spots(setting.scn, view, names)
    marching = march is not None and plan is not None and plan.army == march.army
    where, middle = focus.where(setting.scn, view), _map_centre(look, at)
    offered = acts.offered_places(look.choices, where)
    own = {a["at"] for a in view["armies"] if look.seat is None or a["side"] == look.seat}
    return {
        **atlas.atlas(
            request,
            setting.scn,
            spots,
            names,
            at=at,
            plan=plan,
            sailing=fleets,
            offered=offered,
            planned=atlas.planned_routes(look.foreseen),
            own=own,
            focus=middle,
            when=_turn_title(setting.scn, view),
        ),
        "focus": middle,
        "where": where,
        "asked_at": focus.current_place(Position(setting, live.state), look.decision, view),
        "here": next((s for s in spots if s.id == at), None),
        "sources": sources.sources(names, at),
        "plan": plan,
        "sailing": fleets,
        "goal": next((g for g in plan.goals if g.id == at), None) if plan else None,
        "marching": marching,
        "ways": _paths_json(look.game, plan) if marching else "",
        "fight_first": marching and any(c.kind == "attack" for c in look.choices),
        "looks": {one.id: one for one in planner.ready(look.choices, setting, live.state, names)},
        **_forms(look),
    }


def _forms(look: Look) -> dict[str, Any]:
    pos = Position(look.setting, look.live.state)
    wins = land_chances.winning(pos, look.choices)
    return {
        "quiet": acts.QUIET,
        "suggested": default_answers.suggested_answer(look.game, look.live, look.decision),
        "strays": zones.strays_text(pos, look.names),
        "winning": {target: percent(chance) for target, chance in wins.items()},
        "hopeless": {target for target, chance in wins.items() if not chance},
        "no_end": zones.places_outside(pos, look.choices),
    }


def _paths_json(game: Game, plan: planner.Plan | None) -> str:
    """Return every path open to the marching army as JSON, for the script that draws it step by step."""
    ways = plan.ways if plan else None
    return canonical(legs_of(ways, wording_of(game))) if ways else ""


def _decision_context(look: Look, answer: Facts) -> dict[str, Any]:
    """Return the context of the viewer's decisions and of everything next to the map. ``answer`` holds the
    values that fill the forms.
    """
    view, names, live, setting, decision = look.view, look.names, look.live, look.setting, look.decision
    standings = victory.standings(view, names)
    setting_up = decision is not None and decision.kind == "set_up"
    placed = deployment.deployment(decision.facts, view, names) if decision and setting_up else ()
    return {
        "deployment": placed,
        "priced": look.seat == "byzantium",
        "explained": _explanation_of(decision),
        "compulsory": _must_recruit(look.choices),
        "commands": _commands(view, names),
        "begun": any(p.begun for p in placed),
        "garrisons": _garrisons(view, answer.get("groups", ())),
        "standing": _unit_strengths(view, names),
        "standings": standings,
        "won": sum(s.controlled for s in standings),
        **_fold_context(look),
        **_chances(setting, live, look.choices, names),
        "turn": _turn(setting.scn, view),
        # a replay shows no news, so nothing is read for it
        "since": SimpleLazyObject(lambda: news.news_since(live, look.seat, names, asked=bool(look.choices))),
        "charts": charts.charts(history(look.game, live, measure_position), names)
        if "charts" in look.request.GET or view["ended"]
        else None,
    }


def _fold_context(look: Look) -> dict[str, Any]:
    view, names, live, setting = look.view, look.names, look.live, look.setting
    return {
        "opened": folds.open_folds(look.request),
        "budget": budget.budget(view, names, _ticked_groups(look.request)),
        "risks": SimpleLazyObject(lambda: unpaid.risks(Position(setting, live.state), names)),
        "strengths": victory.strengths(view, names),
        "leaders": SimpleLazyObject(lambda: _leader_rows(setting.scn, view, names)),
        "at_home": SimpleLazyObject(
            lambda: [_describe_waiting(a, names) for a in view["armies"] if a["leader"] and _waits_in_box(a)]
        ),
    }


def _chances(
    setting: Setting, live: services.LiveGame, choices: tuple[Choice, ...], names: Names
) -> dict[str, Any]:
    """Return the chances of the viewer's decision. A waiting player sees them too if the decision concerns
    both sides.
    """
    state, pending = live.state, live.decisions()
    found: tuple[Section, ...] = ()
    if choices:
        found = chances.sections(Position(setting, state), choices, names)
    elif pending and chances.awaits_barbarian(state):
        found = random_marker.marker_sections(Position(setting, state), names)
    elif pending and chances.concerns_all(state):
        found = chances.sections(Position(setting, state), live.choices(pending[0].seat), names)
    return {"chances": found, "theirs": not choices, "counted": any(s.counted for s in found)}


def _decision(live: services.LiveGame, seat: str | None) -> Decision | None:
    return next((d for d in live.decisions() if d.seat == seat), None)


def _explanation_of(decision: Decision | None) -> str:
    asked = ALL.decisions.get(decision.kind) if decision else None
    return str(asked.explained) if asked else ""


def _map_centre(look: Look, at: str) -> str:
    """Return the place on which the map is centred. The selected place has priority, then the place of the
    decision, the place of the current action, and the place of the viewer's strongest army. When only a
    part of the page is loaded, the decision has priority.
    """
    asked = focus.decision_place(Position(look.setting, look.live.state), look.decision, look.choices)
    active = look.view["active"]
    if getattr(look.request, "htmx", False) and asked:
        return asked
    return at or asked or (str(active["at"]) if active else _strongest(look))


def _strongest(look: Look) -> str:
    armies = [(a["total"], a["at"]) for a in look.view["armies"] if look.seat in (None, a["side"])]
    placed = [(total, place) for total, place in armies if total and place]
    return str(max(placed)[1]) if placed else EUROPA


def _garrisons(view: Facts, suggested: Sequence[str]) -> dict[str, Any]:
    paid = {u: g for u, g in view["budget"]["upkeep"].items() if isinstance(Unit.parse(u), Frontier)}
    return {
        "count": len(paid),
        "gold": sum(g["gold"] for g in paid.values()),
        "questioned": any(u not in suggested or g["unpaid"] for u, g in paid.items()),
    }


def _must_recruit(choices: Sequence[Choice]) -> bool:
    """Return whether the segment must be spent on recruiting, because a Praesental Army has fewer than 10 SP
    (6.51).
    """
    kinds = {c.kind for c in choices}
    return "recruit" in kinds and "pass" not in kinds


def _commands(view: Facts, names: Names) -> dict[str, str]:
    led = (a for a in view["armies"] if a["power"] == "byzantium" and a["leader"])
    alone = {leader: names.place(place) for leader, place in view["lone"].items()}
    return {a["leader"]: f"{names.army(a['id'])}, {names.place(a['at'])}" for a in led} | alone


def _unit_strengths(view: Facts, names: Names) -> dict[str, str]:
    """Return the strength of each unit that recruits can join, as text; for an army the text also names its
    place. Armies and garrisons are keyed by unit id, ships by province, as in the form.
    """
    armies = {ArmySP(a["id"]): f"{names.place(a['at'])}, {sp(a['total'])}" for a in view["armies"]}
    garrisons = {Frontier(p): sp(g["sp"]) for p, g in view["frontier"].items()}
    ships = {f["at"]: sp(f["sp"]) for f in view["fleets"] if f["power"] == "byzantium"}
    return armies | garrisons | ships


def _ticked_groups(request: HttpRequest) -> list[str] | None:
    """Return the groups that the reader has ticked for payment, or None if the form was not submitted."""
    return request.GET.getlist("pay") if "what" in request.GET else None


def _army_at(view: Facts, place: str, seat: str | None) -> str:
    """Return the reader's strongest army in a place. Selecting the place selects this army for planning."""
    here = [
        (a["total"], a["id"])
        for a in view["armies"]
        if a["at"] == place and (seat is None or a["side"] == seat)
    ]
    return max(here)[1] if here else ""


def _turn_title(scn: Scenario, view: Facts) -> str:
    values = {"turn": view["turn"], "last": scn.last_turn, "year": view["year"]}
    return _("Turn %(turn)s of %(last)s, AD %(year)s") % values


def _turn(scn: Scenario, view: Facts) -> dict[str, Any]:
    known = ("year", "gold", "selects", "randoms", "segments", "segments_a_turn", "phase")
    return {"number": view["turn"], "last": scn.last_turn, **{k: view[k] for k in known}}


def _waits_in_box(army: Facts) -> bool:
    """Return whether the army is a leader without troops in the power's box."""
    return Place(army["at"]).is_box and not army["total"]


def _describe_waiting(army: Facts, names: Names) -> str:
    """Describe a leader who waits in the power's box, with the troops that activation will raise."""
    name = names.leader(army["leader"])
    return f"{name} ({word_yield(army['levy'])})" if army["levy"] else name


def _leader_rows(scn: Scenario, view: Facts, names: Names) -> list[dict[str, Any]]:
    """Return a table row for each army on the map, with its leader and ratings."""
    found = []
    for a in view["armies"]:
        if _waits_in_box(a):
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
                "allies": allies_text(a, names),
                "disorganised": a["disorganised"],
                "defeated": a["defeated"],
                "unpaid": a["unpaid"],
            }
        )
    return sorted(found, key=lambda r: (r["arms"].mark != "BY", -r["sp"], r["name"]))


PAGE = JustinianPage()
