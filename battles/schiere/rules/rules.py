"""The rules of *Schiere* for one scenario and one set of options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from battles.schiere.rules.board import facts
from battles.schiere.rules.board.play import FRAMES, Play
from battles.schiere.rules.board.position import Position, Setting
from battles.schiere.rules.board.state import State
from battles.schiere.rules.board.troops import SEATS
from battles.schiere.rules.chapters import ORDER_KINDS
from battles.schiere.rules.imagine import imagine
from battles.schiere.rules.setup.mustering import ArmyChosen
from battles.schiere.rules.setup.preparing import blank
from battles.schiere.rules.turn.acting import Reserve, TakeAction
from battles.schiere.rules.turn.ending import RULE as LAST
from battles.schiere.rules.turn.ending import outcome, points
from battles.schiere.rules.turn.going import EndAction
from battles.schiere.rules.turn.march import MoveAlong, Turn
from battles.schiere.rules.turn.turns import Finish
from battles.schiere.rules.view import view
from engine.dice import Dice
from engine.game import Fact, Facts, Mistake, Outcome, SeatInfo
from kit.rules.decisions import Event
from kit.rules.rules import OpenedRules

SEAT_INFO: Final = (
    SeatInfo("rome", "Rome", "#8c1c13", "RO"),
    SeatInfo("carthage", "Carthage", "#27588f", "CA"),
)
OPEN: Final = (TakeAction, MoveAlong, Turn, EndAction, Reserve)  # these actions reveal nothing hidden


class SchiereRules(OpenedRules[State, Position, Play]):
    """The rules for one scenario and one set of options. Every method is a pure function."""

    system = "schiere"
    frames = FRAMES
    setting: Setting
    positions, plays = Position, Play
    orders = ORDER_KINDS
    last_rule: ClassVar[str] = LAST

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return SEAT_INFO

    def watch(self, play: Play) -> None:
        """Once the battle is over, replace all decisions in progress with a single Finish frame."""
        if play.state.ended and not isinstance(play.top, Finish):
            play.set(stack=(Finish(),))

    def blank(self) -> State:
        return blank(self.setting)

    def view(self, state: State, seat: str | None) -> Facts:
        return view(self.position(state), seat)

    def imagine(self, state: State, seat: str, dice: Dice) -> State:
        return imagine(self.position(state), seat, dice) if state.stack else state

    def only_announces(self, event: Event) -> bool:
        return isinstance(event, ArmyChosen)

    def is_undoable(self, action: Any, events: Sequence[Any]) -> bool:
        return isinstance(action, OPEN)

    def scores(self, state: State) -> Mapping[str, int]:
        pos = self.position(state)
        return {seat: points(pos, seat) for seat in SEATS} if state.turn else {}

    def outcome(self, state: State) -> Outcome | None:
        return outcome(self.position(state))

    def turn_of(self, state: State) -> int:
        return state.turn

    def check_state(self, state: State) -> tuple[Mistake, ...]:
        return tuple(facts.mistakes(self.position(state)))

    def amendable(self, state: State) -> tuple[Fact, ...]:
        return facts.amendable(self.position(state))

    def tidy_state(self, state: State) -> State:
        return facts.tidy_state(self.position(state))
