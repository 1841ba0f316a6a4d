"""Hastening: a resolute wing commander lets a schiera of infantry march twice in one action (L236)."""

from __future__ import annotations

from typing import Any

from battles.schiere.rules.board.play import ActionHandler, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.turn.acting import PER_TURN, extra_actions
from battles.schiere.rules.turn.going import Going, acting, may_move
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE = "wings"


@dataclass(frozen=True)
class Hasten(Action):
    """Give the acting units their movement points again, instead of a second action this turn."""


@dataclass(frozen=True)
class Hastened(Event):
    seat: str
    units: tuple[str, ...]


@handles(Going)
class _Hastening(ActionHandler):
    action = Hasten

    def list_choices(self, pos: Position, frame: Going) -> Choices:
        return (Choice("hasten", rule=RULE),) if hastens(pos, frame) else ()

    def check(self, pos: Position, frame: Going, action: Any) -> None:
        if not hastens(pos, frame):
            refuse(RULE, "not_urged_on")

    def execute(self, play: Play, frame: Going, action: Hasten) -> None:
        """Hasten the schiera. Its wing commander can do this for only one schiera a turn, and the limit of
        three moves still applies.
        """
        piece = play.pos.piece(acting(play.pos, frame)[0])
        wing = play.pos.wing(piece.seat, piece.wing)
        play.remember(urged={**play.state.today.urged, wing: piece.schiera})
        play.count_today("acted", frame.units)
        left = {
            id: points + (play.pos.moves(id) if id in play.state.pieces else 0)
            for id, points in frame.left.items()
        }
        play.amend(Going, left=left)
        play.tell(Hastened(frame.seat, frame.units))


def hastens(pos: Position, frame: Going) -> bool:
    """Return whether the acting units can march a second time. They must be infantry that a resolute wing
    commander urges on, have moved, and not have acted before this turn.
    """
    able = acting(pos, frame)
    if not able or not may_move(frame):
        return False
    return all(
        extra_actions(pos, id)
        and pos.state.today.acted.get(id, 0) == PER_TURN
        and frame.left[id] < pos.moves(id)
        for id in able
    )
