"""Deeds of the sheet that hold on the map as they are."""

from __future__ import annotations

from typing import Any

from battles.cataphract.rules.battle.play import Deed, MapPlay
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.sheet.command.table import Table
from engine.game import Choices
from kit.rules.decisions import deed_for


class Shared(Deed):
    """A deed of the sheet that the map takes over."""

    def list_choices(self, pos: MapField, frame: Any) -> Choices:
        return deed_for(Table, self.action).list_choices(pos, frame)

    def check(self, pos: MapField, frame: Any, action: Any) -> None:
        deed_for(Table, self.action).check(pos, frame, action)

    def carry_out(self, play: MapPlay, frame: Any, action: Any) -> None:
        deed_for(Table, self.action).carry_out(play, frame, action)
