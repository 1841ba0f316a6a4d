"""Preparation: everything before the first turn, in sequence (L17-29)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battles.schiere.rules.board.play import FRAMES, Play, Routine
from battles.schiere.rules.board.position import Setting
from battles.schiere.rules.board.state import Side, State
from battles.schiere.rules.board.troops import SEATS
from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.setup.assignment import Assigning
from battles.schiere.rules.setup.buying import Buying
from battles.schiere.rules.setup.camps import Camping
from battles.schiere.rules.setup.deployment import OrderingDeployment
from battles.schiere.rules.setup.edges import ChoosingEdge
from battles.schiere.rules.setup.mustering import Mustering
from battles.schiere.rules.tables import load
from battles.schiere.rules.turn.bidding import Bidding
from battles.schiere.rules.turn.turns import GameTurn, TurnBegan
from engine.frames import Frame
from engine.values import dataclass
from kit.hand.deck import deck_of

EACH: Final[int] = load("orders")["each"]  # number of orders of each face in the bag


@dataclass(frozen=True)
class Preparing(Frame):
    """The preparation of the battle. ``done`` is the number of STEPS completed."""

    done: int = 0


STEPS: Final[tuple[Callable[[], Frame], ...]] = (
    Mustering,
    ChoosingEdge,
    Camping,
    Buying,
    Bidding,
    OrderingDeployment,
    Assigning,
)


@FRAMES.handler(Preparing)
class _Preparing(Routine):
    def advance(self, play: Play, frame: Preparing) -> bool:
        if frame.done < len(STEPS):
            play.swap(frame.but(done=frame.done + 1))
            play.push(STEPS[frame.done]())
            return True
        play.swap(GameTurn(drawn=True))
        play.tell(TurnBegan(play.state.turn))
        return True


def blank(setting: Setting) -> State:
    """Return the state with an empty board, before anything has been chosen."""
    return State(
        turn=1,
        pieces={},
        sides={seat: Side() for seat in sorted(SEATS)},
        orders={},
        bag=deck_of(card for card in CARDS for _ in range(EACH)),
        ground={},
        gone={},
        made={},
        stack=(Preparing(),),
    )
