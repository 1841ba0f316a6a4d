"""Handlers for actions that work on the map exactly as on the sheet."""

from __future__ import annotations

from typing import Any

from battles.cataphract.rules.battle.play import ActionHandler, MapPlay
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.sheet.command.table import Table
from engine.game import Choices
from kit.rules.decisions import handler_for


class Shared(ActionHandler):
    """A handler that passes its action on to the sheet's handler."""

    def list_choices(self, pos: MapField, frame: Any) -> Choices:
        return handler_for(Table, self.action).list_choices(pos, frame)

    def check(self, pos: MapField, frame: Any, action: Any) -> None:
        handler_for(Table, self.action).check(pos, frame, action)

    def execute(self, play: MapPlay, frame: Any, action: Any) -> None:
        handler_for(Table, self.action).execute(play, frame, action)
