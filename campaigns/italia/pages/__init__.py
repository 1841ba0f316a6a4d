"""The page of an Italia campaign: the decision, the full-window map, the players and their charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from campaigns.annals import chronicle, moments
from campaigns.italia.pages import (
    atlas,
    board,
    card,
    dominion,
    heraldry,
    motion,
    odds,
    panels,
    place_choices,
    sheet,
)
from campaigns.italia.pages.annals import curves, episodes, news
from campaigns.italia.pages.annals.moments import measure_position
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import handicap
from campaigns.italia.wording.names import Names
from engine.game import Choice, Decision, Facts, Force
from games import plugins
from games.contract import Page
from games.page_facts import plan_view
from games.pages import cache_key
from maps import looking
from maps.thumbnail import thumbnail

if TYPE_CHECKING:
    from django.http import HttpRequest

    from campaigns.italia.rules.rules import ItaliaRules
    from campaigns.italia.wording import ItaliaWording
    from games.motion.values import Motion, Spot
    from games.scene import Scene
    from games.services import LiveGame

AIM = "aim"
AT_ONCE = frozenset({"sack"})  # questions in which each answer has its own button
# Answers that give something up, whose buttons are never shown as the obvious choice.
QUIET = frozenset(
    {"end_levy", "end_movement", "end_campaign", "no_reaction", "stay_loyal", "leave_ruins", "spare"}
    | {"stay_at_sea", "leave_title"}
)


@dataclass(frozen=True)
class Look:
    """The game as one viewer sees it, and the decision that the viewer owes."""

    request: HttpRequest
    scene: Scene
    scn: Scenario
    names: Names
    view: Facts

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.scene.choices

    @property
    def pos(self) -> Position:
        """The position that the page shows. It is complete, because the game hides nothing."""
        return cast("ItaliaRules", self.scene.table.rules).position(self.scene.table.state)

    @property
    def decision(self) -> Decision | None:
        """The decision that the viewer's seat owes now, or None."""
        if not self.choices:
            return None
        return next((d for d in self.scene.table.decisions() if d.seat == self.scene.seat), None)


