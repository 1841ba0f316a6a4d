"""The rules of The Foragers, in full.

1  Two captains forage in turn. On their turn they forage as often as they dare: the face of a die is added to
   the load.
2  On a 1 the enemy's light horse comes: the load is lost and the turn is over.
3  Instead of foraging they may carry the load into their camp, which ends the turn.
4  The first to have as much in camp as the scenario's goal wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.codec import Codec
from engine.dice import Dice, d6
from engine.game import (
    BadScenario,
    Choice,
    Choices,
    Decision,
    Facts,
    IllegalAction,
    Mistake,
    Outcome,
    Rules,
    SeatInfo,
    Step,
    System,
    won_by,
)

CODEC = Codec(1)
CAUTION = 8  # the bot carries home a load of this size or more


@CODEC.register
@dataclass(frozen=True)
class Forage:
    """Roll for more (1)."""


@CODEC.register
@dataclass(frozen=True)
class Carry:
    """Bring the load into camp (3)."""


@CODEC.register
@dataclass(frozen=True)
class Foraged:
    seat: str
    face: int


@CODEC.register
@dataclass(frozen=True)
class LoadLost:
    seat: str
    load: int


@CODEC.register
@dataclass(frozen=True)
class Carried:
    seat: str
    load: int


@CODEC.register
@dataclass(frozen=True)
class State:
    seat: str  # whose turn it is
    camps: Mapping[str, int]
    load: int = 0
    turn: int = 1


@dataclass(frozen=True)
class ForagersRules(Rules[State]):
    goal: int
    hides_nothing = True
    seats = (SeatInfo("north", "The northern camp"), SeatInfo("south", "The southern camp"))

    def setup(self, dice: Dice) -> Step[State]:
        return Step(State("north", {"north": 0, "south": 0}))

    def pending(self, state: State) -> tuple[Decision, ...]:
        if self.outcome(state):
            return ()
        return (Decision(f"turn:{state.turn}:{state.load}", state.seat, "turn", Carry(), "3"),)

    def choices(self, state: State, seat: str) -> Choices:
        return tuple(
            choice
            for owed in self.pending(state)
            if owed.seat == seat
            for choice in (
                Choice("forage", rule="1", decision=owed.id),
                Choice("carry", rule="3", decision=owed.id, facts={"load": state.load}),
            )
        )

    def apply(self, state: State, seat: str, action: Any, dice: Dice) -> Step[State]:
        if all(owed.seat != seat for owed in self.pending(state)):
            raise IllegalAction("1", "not_your_turn")
        if isinstance(action, Carry):  # 3
            camps = {**state.camps, seat: state.camps[seat] + state.load}
            return Step(self.next_turn(replace(state, camps=camps)), (Carried(seat, state.load),))
        face = d6(dice, "forage", "1", seat)
        if face == 1:  # 2
            return Step(self.next_turn(state), (Foraged(seat, face), LoadLost(seat, state.load)))
        return Step(replace(state, load=state.load + face), (Foraged(seat, face),))

    def next_turn(self, state: State) -> State:
        other = "south" if state.seat == "north" else "north"
        return replace(state, seat=other, load=0, turn=state.turn + 1)

    def view(self, state: State, seat: str | None) -> Facts:
        return {"camps": dict(state.camps), "load": state.load, "goal": self.goal}

    def sees(self, event: Any, seat: str | None) -> Any:
        return event

    def outcome(self, state: State) -> Outcome | None:
        winner = next((seat for seat, stored in state.camps.items() if stored >= self.goal), None)
        return Outcome(won_by(winner), "goal_reached", "4", dict(state.camps)) if winner else None

    def turn_of(self, state: State) -> int:
        return state.turn

    def bot(self, state: State, seat: str, dice: Dice) -> Any:
        enough = state.load >= min(CAUTION, self.goal - state.camps[seat])
        return Carry() if enough else Forage()


class Foragers(System):
    name = "foragers"
    version = "1"
    codec = CODEC
    title = "The Foragers"

    def scenarios(self) -> Mapping[str, str]:
        return {"valley": "A valley in summer"}

    def scenario(self, name: str) -> Facts:
        return {"goal": 20}

    def open(self, scenario: Facts, options: Facts) -> ForagersRules:
        goal = scenario.get("goal")
        if not isinstance(goal, int) or not 1 <= goal <= 100:
            raise BadScenario([Mistake("$.goal", "goal_out_of_range")])
        return ForagersRules(goal)


FORAGERS = Foragers()
