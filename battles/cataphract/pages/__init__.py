"""The page of a battle sheet: both armies as counters to tap, units close to rout, and the declared clashes
with their odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from django.utils.http import urlencode

from battles.cataphract.pages import armies, clashes
from battles.cataphract.wording import CataphractWording
from battles.cataphract.wording.names import FOUND, word
from games import plugins
from games.contract import Page

if TYPE_CHECKING:
    from django.http import HttpRequest

    from battles.cataphract.rules.sheet.rules import SheetRules
    from games.scene import Scene


AT_ONCE: Final = frozenset(
    {"activate", "open_elite", "trump", "command_line"}
)  # choices that get a button for each option
QUIET: Final = frozenset(
    {"hold_fire", "finish_leader", "end_turn", "cancel_clash", "end_battle", "call_reserves"}
)


class SheetPage(Page):
    """The page of a battle sheet; see games.contract.Page."""

    template = "battles/cataphract/game.html"
    is_battle = True
    looks = ("unit",)

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
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
            "doubts": [(what, word(FOUND, how)) for what, how in roster.marks],
        }


PAGE = SheetPage()
