"""The rules of *Italia* for one scenario and one set of options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from campaigns.italia.rules import promises, view
from campaigns.italia.rules.chapters import ORDER_KINDS
from campaigns.italia.rules.combat import forces
from campaigns.italia.rules.combat.elsewhere import OpenField, report_action
from campaigns.italia.rules.state import facts
from campaigns.italia.rules.state.capital import NameCapital, name_unasked, unasked_capital_choices
from campaigns.italia.rules.state.play import FRAMES, Play
from campaigns.italia.rules.state.position import Position, Setting
from campaigns.italia.rules.state.progress import Trim
from campaigns.italia.rules.state.state import State
from campaigns.italia.rules.turn import setup, victory
from campaigns.italia.rules.turn.scoring import totals
from campaigns.italia.rules.war.subjects import free_orphaned_subjects
from engine.contract.promises import KEPT, OPEN
from engine.dice import Dice
from engine.game import (
    BattleReport,
    Breach,
    Choice,
    Choices,
    Fact,
    Facts,
    InvalidAction,
    Mistake,
    OpenBattle,
    OrderKind,
    Outcome,
    Power,
    Promise,
    SeatInfo,
    Step,
)
from kit.rules.decisions import refuse
from kit.rules.promises import GOLD, Promising
from kit.rules.rules import OpenedRules

SEATS: Final = {
    "red": SeatInfo("red", "Red", "#8c1c13", "RE"),
    "yellow": SeatInfo("yellow", "Yellow", "#b8860b", "YE"),
    "blue": SeatInfo("blue", "Blue", "#27588f", "BL"),
    "green": SeatInfo("green", "Green", "#2f6b3a", "GN"),
}


# standing orders that can also be given to a single nation
OF_EACH_NATION: Final = (
    "levy",
    "movement",
    "retreat",
    "react",
    "revolt",
)


class ItaliaRules(Promising, OpenedRules[State, Position, Play]):
    """The rules for one scenario and one set of options. No method changes the state it is given."""

    system = "italia"
    hides_nothing = True
    frames = FRAMES
    setting: Setting
    positions, plays = Position, Play
    last_rule: ClassVar[str] = "11.0"

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return tuple(SEATS[seat] for seat in self.setting.scn.seats)

    def powers(self, state: State, seat: str) -> tuple[Power, ...]:
        """Return a player's nations, in order of play."""
        return tuple(
            Power(n.id, n.name, n.colour, n.mark) for n in self.setting.scn.nations.values() if n.seat == seat
        )

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        """Return the standing orders that a player can give. Some of them can also be given to each
        nation.
        """
        nations = [n.id for n in self.setting.scn.nations.values() if n.seat == seat]
        own = (kind for kind in ORDER_KINDS if kind.decision in OF_EACH_NATION)
        return (*ORDER_KINDS, *(replace(kind, power=nation) for kind in own for nation in nations))

    def choices(self, state: State, seat: str) -> Choices:
        """Return the answers to the seat's decision, and its choices to name a capital, which are open at
        any time (8.1).
        """
        found = super().choices(state, seat)
        if not state.stack:
            return found
        asked = self._asked_capital(state, seat, found)
        return (*found, *unasked_capital_choices(self.position(state), seat, asked))

    def _asked_capital(self, state: State, seat: str, choices: Choices) -> tuple[str, ...]:
        """Return the nations whose own decision already offers to name a capital."""
        if not any(choice.kind == "name_capital" for choice in choices):
            return ()
        return tuple(d.power for d in self.pending(state) if d.seat == seat)

    def apply(self, state: State, seat: str, action: Any, dice: Dice) -> Step[State]:
        if not (isinstance(action, NameCapital) and action.nation and state.stack):
            return super().apply(state, seat, action, dice)
        play = self.work(state, dice)
        if action.nation in self._asked_capital(state, seat, super().choices(state, seat)):
            refuse("8.1", "not_offered", action="name_capital")
        name_unasked(play, seat, action)
        self.drive(play)
        if play.state.stack != state.stack or isinstance(state.stack[-1], Trim):
            play.set(serial=state.serial + 1)  # the pending decision is a new one
        return play.step(play.state)

    def watch(self, play: Play) -> None:
        free_orphaned_subjects(play)

    def blank(self) -> State:
        return setup.initial_state(self.setting)

    def begin(self, play: Play) -> None:
        setup.set_up(play)

    def view(self, state: State, seat: str | None) -> Facts:
        return view.view(self.position(state))

    def turn_of(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> Mapping[str, int]:
        return totals(self.position(state))

    def metrics(self, state: State) -> Mapping[str, int]:
        return self.scores(state)

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(self.position(state))

    def check_state(self, state: State) -> tuple[Mistake, ...]:
        return tuple(facts.mistakes(self.position(state)))

    def amendable(self, state: State) -> tuple[Fact, ...]:
        return facts.amendable(self.position(state))

    def tidy_state(self, state: State) -> State:
        return facts.tidy_state(self.position(state))

    def opens(self, state: State) -> OpenBattle | None:
        """Return the combat waiting to be fought elsewhere, or None."""
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, OpenField):
            return None
        return forces.open_battle(self.position(state), top, self.pending(state)[0].id)

    def report(self, state: State, report: BattleReport) -> Any:
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, OpenField):
            raise InvalidAction("", "no_battle_open")
        return report_action(self.position(state), top, report)

    def promises(self, state: State, seat: str, to: str) -> Choices:
        return promises.promise_choices(self.position(state))

    def concerns_promise(self, state: State, promise: Promise, event: Any) -> bool:
        return promises.concerns_promise(self.setting.scn, promise, event)

    def breach(self, state: State, promise: Promise, choice: Choice) -> Breach | None:
        return promises.breach(self.setting.scn, promise, choice)

    def judge_promise(self, promise: Promise, events: Sequence[Any], over: bool) -> str:
        """Judge from the events that concern a promise whether it is kept, broken or open. A promise of gold
        is kept only by paid tribute (6.4).
        """
        if promise.kind == GOLD:
            return KEPT if sum(event.tribute for event in events) >= promise.terms["gold"] else OPEN
        return super().judge_promise(promise, events, over)
