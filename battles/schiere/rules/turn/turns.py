"""A turn, from the draw for the initiative to the turn's end, and the length of the battle (L71-78, L184,
L196-198, L423).
"""

from __future__ import annotations

from collections.abc import Mapping

from battles.schiere.rules.board.ground import BOAT_BRIDGE, BUILDING
from battles.schiere.rules.board.play import FRAMES, Play, Routine
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import SEATS
from battles.schiere.rules.turn.acting import Acting, actions_left
from battles.schiere.rules.turn.bidding import Bidding
from battles.schiere.rules.turn.ending import points
from engine.frames import Frame
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class GameTurn(Frame):
    """The current turn. ``drawn``: whether the initiative has been drawn or is being drawn. ``next``: the
    seat that acts next.
    """

    drawn: bool = False
    next: str = ""


@dataclass(frozen=True)
class Finish(Frame):
    """The battle is over. This frame replaces all decisions in progress."""


@dataclass(frozen=True)
class TurnBegan(Event):
    turn: int


@dataclass(frozen=True)
class BattleEnded(Event):
    """The battle has ended. ``reason`` is time, chief_lost or conceded; ``points`` is each side's score
    (L423).
    """

    reason: str
    points: Mapping[str, int]


@FRAMES.handler(GameTurn)
class _GameTurn(Routine):
    def advance(self, play: Play, frame: GameTurn) -> bool:
        if not frame.drawn:
            play.swap(frame.but(drawn=True))
            play.tell(TurnBegan(play.state.turn))
            play.push(Bidding())
            return True
        seat = next_side(play.pos, frame)
        if seat:
            play.swap(frame.but(next=foe(seat) if play.state.today.alternate else seat))
            play.push(Acting(seat))
            return True
        self._end_turn(play)
        return True

    def _end_turn(self, play: Play) -> None:
        if play.state.turn >= play.setting.turns:
            play.end("time")
            return
        built = {s: BOAT_BRIDGE if kind == BUILDING else kind for s, kind in play.state.ground.items()}
        # a boat bridge can be used from the turn after it is built (L322)
        play.set(turn=play.state.turn + 1, ground=built)
        play.swap(GameTurn())


def next_side(pos: Position, frame: GameTurn) -> str:
    """Return the side that acts next, or "" when both have finished. The first side uses up its actions,
    then the second; after a tie they alternate single actions.
    """
    first, second = pos.state.today.order or SEATS
    wanted = (frame.next, foe(frame.next)) if pos.state.today.alternate and frame.next else (first, second)
    return next((seat for seat in wanted if actions_left(pos, seat)), "")


@FRAMES.handler(Finish)
class _Finish(Routine):
    def advance(self, play: Play, frame: Finish) -> bool:
        play.pop()
        scores = {seat: points(play.pos, seat) for seat in SEATS}
        play.tell(BattleEnded(play.state.ended, scores))
        return True
