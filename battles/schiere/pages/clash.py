"""The card that sums up a battle of *Schiere*: units on the board and lost. Observers may see all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.schiere.pages import words
from battles.schiere.pages.heraldry import GROUND, SYMBOLS
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.board.state import gone_parts
from battles.schiere.rules.board.troops import SEATS, TROOPS
from games.page_facts.clash import Block, Clash, ClashSide

if TYPE_CHECKING:
    from games.scene import Scene

WIDTH, DEPTH = 40.0, 32.0  # size of a counter on the card
NOT_TOLD: Final = frozenset({"plain"})


def card_of(seen: ReadersBoard, scene: Scene) -> Clash:
    kinds = set(seen.pos.ground.kinds.values())
    return Clash(
        hosts=tuple(_host(seen, seat) for seat in SEATS),
        ground=", ".join(words.ground(kind) for kind in GROUND if kind in kinds - NOT_TOLD).capitalize(),
        place=_(str(scene.game.scenario.get("title", ""))) if scene.game.scenario_name else "",
        stage=_("Turn %(n)s of %(of)s") % {"n": seen.view["turn"], "of": seen.view["turns"]}
        if seen.view["turn"]
        else _("The armies gather"),
    )


def _host(seen: ReadersBoard, seat: str) -> ClashSide:
    stand: dict[str, int] = {}
    for piece in seen.pieces.values():
        if piece.seat == seat and piece.troop in TROOPS:
            stand[piece.troop] = stand.get(piece.troop, 0) + 1
    gone: dict[str, int] = {}
    for key, number in seen.view["gone"].items():
        whose, troop, _how = gone_parts(key)
        if whose == seat and troop in TROOPS:
            gone[troop] = gone.get(troop, 0) + number
    blocks = tuple(
        Block("", stand.get(troop, 0) + gone.get(troop, 0), gone.get(troop, 0), WIDTH, DEPTH, SYMBOLS[troop])
        for troop in TROOPS
        if troop in stand or troop in gone
    )
    lost, here = sum(gone.values()), sum(stand.values())
    text = ngettext(
        "%(here)d unit on the board, %(lost)d lost", "%(here)d units on the board, %(lost)d lost", here
    )
    return ClashSide(seat, blocks, text % {"here": here, "lost": lost} if blocks else "")
