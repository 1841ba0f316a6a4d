"""The rules of Commands & Colors: Ancients, opened on one scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from battles.cca.rules.chapters import ORDER_KINDS
from battles.cca.rules.fight.wading import MarshEntered
from battles.cca.rules.ground.board import Side
from battles.cca.rules.imagine import imagine
from battles.cca.rules.play.battle import Battle, Setting
from battles.cca.rules.play.opening import begun
from battles.cca.rules.play.play import FRAMES, Play
from battles.cca.rules.play.state import SEATS, State
from battles.cca.rules.turn.commanding import GoToBattle, LeaveBoard, Move, MoveLeader, Order
from battles.cca.rules.turn.playing import PlayCard
from battles.cca.rules.turn.rallying import Restore
from battles.cca.rules.turn.turns import RULE as LAST
from battles.cca.rules.turn.turns import Dealing, Finish, outcome
from battles.cca.rules.view import view
from engine.dice import Dice
from engine.frames import FramedRules
from engine.game import Facts, OrderKind, Outcome, SeatInfo, Step
from kit.rules.decisions import Event

PEOPLES: Final = {
    "Roman": "Romans",
    "Carthaginian": "Carthaginians",
    "Syracusan": "Syracusans",
    "Rebel": "Rebels",
}
COLOURS: Final = {"bottom": "#8c1c13", "top": "#27588f"}
# they show nothing of the rival's
OPEN: Final = (PlayCard, Order, Move, MoveLeader, LeaveBoard, Restore, GoToBattle)


class CcaRules(FramedRules[State, Battle, Play]):
    """Rules on one scenario; every method is a pure function."""

    system = "cca"
    frames = FRAMES
    last_rule: ClassVar[str] = LAST

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._seats = tuple(self._seat(seat) for seat in SEATS)

    def _seat(self, seat: str) -> SeatInfo:
        army = self.setting.scenario.seats[Side(seat)].army
        return SeatInfo(seat, PEOPLES.get(army, army), COLOURS[seat], army[:2].upper())

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._seats

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        return ORDER_KINDS

    def position(self, state: State) -> Battle:
        return Battle(self.setting, state)

    def work(self, state: State, dice: Dice) -> Play:
        return Play(Battle(self.setting, state), dice)

    def watch(self, play: Play) -> None:
        """A battle that is over leaves whatever is in progress."""
        if play.state.ended and not isinstance(play.top, Finish):
            play.set(stack=(Finish(),))

    def setup(self, dice: Dice) -> Step[State]:
        play = self.work(begun(self.setting, Dealing()), dice)
        self.drive(play)
        return play.step(play.state)

    def view(self, state: State, seat: str | None) -> Facts:
        return view(self.position(state), seat)

    def imagine(self, state: State, seat: str, dice: Dice) -> State:
        return imagine(state, seat, dice) if state.stack else state

    def sees(self, event: Event, seat: str | None) -> Event | None:
        return event.seen_by(seat)

    def leaves_open(self, action: Any, events: Sequence[Any]) -> bool:
        """Whatever a player does before the first die is undone freely; declaring an attack is not, since
        it would tell whether the other side holds First Strike."""
        thrown = any(isinstance(event, MarshEntered) for event in events)
        return isinstance(action, OPEN) and not thrown

    def scores(self, state: State) -> Mapping[str, int]:
        pos = self.position(state)
        return {seat: pos.banners(seat) for seat in SEATS}

    def gauges(self, state: State) -> Mapping[str, int]:
        return self.scores(state)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(self.position(state))

    def turn_of(self, state: State) -> int:
        return state.number

    def describe(self, state: State) -> str:
        return str(self.position(state))
