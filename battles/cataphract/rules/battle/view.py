"""The battle on the map as JSON: the facts of the sheet and all positions. Nothing is hidden."""

from __future__ import annotations

from battles.cataphract.rules import chapters
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.sheet.view import view as view_sheet
from engine.game import Facts


def view(pos: MapField) -> Facts:
    """Return everything on the map and on the counters as JSON."""
    return {**view_sheet(pos), "board": chapters.CODEC.encode(pos.board)}
