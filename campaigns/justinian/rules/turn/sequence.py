"""The sequence of a turn (3.1): phases A-D."""

from __future__ import annotations

from campaigns.justinian.rules.state import elimination
from campaigns.justinian.rules.state.elimination import separate_armies
from campaigns.justinian.rules.state.play import Play, Routine, handler
from campaigns.justinian.rules.state.progress import BarbarianSegment, ByzantineSegment
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM
from campaigns.justinian.rules.turn import arriving_leaders, levy, removal, replaced_leaders, revenue, victory
from campaigns.justinian.rules.turn.maintenance import Maintain
from campaigns.justinian.rules.turn.new_armies import RaiseArmy
from engine.frames import Frame
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class Turn(Frame):
    """The turn in progress (3.1), always at the bottom of the stack."""

    step: str


@dataclass(frozen=True)
class TurnBegan(Event):
    turn: int
    year: int


SELECTS, RANDOMS = 2, 3  # markers per turn (6.21)


@handler(Turn)
class TurnHandler(Routine):
    def advance(self, play: Play, frame: Turn) -> bool:
        getattr(self, f"_{frame.step}")(play)
        return True

    def _begin(self, play: Play) -> None:
        play.set(
            recruited=frozenset(),
            spent_counters=frozenset(),
            selects=SELECTS,
            randoms=RANDOMS,
            segments=0,
            next_side=BARBARIAN,
            double="no",
            combined=False,
            held={},
        )
        turn = play.state.turn
        play.tell(TurnBegan(turn, play.scn.turns[turn]))
        elimination.return_persian_leader(play)
        first = turn == play.options.start_turn  # the first turn has no phases A and B
        play.swap(Turn("arrivals" if first else "revenue"))

    def _revenue(self, play: Play) -> None:
        play.swap(Turn("removal"))
        revenue.collect(play)  # phase A/1

    def _removal(self, play: Play) -> None:
        play.swap(Turn("maintenance"))
        removal.remove(play)  # phase A/2

    def _maintenance(self, play: Play) -> None:
        play.swap(Turn("recruit"))
        play.push(Maintain())  # phase A/3

    def _recruit(self, play: Play) -> None:
        play.swap(Turn("new_army"))
        separate_armies(play, BYZANTIUM)
        levy.roll(play, "phase")  # phase B/1

    def _new_army(self, play: Play) -> None:
        play.swap(Turn("leaders"))
        play.push(RaiseArmy())  # phase B/2

    def _leaders(self, play: Play) -> None:
        play.swap(Turn("arrivals"))
        play.push(replaced_leaders.replaceable(play.state))  # phase B/3

    def _arrivals(self, play: Play) -> None:
        play.swap(Turn("activation"))
        arriving_leaders.arrivals(play)

    def _activation(self, play: Play) -> None:
        if play.state.segments >= play.options.segments_a_turn:
            play.swap(Turn("end"))
        elif play.state.next_side == BARBARIAN:
            play.set(held={})
            play.push(BarbarianSegment())
        else:
            play.set(held={})
            play.push(ByzantineSegment())

    def _end(self, play: Play) -> None:
        if victory.end_of_turn(play):
            return
        play.set(turn=play.state.turn + 1)
        play.swap(Turn("begin"))
