"""The card of a battle: both armies by type, and their rout points."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from battles.cataphract.pages.board.heraldry import SYMBOLS
from battles.cataphract.rules.sheet.armies.roster import SEATS
from games.page_facts.clash import Block, Clash, ClashSide

if TYPE_CHECKING:
    from battles.cataphract.rules.battle.rules import MapRules
    from games.scene import Scene

TYPES: Final = ("HC", "LN", "LC", "HI", "MI", "LI")
FOOT: Final = ("HI", "MI", "LI")
WIDTHS: Final = {"HC": 48, "LN": 48, "LC": 48, "HI": 40, "MI": 40, "LI": 40}


def card_of(scene: Scene) -> Clash:
    """Return the card of a battle on the map or on a sheet. It shows public facts only."""
    stage = "" if scene.view["ended"] else capfirst(_("turn %(turn)s") % {"turn": scene.view["turn"]})
    return Clash(hosts=tuple(_host(scene, seat) for seat in SEATS), stage=stage)


def _host(scene: Scene, seat: str) -> ClashSide:
    roster = cast("MapRules", scene.table.rules).setting.roster
    side = scene.view["sides"][seat]
    there = {
        one.id: one.type for one in roster.counters_of(seat) if side["units"][one.id]["where"] != "reserve"
    }
    lost = Counter(kind for id, kind in there.items() if side["units"][id]["where"] == "eliminated")
    number = Counter(there.values())
    blocks = tuple(
        Block(kind, number[kind], lost[kind], WIDTHS[kind], 20, SYMBOLS["foot" if kind in FOOT else "horse"])
        for kind in TYPES
        if number[kind]
    )
    told = _("%(points)s of %(level)s rout points") % {"points": side["points"], "level": side["level"]}
    overall = next((one.name for one in roster.chiefs_of(seat) if one.rank == "OC"), "")
    return ClashSide(seat, blocks, told, overall)
