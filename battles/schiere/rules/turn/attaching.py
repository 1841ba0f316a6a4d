"""Attach a commander to a unit (L192, L208, L232)."""

from __future__ import annotations

from battles.schiere.rules.board.play import ActionHandler, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import COMMANDERS
from battles.schiere.rules.turn.going import MOVES, Going, acting, may_move, spend
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE = "chief"


@dataclass(frozen=True)
class Attach(Action):
    """Attach the commander to an adjacent unit, which ends the commander's action."""

    unit: str


@dataclass(frozen=True)
class Attached(Event):
    commander: str
    unit: str


@handles(Going)
class _Attaching(ActionHandler):
    action = Attach

    def list_choices(self, pos: Position, frame: Going) -> Choices:
        options = tuple(Option(id) for id in joinable(pos, frame))
        return (Choice("attach", {}, (Pick("unit", options),), RULE),) if options else ()

    def check(self, pos: Position, frame: Going, action: Attach) -> None:
        if action.unit not in joinable(pos, frame):
            refuse(RULE, "cannot_join", piece=action.unit[:20])

    def execute(self, play: Play, frame: Going, action: Attach) -> None:
        commander = frame.units[0]
        spend(play, frame.units, 0, MOVES)
        play.change(commander, host=action.unit, at=play.pos.piece(action.unit).at)
        play.tell(Attached(commander, action.unit))


def joinable(pos: Position, frame: Going) -> tuple[str, ...]:
    """Return the adjacent units without a commander that an acting commander can join. Ballistae are left
    out, because they have no attack that a commander could add to (ruling S26).
    """
    able = acting(pos, frame)
    if not may_move(frame) or len(able) != 1 or pos.piece(able[0]).troop not in COMMANDERS:
        return ()
    here = pos.piece(able[0])
    return tuple(
        id
        for id in sorted(pos.neighbours(here.at))
        if pos.piece(id).seat == frame.seat
        and pos.is_unit(id)
        and pos.cls(id) != "ballista"
        and not pos.attached_commander(id)
    )
