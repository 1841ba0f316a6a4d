"""The page of an Italia campaign: the question, the full-window map, the players and their charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

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
from campaigns.italia.pages.annals import curves, news, telling
from campaigns.italia.pages.annals.moments import measure_position
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import handicap
from campaigns.italia.wording.names import Names
from engine.game import Choice, Decision, Facts, Force
from games import plan_view, plugins
from games.contract import Page
from games.pages import kept_as
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
# Buttons that give something up are never shown as the obvious choice.
AT_ONCE = frozenset({"sack"})  # each answer has a button
QUIET = frozenset(
    {"end_levy", "end_movement", "end_campaign", "no_reaction", "stay_loyal", "leave_ruins", "spare"}
    | {"stay_at_sea", "leave_title"}
)


@dataclass(frozen=True)
class Look:
    """The viewer, the game, and the viewer's decision."""

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
        """Return the position that the page shows; nothing of it is hidden."""
        return cast("ItaliaRules", self.scene.table.rules).position(self.scene.table.state)

    @property
    def decision(self) -> Decision | None:
        """Return the decision that the reader's seat has to make now."""
        if not self.choices:
            return None
        return next((d for d in self.scene.table.decisions() if d.seat == self.scene.seat), None)


class ItaliaPage(Page):
    """The page of Italia; see games.contract.Page."""

    template = "campaigns/italia/game.html"
    chronicle_template = "campaigns/chronicle.html"
    pictured = True
    advises = True
    staked = frozenset({"battle_began"})
    # parameters kept when looking at the past
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
        eyes = kept_as(request, scene, self.looks)
        if eyes is None:
            return _both(look)
        eyes = (eyes, plan_view.mark_of(scene))
        return {**scene.table.remember(("page", eyes), lambda: _both(look)), "kept_as": eyes}

    def chronicle(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        """Return the chronicle as a history."""
        scn = cast("ItaliaRules", scene.table.rules).setting.scn
        told = telling.annals(scene, scn)
        return chronicle.context(request, scene.game, scene.seat, scene.table, told)

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        scn, names = _scenario_names(scene)
        parts = board.merge_outlines(scene.game.scenario, scn)
        return thumbnail(board.describe_map(board.spots(scn, scene.view, names), scn, parts), fine=fine)

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        return motion.places(*_scenario_names(scene))

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        scn, names = _scenario_names(scene)
        own = _led_by(scene.seat, scn)
        rules = cast("ItaliaRules", scene.table.rules)
        stood = {number: rules.position(one.state) for number, one in scene.befores.items() if one.state}
        return motion.motions(entries, scn, names, own, stood)


def _scenario_names(scene: Scene) -> tuple[Scenario, Names]:
    """Return the scenario and its names."""
    scn = cast("ItaliaRules", scene.table.rules).setting.scn
    return scn, cast("ItaliaWording", plugins.wording(scene.game)).names


def _both(look: Look) -> dict[str, Any]:
    """Return the context of the map with the current choice, and of all panels next to it unless a tap needs
    only the map.
    """
    scn, view, names = look.scn, look.view, look.names
    spots = board.spots(scn, view, names)
    called = {spot.id: spot.name for spot in spots}
    at, origin = looking.selected_place(look.request, called), look.request.GET.get("from", "")
    described = board.describe_map(spots, scn, board.merge_outlines(look.scene.game.scenario, scn))
    where, asked_at = place_choices.where(called, view["leaders"]), _asked_at(look)
    focus = _focus(look, at)
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
            when=_when(panels.turn(scn, view)),
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
        "usual": _usual(look),
        **_panel_context(look),
    }


def _usual(look: Look) -> Facts:
    """Return the default targets as an action; empty if none are asked for."""
    scene = look.scene
    asked = (one for one in scene.table.decisions() if one.seat == scene.seat and one.kind == AIM)
    found: Facts = next((ITALIA.codec.write(one.default) for one in asked), place_choices.NOTHING)
    return found


def _led_by(seat: str | None, scn: Scenario) -> frozenset[str]:
    return frozenset(nation.id for nation in scn.nations.values() if nation.seat == seat)


def _panel_context(look: Look) -> dict[str, Any]:
    scene, scn, names = look.scene, look.scn, look.names
    asked = look.request.GET
    key = asked.get("card", "") or _acting(look)
    wanted = "charts" in asked or look.pos.state.ended
    return {
        "since": news.news_since(
            scene.table, scene.seat, names, asked=bool(look.choices), own=_led_by(scene.seat, scn)
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
    """Return the bots' results with the printed cards, and with this game's handicap if it has one; "" if the
    scenario has no measurements.
    """
    known = look.scene.game.scenario.get("game", {}).get("handicap")
    if not known:
        return ""
    games, won = known["games"], known["won"]
    if look.pos.setting.options.handicap == "even":
        even = {"games": games, "won": won["even"]}
        return handicap.sentence(look.scn.title, even, known["halves"], printed=won["printed"])
    return handicap.sentence(look.scn.title, {"games": games, "won": won["printed"]}, {})


def _when(turn: Mapping[str, Any]) -> str:
    """Return the round in words."""
    years = f", {turn['years']}" if turn["years"] else ""
    return _("Round %(round)s of %(last)s") % turn + years


def _acting(look: Look) -> str:
    """Return the nation whose card is open at first: the active one if it is the reader's, else the reader's
    next.
    """
    mine = [key for key, one in look.scn.nations.items() if one.seat == look.scene.seat]
    coming = [key for key in (look.view["nation"], *look.view["to_come"]) if key in mine]
    return coming[0] if coming else look.view["nation"] or next(iter(look.view["nations"]), "")


def _focus(look: Look, at: str) -> str:
    """Return the centre of the map: the place of the decision, the reader's selection, or else where most of
    their units are (of the active nation, if it is theirs).
    """
    place = _asked_at(look)
    if place and getattr(look.request, "htmx", False):
        return place
    return at or place or _strongest(look)


def _asked_at(look: Look) -> str:
    """Return the place of the question; "" if it has none."""
    asked = look.decision.facts if look.decision else {}
    return str(asked.get("area") or asked.get("sea") or "")


def _strongest(look: Look) -> str:
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
