"""A battle on its report card: both armies unit by unit, the terrain, and the last leader killed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cca.pages.heraldry import LETTERS, SYMBOLS
from battles.cca.rules.play.state import SEATS
from battles.cca.rules.terrain.board import Side
from battles.cca.rules.units import UNITS
from battles.cca.wording import names
from games import services
from games.page_facts.clash import Block, Clash, ClashSide

if TYPE_CHECKING:
    from battles.cca.rules.rules import CcaRules
    from engine.game import Facts
    from games.scene import Scene

WIDTHS = {"foot": 40, "mounted": 48}


def card_of(scene: Scene) -> Clash:
    view = scene.view
    kinds = sorted({str(ground).partition(" ")[0] for ground in view["ground"].values()})
    stage = "" if view["ended"] else capfirst(_("turn %(number)s") % view)
    return Clash(
        hosts=tuple(_host(scene, seat) for seat in SEATS),
        ground=", ".join(names.terrain(kind) for kind in kinds),
        stage=stage,
        moment=_last_death(scene) if view["ended"] else "",
    )


def _host(scene: Scene, seat: str) -> ClashSide:
    """Return a side's units, both the original ones and later arrivals. Units that have left the board count
    as lost.
    """
    scenario = cast("CcaRules", scene.table.rules).setting.scenario
    began = Counter(unit.type for unit in scenario.position.units.values() if unit.side is Side(seat))
    now = Counter(unit["type"] for unit in scene.view["units"].values() if unit["seat"] == seat)
    most = began | now
    blocks = tuple(_block(kind, most[kind], now[kind]) for kind in UNITS if most[kind])
    return ClashSide(seat, blocks, _standing(scene.view["armies"][seat]), scenario.seats[Side(seat)].leader)


def _block(kind: str, number: int, now: int) -> Block:
    one = UNITS[kind]
    return Block(LETTERS[kind], number, number - now, WIDTHS[one.kind], 20, SYMBOLS[one.grade])


def _standing(army: Facts) -> str:
    text = ngettext("%(banners)s of %(goal)s banner", "%(banners)s of %(goal)s banners", army["goal"])
    return text % army


def _last_death(scene: Scene) -> str:
    """Describe the death of the leader killed last, or return "" if no leader fell."""
    for line in services.chronicle(scene.table, None, limit=scene.table.seq + 1):
        for event in reversed(line.events if not line.undone else ()):
            if event["kind"] == "leader_lost" and event["name"]:
                return _("%(leader)s fell") % {"leader": event["name"]}
    return ""
