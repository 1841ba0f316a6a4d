"""*Justinian* as a system of the engine. It provides the scenarios, the options, and the rules for a given
scenario and options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.justinian.rules import promises, view
from campaigns.justinian.rules.battle import bridge_forces
from campaigns.justinian.rules.battle.land_battle import BattleFought
from campaigns.justinian.rules.battle.retreat_before import RetreatedBefore
from campaigns.justinian.rules.battle.withdraw import Retreated
from campaigns.justinian.rules.chapters import ORDER_KINDS, PLAYED
from campaigns.justinian.rules.march.interception import Intercept
from campaigns.justinian.rules.scenario.loading import TITLES, builtin, load
from campaigns.justinian.rules.scenario.options import FIELDS, Options, parse
from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.sea.naval_battle import SeaBattleFought
from campaigns.justinian.rules.sea.naval_retreat import FleetRetreated
from campaigns.justinian.rules.segment import segments
from campaigns.justinian.rules.segment.byzantine import SegmentLost
from campaigns.justinian.rules.setting_up import setup
from campaigns.justinian.rules.state import facts
from campaigns.justinian.rules.state.losses import Losses
from campaigns.justinian.rules.state.play import FRAMES, Play
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, State
from campaigns.justinian.rules.turn import treasuries, victory
from campaigns.justinian.rules.turn.random_events import MutinyRolled, RevoltRolled
from campaigns.justinian.rules.turn.revenue import watch_europa
from engine.dice import Dice, Scripted
from engine.game import (
    GM,
    BattleReport,
    Breach,
    Choice,
    Choices,
    Decision,
    Fact,
    Facts,
    InvalidAction,
    Mistake,
    OpenBattle,
    OrderKind,
    Outcome,
    Promise,
    SeatInfo,
)
from kit.rules.promises import Promising
from kit.rules.rules import OpenedRules, OpenedSystem

SEATS = (
    SeatInfo(BYZANTIUM, "Byzantium", "#6b2d8b", "BY"),
    SeatInfo(BARBARIAN, "Barbarians", "#a8421f", "BA"),
)
# Plans stop after these events, so that the player can react.
SHOCKS = (
    BattleFought,
    FleetRetreated,
    MutinyRolled,
    Retreated,
    RetreatedBefore,
    RevoltRolled,
    SeaBattleFought,
    SegmentLost,
)
# Control of a place is not judged while these frames are open, because losses in a battle are simultaneous.
UNSETTLED = (Intercept, Battle, Losses)


class JustinianRules(Promising, OpenedRules[State, Position, Play]):
    """The rules for one scenario and one set of options. Every method is a pure function."""

    # Leaders are drawn blindly (3.24), but the contents of the cup are public: the Magistri Militum not yet
    # drawn, and those returned. Only the next leader to be drawn is unknown, as with a die roll.
    system = "justinian"
    hides_nothing = True
    frames = FRAMES
    setting: Setting
    positions, plays = Position, Play
    last_rule = "10.1"

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return SEATS

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        return tuple(kind for kind in ORDER_KINDS if FRAMES.orders[kind.decision].seat in ("", seat))

    def blank(self) -> State:
        return setup.blank(self.setting)

    def watch(self, play: Play) -> None:
        for frame in play.state.stack:
            if isinstance(frame, UNSETTLED):
                return
        if play.watched is None or not play.watched.has_map_of(play.state):
            watch_europa(play)
            treasuries.watch(play)
            play.watched = play.state

    def decision(self, state: State) -> Decision | None:
        """Return the pending decision, or None if the game is over. There is never more than one."""
        return next(iter(self.pending(state)), None)

    def view(self, state: State, seat: str | None) -> Facts:
        return view.view(self.position(state))

    def interrupts_plan(self, event: Any, seat: str) -> bool:
        return isinstance(event, SHOCKS)

    def turn_of(self, state: State) -> int:
        """Return the number of the turn, for the chronicle."""
        return state.turn

    def scores(self, state: State) -> Mapping[str, int]:
        return victory.scores(self.position(state))

    def metrics(self, state: State) -> Mapping[str, int]:
        return {"provinces": self.scores(state)["provinces"]}

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(self.position(state))

    def opens(self, state: State) -> OpenBattle | None:
        decision = self.decision(state)
        if decision is None or decision.seat != GM:
            return None
        return bridge_forces.open_battle(self.position(state), decision.id)

    def report(self, state: State, report: BattleReport) -> Any:
        return bridge_forces.report(self.position(state), report)

    def force_result(self, state: State, winner: str, dice: Dice) -> BattleReport:
        battle = self.opens(state)
        if battle is None:
            raise InvalidAction("", "no_open_battle")
        return bridge_forces.force_result(self.position(state), battle, winner, dice)

    def standing(self, state: State, decision: Decision, orders: Facts) -> Any | None:
        """Return the answer that an absent seat's standing orders give, or None if they give none. If the
        orders leave the segment to the bot, return the bot's action.
        """
        answer = super().standing(state, decision, orders)
        if answer is None and segments.is_left_to_bot(decision, orders):
            return self.bot(state, decision.seat, Scripted([]))  # the bots roll no dice
        return answer

    def check_state(self, state: State) -> tuple[Mistake, ...]:
        return tuple(facts.mistakes(self.position(state)))

    def amendable(self, state: State) -> tuple[Fact, ...]:
        return facts.amendable(self.position(state))

    def tidy_state(self, state: State) -> State:
        return facts.tidy_state(state)

    def promises(self, state: State, seat: str, to: str) -> Choices:
        return promises.promise_choices(self.position(state), seat)

    def concerns_promise(self, state: State, promise: Promise, event: Any) -> bool:
        return promises.concerns_promise(state, promise, event)

    def breach(self, state: State, promise: Promise, choice: Choice) -> Breach | None:
        at = next((one.facts.get("at") for one in self.pending(state) if one.seat == promise.by), None)
        return promises.breach(self.position(state), promise, choice, at)


class JustinianSystem(OpenedSystem[Scenario, Options, JustinianRules]):
    """The system of *Justinian*, registered under "justinian"."""

    name = "justinian"
    version = "5"
    played, state = PLAYED, State
    titles, fields = TITLES, FIELDS

    def scenario(self, name: str) -> Facts:
        found: Facts = builtin(name)
        return found

    def parse_options(self, options: Facts) -> Options:
        return parse(options)

    def load(self, scenario: Facts, options: Options) -> Scenario:
        return load(scenario)

    def rules(self, found: Scenario, options: Options, scenario: Facts) -> JustinianRules:
        return JustinianRules(Setting(found, options))


JUSTINIAN = JustinianSystem()
