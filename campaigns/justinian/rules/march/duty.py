"""What an army on the march may do, and doing it (7.1, 6.52-6.53, 8.24)."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules.battle.forces import hypothetical
from campaigns.justinian.rules.ground.duty import Ask, Duty, not_now
from campaigns.justinian.rules.ground.frames import March
from campaigns.justinian.rules.ground.play import Play, Table
from campaigns.justinian.rules.ground.state import BYZANTIUM, TREASURE_POWERS, State, force_sp, sp_at
from campaigns.justinian.rules.ground.state import enemy as other_side
from campaigns.justinian.rules.march import actions as march_actions
from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.march.combine import sharing
from campaigns.justinian.rules.segment import forts
from engine.game import Choice, Option, Pick


class MarchDuty(Duty):
    def advance(self, play: Play, frame: March) -> bool:
        if frame.over:
            march.end(play, frame, "defeated")
        elif frame.army not in play.state.armies or play.state.armies[frame.army].head:
            march.end(play, frame, "gone")
        elif not force_sp(play.state, frame.army) and not _walks_alone(play.state, frame.army):
            march.end(play, frame, "no_sp")
        elif frame.then:
            _resume(play, frame)
        elif play.state.armies[frame.army].at in play.scn.boxes and frame.mp == 0:
            march.end(play, frame, "no_mp")
        elif frame.landed and (frame.fought or not march.attackable(play.state, frame)):
            march.end(play, frame, "landed")
        elif not frame.landed and frame.mp == 0 and not sharing(play.table, play.state, frame):
            march.end(play, frame, "no_mp")
        else:
            return False
        return True

    def ask(self, table: Table, state: State, frame: March) -> Ask:
        facts = {"army": frame.army, "mp": frame.mp, "at": state.armies[frame.army].at}
        return Ask(frame.seat, "march", act.EndActivation(), "7.15", facts)

    def choices(self, table: Table, state: State, frame: March) -> tuple[Choice, ...]:
        found = []
        possible = march.moves(table, state, frame)
        if possible:
            options = tuple(_destination(state, frame, p, mp) for p, mp in possible.items())
            army = state.armies[frame.army]
            if state.treasuries.get(army.power) == army.at:
                found.append(Choice("move_army", {"treasury": True}, (Pick("to", options),), "5.41"))
            found.append(Choice("move_army", {"treasury": False}, (Pick("to", options),), "7.12"))
        targets = march.attackable(state, frame)
        if targets:
            place = state.armies[frame.army].at
            options = tuple(_target(table, state, frame, place, t) for t in targets)
            found.append(Choice("attack", fields=(Pick("target", options),), rule="8.11"))
        if not frame.landed:
            found += march_actions.choices(table, state, frame)
        if frame.seat == BYZANTIUM:
            found += forts.choices(table, state)
        found.append(Choice("end_activation", rule="7.15"))
        return tuple(found)

    def answer(self, play: Play, frame: March, action: Any) -> None:
        if isinstance(action, act.EndActivation):
            march.end(play, frame, "chosen")
        elif type(action) in forts.DO and frame.seat == BYZANTIUM:
            forts.DO[type(action)](play, action)
        elif isinstance(action, act.MoveArmy):
            march.move(play, frame, action.to, action.treasury)
        elif isinstance(action, act.Attack):
            march.attack(play, frame, action.target)
        elif type(action) in march_actions.DO and not frame.landed:
            march_actions.DO[type(action)](play, frame, action)
        else:
            not_now(action)


def _target(table: Table, state: State, frame: March, place: str, target: str) -> Option:
    """With the battle that it would be, for whoever reckons chances."""
    battle = hypothetical(table, state, frame.army, place, target, frame.seat)
    ground = replace(battle, strait=frame.strait, landing=frame.landed)
    return Option(target, {"sp": battle.defender_sp, "battle": asdict(ground)})


def _destination(state: State, frame: March, place: str, mp: int) -> Option:
    return Option(
        place,
        {
            "mp": mp,
            "enemy_sp": sp_at(state, place, other_side(frame.seat)),
            "friends": sp_at(state, place, frame.seat),
            "left": frame.mp - mp,
        },
    )


def _walks_alone(state: State, army: str) -> bool:
    """Leaders of Goths and Vandals go on without troops (7.17)."""
    return state.armies[army].power in TREASURE_POWERS


def _resume(play: Play, frame: March) -> None:
    """The move or attack that waited for the deserters (6.27), if it is still possible."""
    kind, _, what = frame.then.partition(":")
    ready = replace(frame, then="")
    play.swap(ready)
    if kind == "attack":
        if what in march.attackable(play.state, ready):
            march.attack(play, ready, what)
    elif what in march.moves(play.table, play.state, ready) and force_sp(play.state, frame.army):
        march.move(play, ready, what, kind == "treasure")
