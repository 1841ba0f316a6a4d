"""The page of a battle, on the map or on a sheet.

A sheet shows both armies as counters to tap, the units close to rout, and the declared clashes with their
odds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from django.utils.http import urlencode

from battles.cataphract.pages import armies, card, clashes
from battles.cataphract.pages.board import motion, page
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.wording import CataphractWording
from battles.cataphract.wording.names import DOUBTS, FOUND, word
from games import plugins
from games.contract import Page
from maps.thumbnail import thumbnail

if TYPE_CHECKING:
    from django.http import HttpRequest

    from battles.cataphract.rules.sheet.rules import SheetRules
    from engine.game import Facts
    from games.motion.values import Motion, Spot
    from games.page_facts.clash import Clash
    from games.scene import Scene


# choices that get a button for each option
AT_ONCE: Final = frozenset({"activate", "open_elite", "trump", "command_line"})
QUIET: Final = frozenset(
    {"hold_fire", "finish_leader", "end_turn", "cancel_clash", "end_battle", "call_reserves"}
)


class SheetPage(Page):
    """The page of a battle sheet, or of a battle on the map. See games.contract.Page."""

    template = "battles/cataphract/game.html"
    is_battle = True
    pictured = True
    looks = ("unit", "place", "zoom", "paper")

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        if _is_on_map(scene):
            return page.context(request, scene)
        return self._sheet(request, scene)

    def _sheet(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        rules = cast("SheetRules", scene.table.rules)
        roster = rules.setting.roster
        words = cast("CataphractWording", plugins.wording(scene.game)).names
        at = request.GET.get("unit", "")
        at = at if at in roster.counters else ""
        keep = {"seat": scene.seat} if scene.seat else {}
        shown = armies.Armies(roster, scene.view, words)
        return {
            "sides": [shown.side(seat, scene.place(seat)) for seat in scene.view["sides"]],
            "phase": shown.phase(),
            "at_once": AT_ONCE,
            "quiet": QUIET,
            "here": shown.unit(at) if at else None,
            "clashes": clashes.describe_clashes(rules.setting, scene.view, words),
            "query": f"?{urlencode(keep)}&" if keep else "?",
            "doubts": [(word(DOUBTS, what), word(FOUND, how)) for what, how in roster.marks],
        }

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        return thumbnail(page.draw(page.seen_by(scene)), fine=fine) if _is_on_map(scene) else ""

    def clash(self, scene: Scene) -> Clash:
        return card.card_of(scene)

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        return motion.places(page.seen_by(scene)) if _is_on_map(scene) else {}

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        if not _is_on_map(scene):
            return [()] * len(entries)
        said = plugins.wording(scene.game).event
        return motion.motions(entries, page.seen_by(scene), scene.seat, said)


def _is_on_map(scene: Scene) -> bool:
    return isinstance(scene.table.rules, MapRules)


PAGE = SheetPage()
