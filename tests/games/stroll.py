"""A tiny game for tests of undo: on their turn players walk (no die) and throw (a die) as often as they
like, then halt, which begins the next player's turn. Nothing is hidden.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.codec import Codec
from engine.dice import Dice, d6
from engine.game import (
    GM,
    BattleReport,
    Bridge,
    Choice,
    Choices,
    Decision,
    Facts,
    Force,
    ForceUnit,
    IllegalAction,
    Muster,
    OpenBattle,
    Outcome,
    Rules,
    SeatInfo,
    Step,
    System,
)

CODEC = Codec(1)
SEATS = ("north", "south", "west")


@CODEC.register
@dataclass(frozen=True)
class Walk:
    """A step without dice."""


@CODEC.register
@dataclass(frozen=True)
class Throw:
    """A throw of one die, added to the seat's total."""


@CODEC.register
@dataclass(frozen=True)
class Halt:
    """An action that passes the turn to the next player."""


@CODEC.register
@dataclass(frozen=True)
class Challenge:
    """A challenge to a battle with the next player. The challenge itself rolls no die."""


@CODEC.register
@dataclass(frozen=True)
class Fought:
    """The referee's report of a battle's winner ("attacker", "defender", or None)."""

    winner: str | None


@CODEC.register
@dataclass(frozen=True)
class Challenged:
    seat: str
    other: str


@CODEC.register
@dataclass(frozen=True)
class Rule:
    """The referee's ruling: one seat gets a point without a die."""

    seat: str


@CODEC.register
@dataclass(frozen=True)
class Walked:
    seat: str


@CODEC.register
@dataclass(frozen=True)
class Thrown:
    seat: str
    face: int


@CODEC.register
@dataclass(frozen=True)
class Halted:
    seat: str


@CODEC.register
@dataclass(frozen=True)
class Way:
    turn: int
    seat: str
    points: Mapping[str, int]
    battles: int = 0
    challenged: str | None = None


KINDS = ("walk", "throw", "halt", "challenge")


@dataclass(frozen=True)
class StrollRules(Rules[Way]):
    keys: tuple[str, ...]
    turns: int
    hides_nothing = True

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, seat.title()) for seat in self.keys)

    def setup(self, dice: Dice) -> Step[Way]:
        return Step(Way(1, self.keys[0], dict.fromkeys(self.keys, 0)))

    def pending(self, state: Way) -> tuple[Decision, ...]:
        if self.outcome(state) is not None:
            return ()
        if state.challenged is not None:
            return (Decision(f"battle:{state.battles}", GM, "battle", Fought("attacker")),)
        return (Decision(f"turn:{state.turn}:{state.seat}", state.seat, "turn", Halt()),)

    def choices(self, state: Way, seat: str) -> Choices:
        mine = tuple(
            Choice(kind, decision=d.id) for d in self.pending(state) if d.seat == seat for kind in KINDS
        )
        if state.challenged is not None and seat == GM:
            return tuple(Choice("fought", {"winner": one}) for one in ("attacker", "defender", None))
        ruling = tuple(Choice("rule", {"seat": key}) for key in self.keys) if seat == GM else ()
        return mine + ruling

    def apply(self, state: Way, seat: str, action: Any, dice: Dice) -> Step[Way]:
        if isinstance(action, Rule) and seat == GM:
            return Step(replace(state, points={**state.points, action.seat: state.points[action.seat] + 1}))
        if not any(d.seat == seat for d in self.pending(state)):
            raise IllegalAction("1", "not_awaited")
        match action:
            case Fought():
                return Step(replace(state, challenged=None))
            case Challenge():
                other = self.following(seat)
                return Step(
                    replace(state, challenged=other, battles=state.battles + 1), (Challenged(seat, other),)
                )
            case Walk():
                return Step(
                    replace(state, points={**state.points, seat: state.points[seat] + 1}), (Walked(seat),)
                )
            case Throw():
                face = d6(dice, "throw", "1", seat)
                points = {**state.points, seat: state.points[seat] + 10 * face}
                return Step(replace(state, points=points), (Thrown(seat, face),))
        following = self.following(seat)
        last = following == self.keys[0]
        return Step(replace(state, seat=following, turn=state.turn + last), (Halted(seat),))

    def following(self, seat: str) -> str:
        return self.keys[(self.keys.index(seat) + 1) % len(self.keys)]

    def view(self, state: Way, seat: str | None) -> Facts:
        return {"points": dict(state.points), "turn": state.turn}

    def sees(self, event: Any, seat: str | None) -> Any | None:
        return event

    def turn_of(self, state: Way) -> int:
        return state.turn

    def outcome(self, state: Way) -> Outcome | None:
        return Outcome((), "over") if state.turn > self.turns else None

    def opens(self, state: Way) -> OpenBattle | None:
        if state.challenged is None:
            return None
        one, other = (
            Force(seat, (ForceUnit(seat, seat, "men", 3),)) for seat in (state.seat, state.challenged)
        )
        return OpenBattle(f"battle:{state.battles}", one, other, {})

    def report(self, state: Way, report: BattleReport) -> Any:
        return Fought(report.winner)

    def standing(self, state: Way, decision: Decision, orders: Facts) -> Any | None:
        return None

    def bot(self, state: Way, seat: str, dice: Dice) -> Any:
        return Halt()


class Stroll(System):
    name = "stroll"
    version = "1"
    codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return {"two": "Two walk", "three": "Three walk"}

    def scenario(self, name: str) -> Facts:
        return {"seats": list(SEATS[:2] if name == "two" else SEATS), "turns": 9}

    def options(self) -> tuple[Any, ...]:
        return ()

    def open(self, scenario: Facts, options: Facts) -> StrollRules:
        return StrollRules(tuple(scenario["seats"]), scenario["turns"])


class StrollToDuel(Bridge):
    campaign = "stroll"
    battle = "duel"

    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        seats = {"first": battle.attacker.seat, "second": battle.defender.seat}
        return Muster({"men": {"first": 3, "second": 3}}, {}, seats)

    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        return BattleReport({"first": "attacker", "second": "defender", None: None}[outcome.winner], {})


STROLL = Stroll()
BRIDGE = StrollToDuel()
WALK, THROW, HALT, CHALLENGE = ({"kind": kind} for kind in KINDS)
