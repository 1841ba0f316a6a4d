"""A tiny battle for tests, in which each side strikes once and the higher die wins, and a bridge to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.codec import Codec
from engine.dice import Dice, d6
from engine.game import (
    BadScenario,
    BattleReport,
    Bridge,
    Choice,
    Choices,
    Decision,
    Facts,
    IllegalAction,
    Mistake,
    Muster,
    OpenBattle,
    Outcome,
    Rules,
    SeatInfo,
    Step,
    System,
    won_by,
)

CODEC = Codec(1)
SEATS = ("first", "second")


@CODEC.register
@dataclass(frozen=True)
class Strike:
    pass


@CODEC.register
@dataclass(frozen=True)
class Struck:
    seat: str
    face: int


@CODEC.register
@dataclass(frozen=True)
class Field:
    struck: Mapping[str, int]


@dataclass(frozen=True)
class DuelRules(Rules[Field]):
    hides_nothing = True
    men: Mapping[str, int]
    seats = tuple(SeatInfo(seat, seat.title()) for seat in SEATS)

    def setup(self, dice: Dice) -> Step[Field]:
        return Step(Field({}))

    def pending(self, state: Field) -> tuple[Decision, ...]:
        return tuple(Decision(f"strike:{s}", s, "strike", Strike()) for s in SEATS if s not in state.struck)[
            :1
        ]

    def choices(self, state: Field, seat: str) -> Choices:
        return tuple(Choice("strike", decision=d.id) for d in self.pending(state) if d.seat == seat)

    def apply(self, state: Field, seat: str, action: Any, dice: Dice) -> Step[Field]:
        if not self.choices(state, seat):
            raise IllegalAction("1", "not_awaited")
        face = d6(dice, "strike", "1", seat)
        return Step(replace(state, struck={**state.struck, seat: face}), (Struck(seat, face),))

    def view(self, state: Field, seat: str | None) -> Facts:
        return {"men": dict(self.men), "struck": dict(state.struck)}

    def sees(self, event: Any, seat: str | None) -> Any | None:
        return event

    def outcome(self, state: Field) -> Outcome | None:
        if len(state.struck) < 2:
            return None
        gap = state.struck["first"] - state.struck["second"]
        return Outcome(won_by("first" if gap > 0 else "second" if gap else None), "higher_die")

    def opens(self, state: Field) -> OpenBattle | None:
        return None

    def report(self, state: Field, report: BattleReport) -> Any:
        raise AssertionError("a duel opens no battle")

    def standing(self, state: Field, decision: Decision, orders: Facts) -> Any | None:
        return None

    def bot(self, state: Field, seat: str, dice: Dice) -> Any:
        return Strike()


class Duel(System):
    name = "duel"
    version = "1"
    codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return {"even": "Even"}

    def scenario(self, name: str) -> Facts:
        return {"men": {"first": 3, "second": 3}}

    def options(self) -> tuple[Any, ...]:
        return ()

    def open(self, scenario: Facts, options: Facts) -> DuelRules:
        if set(scenario.get("men", ())) != set(SEATS):
            raise BadScenario([Mistake("$.men", "missing_field")])
        return DuelRules(scenario["men"])


class FordsToDuel(Bridge):
    campaign = "fords"
    battle = "duel"

    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        men = {"first": battle.attacker.sp, "second": battle.defender.sp}
        seats = {"first": battle.attacker.seat, "second": battle.defender.seat}
        return Muster({"men": men}, {}, seats, ({"code": "one_for_one"},))

    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        """Report the battle: the loser loses one strength point."""
        winner = {"first": "attacker", "second": "defender", None: None}[outcome.winner]
        beaten = {"attacker": battle.defender, "defender": battle.attacker}.get(winner or "")
        return BattleReport(winner, {beaten.units[0].id: 1} if beaten else {})


DUEL = Duel()
BRIDGE = FordsToDuel()
