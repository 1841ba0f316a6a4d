"""The rules of a battle sheet for one scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from battles.cataphract.rules.sheet.armies.roster import FIRST, SEATS, SECOND
from battles.cataphract.rules.sheet.command.ending import RULE as LAST
from battles.cataphract.rules.sheet.command.ending import outcome
from battles.cataphract.rules.sheet.command.table import first_sheet
from battles.cataphract.rules.sheet.play.field import Field, Setting
from battles.cataphract.rules.sheet.play.play import FRAMES, Play
from battles.cataphract.rules.sheet.play.state import Sheet
from battles.cataphract.rules.sheet.view import view
from engine.dice import Dice
from engine.game import Choices, Facts, Outcome, SeatInfo, Step
from kit.rules.rules import OpenedRules

COLOURS: Final = {FIRST: "#5e2468", SECOND: "#8a5a12"}


class SheetRules(OpenedRules[Sheet, Field, Play]):
    """The rules of the sheet for one scenario. Every method is a pure function."""

    system = "cataphract"
    frames = FRAMES
    setting: Setting
    positions, plays = Field, Play
    last_rule: ClassVar[str] = LAST
    hides_nothing: ClassVar[bool] = True

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        names = {seat: setting.roster.sides[seat].name for seat in SEATS}
        marks = {seat: name[:2].upper() for seat, name in names.items()}
        self._seats = tuple(SeatInfo(seat, names[seat], COLOURS[seat], marks[seat]) for seat in SEATS)

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._seats

    def blank(self) -> Sheet:
        return first_sheet(self.setting.roster)

    # --- who may enter actions: either player, because both are at one table ---

    def choices(self, state: Sheet, seat: str) -> Choices:
        return super().choices(state, self._acting_seat(state, seat))

    def apply(self, state: Sheet, seat: str, action: Any, dice: Dice) -> Step[Sheet]:
        return super().apply(state, self._acting_seat(state, seat), action, dice)

    def _acting_seat(self, state: Sheet, seat: str) -> str:
        if self.setting.options.hands == "any" and seat in SEATS and state.stack:
            return self.pending(state)[0].seat
        return seat

    # --- what players see ---

    def view(self, state: Sheet, seat: str | None) -> Facts:
        return view(self.position(state))

    def scores(self, state: Sheet) -> Mapping[str, int]:
        pos = self.position(state)
        return {seat: pos.rout_points(seat) for seat in SEATS}

    def outcome(self, state: Sheet) -> Outcome | None:
        return outcome(self.position(state))

    def turn_of(self, state: Sheet) -> int:
        return state.turn
