"""The rules of a battle on the map for one scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from battles.cataphract.rules.battle.flight.fleeing import Fleeing
from battles.cataphract.rules.battle.gate import watch_gate
from battles.cataphract.rules.battle.melee.engaging import release_engaged
from battles.cataphract.rules.battle.muster import Muster
from battles.cataphract.rules.battle.play import MAP_FRAMES, MapPlay
from battles.cataphract.rules.battle.position import MapField, name_of
from battles.cataphract.rules.battle.scenario import MapSetting, first_places, first_posts
from battles.cataphract.rules.battle.state import OnMap, Place
from battles.cataphract.rules.battle.view import view
from battles.cataphract.rules.battle.wedge.formation import keep_shape
from battles.cataphract.rules.chapters import PLAYED
from battles.cataphract.rules.sheet.armies.roster import FIRST, SEATS, SECOND
from battles.cataphract.rules.sheet.command.ending import RULE as LAST
from battles.cataphract.rules.sheet.command.ending import outcome
from battles.cataphract.rules.sheet.command.table import first_sheet
from battles.cataphract.rules.sheet.play.state import Sheet
from engine.game import Facts, Outcome, SeatInfo
from kit.rules.rules import OpenedRules

COLOURS = {FIRST: "#5e2468", SECOND: "#8a5a12"}


class MapRules(OpenedRules[Sheet, MapField, MapPlay]):
    """The rules for one scenario on the map. Every method is a pure function."""

    system = "cataphract"
    frames = MAP_FRAMES
    setting: MapSetting
    positions, plays = MapField, MapPlay
    orders = PLAYED.order_kinds
    last_rule: ClassVar[str] = LAST
    hides_nothing: ClassVar[bool] = True

    def __init__(self, setting: MapSetting) -> None:
        super().__init__(setting)
        self._last: MapField | None = None
        names = {seat: setting.roster.sides[seat].name for seat in SEATS}
        self._seats = tuple(SeatInfo(s, names[s], COLOURS[s], names[s][:2].upper()) for s in SEATS)

    def position(self, state: Sheet) -> MapField:
        """Return the position for a state. The last position is cached, because it is requested several
        times.
        """
        last = self._last
        if last is None or last.state is not state:
            last = self._last = MapField(self.setting, state, last)
        return last

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._seats

    def blank(self) -> Sheet:
        pieces = first_places(self.setting)
        places = {id: Place(name_of(one.at), one.facing) for id, one in pieces.items()}
        board = OnMap(places, first_posts(self.setting, pieces))
        return first_sheet(self.setting.roster).but(board=board, stack=(Muster(),))

    def watch(self, play: MapPlay) -> None:
        board = play.state.board
        if self.setting.options.engaged:
            release_engaged(play)
        if "gate" in self.setting.specials:
            watch_gate(play)
        if "wedge" in self.setting.specials:
            keep_shape(play)
        if board is not None and board.fleeing and not isinstance(play.top, Fleeing):
            play.push(Fleeing())

    def view(self, state: Sheet, seat: str | None) -> Facts:
        return view(self.position(state))

    def scores(self, state: Sheet) -> Mapping[str, int]:
        pos = self.position(state)
        return {seat: pos.rout_points(seat) for seat in SEATS}

    def outcome(self, state: Sheet) -> Outcome | None:
        return outcome(self.position(state))

    def turn_of(self, state: Sheet) -> int:
        return state.turn
