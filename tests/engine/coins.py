"""First to Three, a test game: two players toss a coin in turns, heads is a point for red, tails for blue,
and three points win. The chances are known exactly. A battle is worth a point.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.dice import Dice, Throw
from engine.game import (
    GM,
    BattleReport,
    Choice,
    Choices,
    Decision,
    Facts,
    Force,
    ForceUnit,
    IllegalAction,
    OpenBattle,
    Outcome,
    Rules,
    SeatInfo,
    Step,
    won_by,
)

SEATS = ("red", "blue")
TOSS = "toss"


@dataclass(frozen=True)
class State:
    """The state of the coin game. ``points``: the points of red and blue. ``secret``: a number hidden from
    everyone. ``battle``: whether the game waits for a battle.
    """

    points: tuple[int, int] = (0, 0)
    secret: int = 0
    battle: bool = False


@dataclass(frozen=True)
class Coins(Rules[State]):
    """The rules of First to Three, a small game for tests. ``endless``: whether the game continues whatever
    the score is.
    """

    endless: bool = False

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, seat.title()) for seat in SEATS)

    def setup(self, dice: Dice) -> Step[State]:
        return Step(State())

    def pending(self, state: State) -> tuple[Decision, ...]:
        if self.outcome(state) is not None:
            return ()
        seat = GM if state.battle else SEATS[sum(state.points) % 2]
        return (Decision(f"{seat}:{sum(state.points)}", seat, TOSS, TOSS),)

    def choices(self, state: State, seat: str) -> Choices:
        return (Choice(TOSS),)

    def apply(self, state: State, seat: str, action: Any, dice: Dice) -> Step[State]:
        if isinstance(action, BattleReport):
            return Step(replace(state, points=_one_more(state, action.winner == "attacker"), battle=False))
        if action != TOSS:
            raise IllegalAction("1", "no_such_thing")
        return Step(replace(state, points=_one_more(state, dice.roll(Throw(2, "coin")) == 1), battle=False))

    def view(self, state: State, seat: str | None) -> Facts:
        return {"points": list(state.points)}

    def imagine(self, state: State, seat: str, dice: Dice) -> State:
        return replace(state, secret=dice.roll(Throw(1000, "imagined")))

    def sees(self, event: Any, seat: str | None) -> Any | None:
        return event

    def outcome(self, state: State) -> Outcome | None:
        if self.endless or max(state.points) < 3:
            return None
        return Outcome(won_by(SEATS[state.points.index(3)]), "three")

    def bot(self, state: State, seat: str, dice: Dice) -> Any:
        return TOSS

    def opens(self, state: State) -> OpenBattle | None:
        if not state.battle:
            return None
        red, blue = (Force(seat, (ForceUnit(seat, seat, "field", 5),)) for seat in SEATS)
        return OpenBattle("gm", red, blue, {})

    def report(self, state: State, report: BattleReport) -> Any:
        return report


def _one_more(state: State, red: bool) -> tuple[int, int]:
    return state.points[0] + red, state.points[1] + (not red)


def exact(points: tuple[int, int]) -> float:
    """Return red's chance to win from this state."""
    if 3 in points:
        return float(points[0] == 3)
    red, blue = points
    return (exact((red + 1, blue)) + exact((red, blue + 1))) / 2


KNOWN: Mapping[tuple[int, int], float] = {(0, 0): 0.5, (1, 0): 0.6875, (2, 1): 0.75, (0, 2): 0.125}