class ItaliaPage(Page):
    """The page of an Italia game (see games.contract.Page)."""

    template = "campaigns/italia/game.html"
    chronicle_template = "campaigns/chronicle.html"
    pictured = True
    advises = True
    staked = frozenset({"battle_began"})
    # parameters kept while the viewer looks at an earlier position
    looks = ("place", "zoom", "table", "from", "card", "charts", "sheet", "odds", "paper")

    def banner(self, table: LiveGame, force: Force) -> Mapping[str, str] | None:
        if not force.units:
            return None
        found = heraldry.side(cast("ItaliaRules", table.rules).setting.scn, force.units[0].power)
        return {"mark": found.mark, "colour": found.colour, "motif": found.motif}

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        scn = cast("ItaliaRules", scene.table.rules).setting.scn
        names = cast("ItaliaWording", plugins.wording(scene.game)).names
        look = Look(request, scene, scn, names, scene.view)
        eyes = cache_key(request, scene, self.looks)
        if eyes is None:
            return _page_context(look)
        eyes = (eyes, plan_view.mark_of(scene))
        return {**scene.table.remember(("page", eyes), lambda: _page_context(look)), "kept_as": eyes}

    def chronicle(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        """Return the context of the chronicle, which tells the game as a history."""
        scn = cast("ItaliaRules", scene.table.rules).setting.scn
        told = episodes.annals(scene, scn)
        return chronicle.context(request, scene.game, scene.seat, scene.table, told)

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        scn, names = _scenario_names(scene)
        parts = board.merge_outlines(scene.game.scenario, scn)
        return thumbnail(board.describe_map(board.spots(scn, scene.view, names), scn, parts), fine=fine)

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        return motion.places(*_scenario_names(scene))

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        scn, names = _scenario_names(scene)
        own = _seat_nations(scene.seat, scn)
        rules = cast("ItaliaRules", scene.table.rules)
        stood = {number: rules.position(one.state) for number, one in scene.befores.items() if one.state}
        return motion.motions(entries, scn, names, own, stood)


def _scenario_names(scene: Scene) -> tuple[Scenario, Names]:
    scn = cast("ItaliaRules", scene.table.rules).setting.scn
    return scn, cast("ItaliaWording", plugins.wording(scene.game)).names


def _page_context(look: Look) -> dict[str, Any]:
    """Return the context of the map with the current choice. It includes the panels next to the map, unless
    a tap needs only the map.
    """
    scn, view, names = look.scn, look.view, look.names
    spots = board.spots(scn, view, names)
    called = {spot.id: spot.name for spot in spots}
    at, origin = looking.selected_place(look.request, called), look.request.GET.get("from", "")
    described = board.describe_map(spots, scn, board.merge_outlines(look.scene.game.scenario, scn))
    where, asked_at = place_choices.where(called, view["leaders"]), _decision_place(look)
    focus = _map_centre(look, at)
    found: dict[str, Any] = {
        **atlas.atlas(
            look.request,
            described,
            spots,
            look.choices,
            at=at,
            origin=origin,
            turn=view["nation"],
            where=where,
            asked_at=asked_at,
            focus=focus,
            planned=atlas.ghosts(plan_view.steps_of(look.scene)),
            when=_round_text(panels.turn(scn, view)),
        ),
        "where": where,
        "asked_at": asked_at,
        "here": next((spot for spot in spots if spot.id == at), None),
        "origin": origin if origin in called and origin != at else "",
        "place_names": called,
        "quiet": QUIET,
        "at_once": AT_ONCE,
        "odds": odds.panels(
            look.pos, names, look.choices, at, origin, all_of_them="odds" in look.request.GET
        ),
    }
    told = {
        "legend": atlas.legend(scn, view, spots),
        "unit_types": [(one, names.any(one), scn.units[one]) for one in scn.units],
    }
    if "base_template" in found:
        return {**found, **told} if "paper" in look.request.GET else found
    return {
        **found,
        **told,
        "focus": focus,
        "players": panels.players(scn, view, look.scene.places, names),
        "handicap": _handicap(look),
        "turn": panels.turn(scn, view),
        "order": panels.order(scn, view),
        "usual": _usual_aim(look),
        **_panel_context(look),
    }


def _usual_aim(look: Look) -> Facts:
    """Return the seat's default targets as an action in JSON, or an empty action if the seat need not aim."""
    scene = look.scene
    asked = (one for one in scene.table.decisions() if one.seat == scene.seat and one.kind == AIM)
    found: Facts = next((ITALIA.codec.write(one.default) for one in asked), place_choices.NOTHING)
    return found


def _seat_nations(seat: str | None, scn: Scenario) -> frozenset[str]:
    return frozenset(nation.id for nation in scn.nations.values() if nation.seat == seat)


def _panel_context(look: Look) -> dict[str, Any]:
    scene, scn, names = look.scene, look.scn, look.names
    asked = look.request.GET
    key = asked.get("card", "") or _card_nation(look)
    wanted = "charts" in asked or look.pos.state.ended
    return {
        # a replay shows no news, so nothing is read for it
        "since": SimpleLazyObject(
            lambda: news.news_since(
                scene.table, scene.seat, names, asked=bool(look.choices), own=_seat_nations(scene.seat, scn)
            )
        ),
        "bonds": dominion.bonds(look.pos, names),
        "card": card.card(look.pos, scene.game.scenario, key, names),
        "sheet": sheet.sheet(scene.game, scene.table, scn, look.view, scene.places)
        if "sheet" in asked or look.pos.state.ended
        else None,
        "charts": curves.curves(moments.history(scene.game, scene.table, measure_position), scn, scene.places)
        if wanted
        else None,
    }


def _handicap(look: Look) -> str:
    """Return a sentence about the bots' measured results with the printed cards, and with this game's
    handicap if it has one. Return "" if the scenario's games were never measured.
    """
    known = look.scene.game.scenario.get("game", {}).get("handicap")
    if not known:
        return ""
    games, won = known["games"], known["won"]
    if look.pos.setting.options.handicap == "even":
        even = {"games": games, "won": won["even"]}
        return handicap.sentence(look.scn.title, even, known["halves"], printed=won["printed"])
    return handicap.sentence(look.scn.title, {"games": games, "won": won["printed"]}, {})


def _round_text(turn: Mapping[str, Any]) -> str:
    """Describe the round and its years."""
    years = f", {turn['years']}" if turn["years"] else ""
    return _("Round %(round)s of %(last)s") % turn + years


def _card_nation(look: Look) -> str:
    """Return the nation whose card is open at first. This is the viewer's active or next nation, or else the
    nation that acts now.
    """
    mine = [key for key, one in look.scn.nations.items() if one.seat == look.scene.seat]
    coming = [key for key in (look.view["nation"], *look.view["to_come"]) if key in mine]
    return coming[0] if coming else look.view["nation"] or next(iter(look.view["nations"]), "")


def _map_centre(look: Look, at: str) -> str:
    """Return the place at the centre of the map. It is the viewer's selection, or the place of the decision,
    or where most of the viewer's units are. When only an HTML fragment is loaded, the decision comes first.
    """
    place = _decision_place(look)
    if place and getattr(look.request, "htmx", False):
        return place
    return at or place or _largest_stack_place(look)


def _decision_place(look: Look) -> str:
    """Return the place that the decision concerns, or "" if it concerns none."""
    asked = look.decision.facts if look.decision else {}
    return str(asked.get("area") or asked.get("sea") or "")


def _largest_stack_place(look: Look) -> str:
    view, scn = look.view, look.scn
    mine = [key for key in scn.nations if scn.nations[key].seat == look.scene.seat]
    acting = [view["nation"]] if view["nation"] in mine or not mine else mine
    for nations in (acting, mine, list(scn.nations)):
        found = [
            (sum(here[key].values()), place)
            for place, here in view["pieces"].items()
            for key in nations
            if key in here
        ]
        if found:
            return str(max(found)[1])
    return ""


PAGE = ItaliaPage()
