"""The summary card of a battle: both armies base by base, the terrain, and the least likely loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.dba.pages.motion import FATAL
from battles.dba.rules.table.terrain import BASE_MM
from battles.dba.wording import table_texts as texts
from battles.dba.wording.names import element_name
from engine.game import Facts
from games import services
from games.page_facts.clash import Block, Clash, ClashSide

if TYPE_CHECKING:
    from games.scene import Scene

SEATS: Final = ("red", "blue")
RARE: Final = 9  # maximum number of rolls, out of 36, that lead to a remarkable result


def card_of(scene: Scene) -> Clash:
    view = scene.view
    kinds = dict.fromkeys(piece["kind"] for piece in view["pieces"])
    return Clash(
        hosts=tuple(_host(seat, view["armies"][seat]) for seat in SEATS),
        ground=", ".join(str(texts.PIECES[kind]) for kind in kinds),
        stage=_stage(view),
        moment=_describe_rarest_loss(scene) if view["phase"] == "over" else "",
    )


def _host(seat: str, army: Facts) -> ClashSide:
    counted: dict[tuple[str, int], list[int]] = {}
    for one in (one for one in army["elements"] if not one["followers"]):
        found = counted.setdefault((one["code"], one["depth_mm"]), [0, 0])
        found[0] += 1
        found[1] += one["where"] == "lost"
    blocks = tuple(
        Block(code, number, lost, BASE_MM, depth) for (code, depth), (number, lost) in counted.items()
    )
    of, lost = sum(block.number for block in blocks), sum(block.lost for block in blocks)
    text = ngettext("%(lost)d of %(of)d element lost", "%(lost)d of %(of)d elements lost", of)
    return ClashSide(seat, blocks, text % {"lost": lost, "of": of})


def _stage(view: Facts) -> str:
    if not view["bound"]:
        return str(texts.PHASES[view["phase"]])
    return _("Bound %(n)s: %(phase)s") % {"n": view["bound"], "phase": texts.PHASES[view["phase"]]}


def _describe_rarest_loss(scene: Scene) -> str:
    """Describe the least likely loss of an element, or return "" if no loss was unlikely."""
    found = min(_losses(scene), default=None)
    if found is None or found[0] > RARE:
        return ""
    name = element_name(found[2], scene.game.scenario)
    return _("Against the odds: %(element)s lost (%(n)d in 36)") % {"element": name, "n": found[0]}


def _losses(scene: Scene) -> Iterator[tuple[int, int, str]]:
    for line in services.chronicle(scene.table, None, limit=scene.table.seq + 1):
        for event in line.events if not line.undone else ():
            if event["kind"] == "fought":
                for side, who, fate in zip(
                    "ab", (event["first"], event["second"]), event["fates"], strict=True
                ):
                    if fate in FATAL:
                        yield event["chances"][side].get(fate, 36), line.seq, who
