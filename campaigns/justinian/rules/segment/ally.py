"""The use of a new Byzantine ally (6.34)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.march import detach, march
from campaigns.justinian.rules.state.geography import prefectures_entered
from campaigns.justinian.rules.state.handler import Pass, not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, Army
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, policy, refuse


@dataclass(frozen=True)
class AllyUse(Frame):
    """The decision on how to use a new Byzantine ally (6.34)."""

    army: str


@dataclass(frozen=True)
class MarchAlly(Action):
    """Activate the new ally at once (6.34 a)."""


@dataclass(frozen=True)
class JoinArmy(Action):
    """Let the new ally's SP join a Byzantine army (6.34 b)."""

    army: str


def joinable_armies(pos: Position, army: Army) -> tuple[Army, ...]:
    """Return the Byzantine armies that can take the ally's SP. They must be in a prefecture that the minor
    power can enter from its box.
    """
    where = prefectures_entered(pos.scn, army.power)
    limit = pos.scn.counters.army_sp_limit
    room = pos.scn.counters.byzantine_sp_limit - pos.byzantine_sp()
    return tuple(
        a
        for a in pos.state.armies.values()
        if a.power == BYZANTIUM
        and a.at in pos.scn.provinces
        and pos.scn.provinces[a.at].prefecture in where
        and a.total + army.sp <= limit
        and army.sp <= room
    )


@handler(AllyUse)
class AllyUseHandler(FrameHandler):
    def advance(self, play: Play, frame: AllyUse) -> bool:
        if play.state.armies[frame.army].total:
            return False
        play.pop()
        return True

    def ask(self, pos: Position, frame: AllyUse) -> Ask:
        joining = joinable_armies(pos, pos.state.armies[frame.army])
        default: Any = Pass()
        if joining:
            default = JoinArmy(min(joining, key=lambda a: (a.total, a.id)).id)
        return Ask(BYZANTIUM, "ally", default, "6.34", {"army": frame.army})

    def choices(self, pos: Position, frame: AllyUse) -> tuple[Choice, ...]:
        army = pos.state.armies[frame.army]
        choices = [Choice("march_ally", rule="6.34", facts={"army": army.id, "sp": army.total})]
        joining = tuple(Option(a.id, {"sp": a.total, "at": a.at}) for a in joinable_armies(pos, army))
        if joining:
            choices.append(Choice("join_army", fields=(Pick("army", joining),), rule="6.34"))
        return (*choices, Choice("pass", rule="6.34"))

    def answer(self, play: Play, frame: AllyUse, action: Action) -> None:
        army = play.state.armies[frame.army]
        if isinstance(action, MarchAlly):
            play.pop()
            march.begin_activation(play, army.id, BYZANTIUM)
        elif isinstance(action, JoinArmy):
            if action.army not in [a.id for a in joinable_armies(play.pos, army)]:
                refuse("6.34", "cannot_join", army=action.army)
            play.pop()
            detach.hand_over_sp(play, army.id, action.army, army.sp)
        elif isinstance(action, Pass):
            play.pop()
        else:
            not_now(action)


@standing_order("ally", policy("join", "march", "nothing"), rule="6.34", seat=BYZANTIUM)
def follow_order(pos: Position, frame: AllyUse, order: Facts) -> Action:
    policy = order.get("policy", "join")
    if policy == "march":
        return MarchAlly()
    joining = joinable_armies(pos, pos.state.armies[frame.army])
    if policy == "join" and joining:
        return JoinArmy(max(joining, key=lambda a: (a.total, a.id)).id)
    return Pass()
