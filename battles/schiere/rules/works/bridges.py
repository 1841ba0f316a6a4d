"""Bridges: building boat bridges, and breaking bridges of any kind (L43, L192, L320-322)."""

from __future__ import annotations

from typing import Any, Final

from battles.schiere.rules.board.ground import BRIDGES, BUILDING, RIVER
from battles.schiere.rules.board.play import ActionHandler, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.command.thwarting import offer_theft_to
from battles.schiere.rules.turn.acting import Acting, actions_left, pay
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE: Final = "bridges"
TO_BUILD, TO_BREAK = 2, 1  # the cost in actions of building and of breaking (L322, ruling C7)


@dataclass(frozen=True)
class BuildBridge(Action):
    """Build a boat bridge on a river square. It can be used from the next turn on."""

    at: str


@dataclass(frozen=True)
class BreakBridge(Action):
    """Break a bridge."""

    at: str


@dataclass(frozen=True)
class BridgeBegun(Event):
    seat: str
    at: str


@dataclass(frozen=True)
class BridgeBroken(Event):
    seat: str
    at: str


def sites(pos: Position, seat: str, *kinds: str) -> tuple[str, ...]:
    """Return the free squares of these kinds next to a side's units in command (ruling S44)."""
    return tuple(
        sorted(
            {
                square
                for id in pos.units(seat)
                if pos.in_command(id)
                for square in _squares_beside(pos, pos.piece(id).at)
                if pos.ground.kind(square) in kinds and not pos.unit_at(square)
            }
        )
    )


def _squares_beside(pos: Position, square: str) -> tuple[str, ...]:
    """Return the squares that share a side with a square, including water."""
    near = ((0, 1), (1, 0), (0, -1), (-1, 0))
    found = (pos.ground.square_at_offset(square, *step) for step in near)
    return tuple(there for there in found if there)


def is_safe_site(pos: Position, seat: str, square: str) -> bool:
    """Return whether no enemy unit could come next to the bridge in one action (L322, ruling S44)."""
    around = pos.ground.neighbours[square]
    for id in pos.state.pieces:
        if pos.piece(id).seat != seat and pos.is_unit(id):
            reached = pos.ground.reach(pos.piece(id).at, pos.moves(id), pos.cls(id))
            if any(there in reached for there in around):
                return False
    return True


@handles(Acting)
class _Building(ActionHandler):
    action = BuildBridge

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        if actions_left(pos, frame.seat) < TO_BUILD or RIVER not in _kinds(pos):
            return ()
        found = tuple(s for s in sites(pos, frame.seat, RIVER) if is_safe_site(pos, frame.seat, s))
        return (Choice("build_bridge", {}, (Pick("at", tuple(map(Option, found))),), RULE),) if found else ()

    def check(self, pos: Position, frame: Acting, action: Any) -> None:
        if actions_left(pos, frame.seat) < TO_BUILD:
            refuse(RULE, "too_few_actions", needed=TO_BUILD)
        if action.at not in sites(pos, frame.seat, RIVER):
            refuse(RULE, "no_place_for_a_bridge", place=action.at[:8])
        if not is_safe_site(pos, frame.seat, action.at):
            refuse(RULE, "enemy_too_near", place=action.at)

    def execute(self, play: Play, frame: Acting, action: BuildBridge) -> None:
        play.pop()
        pay(play, frame.seat, TO_BUILD)
        play.set(ground=dict(sorted({**play.state.ground, action.at: BUILDING}.items())))
        play.tell(BridgeBegun(frame.seat, action.at))
        offer_theft_to(play, frame.seat)


@handles(Acting)
class _Breaking(ActionHandler):
    action = BreakBridge

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        found = sites(pos, frame.seat, *BRIDGES) if actions_left(pos, frame.seat) >= TO_BREAK else ()
        return (Choice("break_bridge", {}, (Pick("at", tuple(map(Option, found))),), RULE),) if found else ()

    def check(self, pos: Position, frame: Acting, action: Any) -> None:
        if action.at not in sites(pos, frame.seat, *BRIDGES):
            refuse(RULE, "no_bridge_to_break", place=action.at[:8])

    def execute(self, play: Play, frame: Acting, action: BreakBridge) -> None:
        play.pop()
        pay(play, frame.seat, TO_BREAK)
        play.set(ground=dict(sorted({**play.state.ground, action.at: RIVER}.items())))
        play.tell(BridgeBroken(frame.seat, action.at))
        offer_theft_to(play, frame.seat)


def _kinds(pos: Position) -> set[str]:
    return set(pos.ground.kinds.values())
