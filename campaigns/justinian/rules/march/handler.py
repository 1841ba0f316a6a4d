"""The choices of an army during its activation, and how they are carried out (7.1, 6.52-6.53, 8.24)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from campaigns.justinian.rules.battle.forces import hypothetical_battle
from campaigns.justinian.rules.march import combine as march_combine
from campaigns.justinian.rules.march import detach as march_detach
from campaigns.justinian.rules.march import disband as march_disband
from campaigns.justinian.rules.march import forts, march
from campaigns.justinian.rules.march import frontier as march_frontier
from campaigns.justinian.rules.march import markers as march_markers
from campaigns.justinian.rules.march import recover as march_recover
from campaigns.justinian.rules.march.combine import Combine, Redistribute, SplitOff, redistribution_choices
from campaigns.justinian.rules.march.detach import Detach, HandOver, PickUp
from campaigns.justinian.rules.march.disband import Disband
from campaigns.justinian.rules.march.frontier import LeaveFrontier
from campaigns.justinian.rules.march.markers import PlaceMarker, RemoveMarker
from campaigns.justinian.rules.march.recover import Recover
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, TREASURE_POWERS, State
from campaigns.justinian.rules.state.state import enemy as other_side
from campaigns.justinian.rules.state.values import NOTHING
from engine.frames import Ask
from engine.game import Choice, Option, Pick
from engine.values import dataclass, replace
from kit.rules.decisions import Action


@dataclass(frozen=True)
class MoveArmy(Action):
    """Move to an adjacent place. ``treasury``: whether the army carries its power's treasury along (5.41)."""

    to: str
    treasury: bool = False


@dataclass(frozen=True)
class Attack(Action):
    """Attack enemies in the province. ``target`` is "all" or the id of one army."""

    target: str


@dataclass(frozen=True)
class EndActivation(Action):
    pass


DO: dict[type, Callable[[Play, March, Any], None]] = {
    Combine: march_combine.combine,
    Redistribute: march_combine.redistribute,
    Disband: march_disband.disband,
    LeaveFrontier: march_frontier.leave_frontier,
    Detach: march_detach.detach,
    PickUp: march_detach.pick_up,
    HandOver: march_detach.hand_over,
    PlaceMarker: march_markers.place_marker,
    RemoveMarker: march_markers.remove_marker,
    Recover: march_recover.recover,
    SplitOff: march_combine.split_off,
}


@handler(March)
class MarchHandler(FrameHandler):
    def advance(self, play: Play, frame: March) -> bool:
        if frame.over:
            march.end_activation(play, frame, "defeated")
        elif frame.army not in play.state.armies or play.state.armies[frame.army].head:
            march.end_activation(play, frame, "gone")
        elif not play.state.force_sp(frame.army) and not _can_move_alone(play.state, frame.army):
            march.end_activation(play, frame, "no_sp")
        elif frame.then:
            _resume(play, frame)
        elif play.state.armies[frame.army].at in play.scn.boxes and frame.mp == 0:
            march.end_activation(play, frame, "no_mp")
        elif frame.landed and (frame.fought or not march.attackable(play.state, frame)):
            march.end_activation(play, frame, "landed")
        elif not frame.landed and frame.mp == 0 and not redistribution_choices(play.pos, frame):
            march.end_activation(play, frame, "no_mp")
        else:
            return False
        return True

    def ask(self, pos: Position, frame: March) -> Ask:
        facts = {"army": frame.army, "mp": frame.mp, "at": pos.state.armies[frame.army].at}
        return Ask(frame.seat, "march", EndActivation(), "7.15", facts)

    def choices(self, pos: Position, frame: March) -> tuple[Choice, ...]:
        found = []
        possible = march.moves(pos, frame)
        if possible:
            options = tuple(_destination(pos.state, frame, p, mp) for p, mp in possible.items())
            army = pos.state.armies[frame.army]
            if pos.state.treasuries.get(army.power) == army.at:
                found.append(Choice("move_army", {"treasury": True}, (Pick("to", options),), "5.41"))
            found.append(Choice("move_army", {"treasury": False}, (Pick("to", options),), "7.12"))
        targets = march.attackable(pos.state, frame)
        if targets:
            place = pos.state.armies[frame.army].at
            options = tuple(_target(pos, frame, place, t) for t in targets)
            found.append(Choice("attack", fields=(Pick("target", options),), rule="8.11"))
        if not frame.landed:
            found += other_choices(pos, frame)
        if frame.seat == BYZANTIUM:
            found += forts.choices(pos)
        found.append(Choice("end_activation", rule="7.15"))
        return tuple(found)

    def answer(self, play: Play, frame: March, action: Action) -> None:
        if isinstance(action, EndActivation):
            march.end_activation(play, frame, "chosen")
        elif type(action) in forts.DO and frame.seat == BYZANTIUM:
            forts.DO[type(action)](play, action)
        elif isinstance(action, MoveArmy):
            march.move(play, frame, action.to, action.treasury)
        elif isinstance(action, Attack):
            march.attack(play, frame, action.target)
        elif type(action) in DO and not frame.landed:
            DO[type(action)](play, frame, action)
        else:
            not_now(action)


def _target(pos: Position, frame: March, place: str, target: str) -> Option:
    battle = hypothetical_battle(pos, frame.army, place, target, frame.seat)
    ground = replace(battle, strait=frame.strait, landing=frame.landed)
    return Option(target, {"sp": battle.defender_sp, "battle": asdict(ground)})


def _destination(state: State, frame: March, place: str, mp: int) -> Option:
    return Option(
        place,
        {
            "mp": mp,
            "enemy_sp": state.sp_at(place, other_side(frame.seat)),
            "friends": state.sp_at(place, frame.seat),
            "left": frame.mp - mp,
        },
    )


def _can_move_alone(state: State, army: str) -> bool:
    """Return whether the leader can move without troops, as Vandal and Ostrogothic leaders can (7.17)."""
    return state.armies[army].power in TREASURE_POWERS


def _resume(play: Play, frame: March) -> None:
    """Resume the move or attack that waited for the choice of deserters (6.27), if it is still possible."""
    then, ready = frame.then, frame.but(then=NOTHING)
    play.swap(ready)
    if then.is_attack:
        if then.goal in march.attackable(play.state, ready):
            march.attack(play, ready, then.goal)
    elif then.goal in march.moves(play.pos, ready) and play.state.force_sp(frame.army):
        march.move(play, ready, then.goal, then.with_treasury)


def other_choices(pos: Position, frame: March) -> list[Choice]:
    army, found = pos.state.armies[frame.army], []
    found += march_combine.choices(pos, frame)
    found += march_combine.redistribution_choices(pos, frame)
    if frame.mp >= 1:
        found += march_frontier.choices(pos.setting, army)
        found += march_detach.choices(pos, army)
        found += march_markers.choices(pos, army)
    found += march_recover.choices(army, frame.mp)
    found += march_combine.separation_choices(pos.state, frame)
    found += march_disband.choices(pos.setting, army)
    return found
