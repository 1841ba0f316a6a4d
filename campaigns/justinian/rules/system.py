"""*Justinian* as a system of the engine: scenario, options, and the rules opened on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from campaigns.justinian.bot import choose, reasons
from campaigns.justinian.rules import view
from campaigns.justinian.rules.battle import bridge_forces
from campaigns.justinian.rules.chapters import CODEC, ORDER_KINDS
from campaigns.justinian.rules.ground.losses import Losses
from campaigns.justinian.rules.ground.play import Play, refuse
from campaigns.justinian.rules.ground.position import Position, Table
from campaigns.justinian.rules.ground.progress import Battle
from campaigns.justinian.rules.ground.registry import DUTIES, ORDERS, asking
from campaigns.justinian.rules.ground.state import BARBARIAN, BYZANTIUM, State
from campaigns.justinian.rules.march.interception import Intercept
from campaigns.justinian.rules.scenario.loading import TITLES, builtin, load
from campaigns.justinian.rules.scenario.options import FIELDS, Options, parse
from campaigns.justinian.rules.segment import segments
from campaigns.justinian.rules.setting_up import setup
from campaigns.justinian.rules.turn import treasuries, victory
from campaigns.justinian.rules.turn.revenue import watch_europa
from engine.codec import canonical
from engine.dice import Dice, Scripted
from engine.game import (
    GM,
    BattleReport,
    Choices,
    Decision,
    Facts,
    Field,
    OpenBattle,
    OrderKind,
    Outcome,
    Rules,
    SeatInfo,
    Step,
    System,
)

SEATS = (
    SeatInfo(BYZANTIUM, "Byzantium", "#6b2d8b", "BY"),
    SeatInfo(BARBARIAN, "Barbarians", "#a8421f", "BA"),
)
# Who holds a place is open until these are over: the losses of a battle are simultaneous.
UNSETTLED = (Intercept, Battle, Losses)


class JustinianRules(Rules[State]):
    """Rules on one scenario and one set of options; every method is a pure function."""

    # Leaders are drawn blind (3.24), but out of a cup that has no order and whose contents everybody can
    # reckon: the Magistri Militum that have come up and are not in play. So a seat imagines what is there.
    hides_nothing = True

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return SEATS

    def setup(self, dice: Dice) -> Step[State]:
        play = Play(Position(self.table, setup.blank(self.table)), dice)
        drive(play)
        return Step(play.state, tuple(play.events))

    def decision(self, state: State) -> Decision | None:
        """The one decision that is pending; None when the game is over."""
        if not state.stack:
            return None
        duty, frame = asking(state)
        ask = duty.ask(Position(self.table, state), frame)
        return Decision(f"{state.serial}:{ask.kind}", ask.seat, ask.kind, ask.default, ask.rule, ask.facts)

    def pending(self, state: State) -> tuple[Decision, ...]:
        decision = self.decision(state)
        return (decision,) if decision else ()

    def choices(self, state: State, seat: str) -> Choices:
        decision = self.decision(state)
        if decision is None or decision.seat != seat:
            return ()
        duty, frame = asking(state)
        found = duty.choices(Position(self.table, state), frame)
        return tuple(replace(c, decision=decision.id) for c in found)

    def apply(self, state: State, seat: str, action: Any, dice: Dice) -> Step[State]:
        if not state.stack:
            refuse("10.1", "game_over")
        duty, frame = asking(state)
        owner = duty.ask(Position(self.table, state), frame).seat
        if owner != seat:
            refuse("", "not_your_decision", seat=owner)
        play = Play(Position(self.table, state.but(serial=state.serial + 1)), dice)
        duty.answer(play, frame, action)
        drive(play)
        return Step(play.state, tuple(play.events))

    def view(self, state: State, seat: str | None) -> Facts:
        return view.view(Position(self.table, state))

    def sees(self, event: Any, seat: str | None) -> Any | None:
        return event

    def turn_of(self, state: State) -> int:
        """The number of the turn, for the chronicle."""
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(Position(self.table, state))

    def opens(self, state: State) -> OpenBattle | None:
        decision = self.decision(state)
        if decision is None or decision.seat != GM:
            return None
        return bridge_forces.open_battle(Position(self.table, state), decision.id)

    def report(self, state: State, report: BattleReport) -> Any:
        return bridge_forces.report(Position(self.table, state), report)

    def standing(self, state: State, decision: Decision, orders: Facts) -> Any | None:
        """The answer that the seat's orders give while it is away; None where they say nothing."""
        order, said = ORDERS.get(decision.kind), orders.get(decision.kind)
        if order and order.answer and said is not None and state.stack:
            return order.answer(Position(self.table, state), state.stack[-1], said)
        if segments.plays(decision, orders):
            return choose.choose(self, state, decision.seat, Scripted([]))  # the bots roll no dice
        return None

    def bot(self, state: State, seat: str, dice: Dice) -> Any:
        return choose.choose(self, state, seat, dice)

    def describe(self, state: State) -> str:
        return str(Position(self.table, state))

    def why(self, state: State, action: Any) -> Facts | None:
        """Why the bot answers so: a code and its facts; None where it has no reason of its own to give."""
        return reasons.why(self, state, action)


def drive(play: Play) -> None:
    """Go on until somebody has to answer, or the game is over."""
    while play.state.stack:
        if not any(isinstance(f, UNSETTLED) for f in play.state.stack):
            watch_europa(play)
            treasuries.watch(play)
        frame = play.top
        if not DUTIES[type(frame)].advance(play, frame):
            return


class JustinianSystem(System):
    """Registered under "justinian"."""

    name = "justinian"
    version = "5"

    def __init__(self) -> None:
        self.codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return TITLES

    def scenario(self, name: str) -> Facts:
        found: Facts = builtin(name)
        return found

    def options(self) -> tuple[Field, ...]:
        return FIELDS

    def order_kinds(self) -> tuple[OrderKind, ...]:
        return ORDER_KINDS

    def open(self, scenario: Facts, options: Facts) -> JustinianRules:
        return _open(load(scenario), parse(options), canonical(dict(options)))


@lru_cache(maxsize=32)
def _open(scn: Any, options: Options, _key: str) -> JustinianRules:
    return JustinianRules(Table(scn, options))


JUSTINIAN = JustinianSystem()
