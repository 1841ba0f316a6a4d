"""The Cheiroballistra's firing and movement modes (11.62)."""

from __future__ import annotations

from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.units.orders import (
    SWITCH,
    give,
    must_be_ordered,
    orderable_units,
    orders_left,
)
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, pick, refuse


@dataclass(frozen=True)
class SwitchMode(Action):
    """Order artillery to switch between firing and movement mode. It can do nothing else in this phase."""

    unit: str


@dataclass(frozen=True)
class ModeSwitched(Event):
    unit: str
    limbered: bool


def switchable_artillery(pos: Field) -> list[str]:
    """Return the artillery that can change its mode now."""
    phase = pos.state.phase
    found = [
        u for u in orderable_units(pos, SWITCH) if pos.counter(u).artillery and not pos.markers(u).ordered
    ]
    return found if phase is not None and (phase.lines or orders_left(pos)) and not pos.state.clashes else []


@handles(Table)
class _SwitchMode(ActionHandler):
    action = SwitchMode

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        able = switchable_artillery(pos)
        return (Choice("switch_mode", {}, (pick("unit", able),), rule="11.62"),) if able else ()

    def check(self, pos: Field, frame: Table, action: SwitchMode) -> None:
        must_be_ordered(pos, (action.unit,), SWITCH, "11.62")
        if not pos.counter(action.unit).artillery:
            refuse("11.62", "not_artillery", unit=action.unit)
        if action.unit not in switchable_artillery(pos):
            refuse("11.62", "ordered_already", unit=action.unit)

    def execute(self, play: Play, frame: Table, action: SwitchMode) -> None:
        limbered = not play.pos.markers(action.unit).limbered
        give(play, action.unit, SWITCH)
        play.mark(action.unit, limbered=limbered)
        play.tell(ModeSwitched(action.unit, limbered))
