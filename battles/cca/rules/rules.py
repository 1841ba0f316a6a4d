"""The rules of Commands & Colors: Ancients for one scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from battles.cca.rules.chapters import ORDER_KINDS
from battles.cca.rules.fight.wading import MarshEntered
from battles.cca.rules.imagine import imagine
from battles.cca.rules.play.battle import Battle, Setting
from battles.cca.rules.play.opening import opening_state
from battles.cca.rules.play.play import FRAMES, Play
from battles.cca.rules.play.state import SEATS, State
from battles.cca.rules.terrain.board import Side
from battles.cca.rules.turn.commanding import GoToBattle, LeaveBoard, Move, MoveLeader, Order
from battles.cca.rules.turn.playing import PlayCard
from battles.cca.rules.turn.rallying import Restore
from battles.cca.rules.turn.turns import RULE as LAST
from battles.cca.rules.turn.turns import Dealing, Finish, outcome
from battles.cca.rules.view import view
from engine.dice import Dice
from engine.game import Facts, Outcome, SeatInfo
from kit.rules.rules import OpenedRules

PEOPLES: Final = {
    "Roman": "Romans",
    "Carthaginian": "Carthaginians",
    "Syracusan": "Syracusans",
    "Rebel": "Rebels",
}
COLOURS: Final = {"bottom": "#8c1c13", "top": "#27588f"}
# actions that reveal nothing about the opponent
OPEN: Final = (PlayCard, Order, Move, MoveLeader, LeaveBoard, Restore, GoToBattle)


class CcaRules(OpenedRules[State, Battle, Play]):
    """The rules for one scenario. Every method is a pure function."""

    system = "cca"
    frames = FRAMES
    setting: Setting
    positions, plays = Battle, Play
    orders = ORDER_KINDS
    last_rule: ClassVar[str] = LAST

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._seats = tuple(self._seat(seat) for seat in SEATS)

    def _seat(self, seat: str) -> SeatInfo:
        army = self.setting.scenario.seats[Side(seat)].army
        return SeatInfo(seat, PEOPLES.get(army, army), COLOURS[seat], army[:2].upper())

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._seats

    def watch(self, play: Play) -> None:
        """Once the battle is over, replace all decisions in progress with a single Finish frame."""
        if play.state.ended and not isinstance(play.top, Finish):
            play.set(stack=(Finish(),))

    @property
    def hides_nothing(self) -> bool:
        """Return whether the state has no secrets, because the players hold real cards."""
        return self.setting.options.real_cards

    def blank(self) -> State:
        return opening_state(self.setting, Dealing())

    def view(self, state: State, seat: str | None) -> Facts:
        return view(self.position(state), seat)

    def imagine(self, state: State, seat: str, dice: Dice) -> State:
        return state if self.hides_nothing or not state.stack else imagine(state, seat, dice)

    def is_undoable(self, action: Any, events: Sequence[Any]) -> bool:
        """Return whether a step can be undone freely.

        Before the first die everything can be undone except the declaration of an attack. Undoing a
        declaration would reveal whether the other side holds First Strike.
        """
        thrown = any(isinstance(event, MarshEntered) for event in events)
        return isinstance(action, OPEN) and not thrown

    def scores(self, state: State) -> Mapping[str, int]:
        pos = self.position(state)
        return {seat: pos.banners(seat) for seat in SEATS}

    def metrics(self, state: State) -> Mapping[str, int]:
        return self.scores(state)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(self.position(state))

    def turn_of(self, state: State) -> int:
        return state.number
