"""Barbarian leaders who arrive during the game (4.22). Tzazon, who brings troops across the sea, has a
separate module.
"""

from __future__ import annotations

from campaigns.justinian.rules.state.events import LeaderArrived
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, Army
from campaigns.justinian.rules.state.units import shift, sp_of
from campaigns.justinian.rules.state.values import ArmySP, Detached
from campaigns.justinian.rules.turn.tzazon import Tzazon, TzazonHandler
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Option, Pick
from engine.values import dataclass, replace
from kit.rules.decisions import Action, policy, refuse


@dataclass(frozen=True)
class NewLeader(Frame):
    """The arrival of a barbarian leader. The province is chosen from those with SP of the leader's power
    (4.22).
    """

    leader: str


@dataclass(frozen=True)
class Arrive(Action):
    """Place a new leader in a province with SP of the leader's power."""

    province: str


def arrivals(play: Play) -> None:
    """Let the leaders of this turn arrive. In a game that starts after turn 1, all earlier leaders arrive in
    the first turn.
    """
    first = play.state.turn == play.options.start_turn
    due = [
        t for t in sorted(play.scn.arrivals) if t == play.state.turn or (first and 1 < t < play.state.turn)
    ]
    frames: list[Tzazon | NewLeader] = []
    for leader_id in (leader for turn in due for leader in play.scn.arrivals[turn]):
        leader = play.scn.leaders[leader_id]
        if leader.power in play.state.gone or leader_id in play.state.armies or leader.arrival_turn == 1:
            continue
        old = play.state.armies.get(leader.replaces or "")
        if old is not None:  # G4: the new leader takes over the army with its SP and status
            inherit(play, old, leader_id)
        elif leader.arrives_in:
            frames.append(Tzazon(leader_id))
        else:
            frames.append(NewLeader(leader_id))
    for frame in reversed(frames):
        play.push(frame)


def inherit(play: Play, old: Army, leader: str) -> None:
    armies = {k: replace(a, head=leader) if a.head == old.id else a for k, a in play.state.armies.items()}
    armies.pop(old.id)
    armies[leader] = replace(old, id=leader, leader=leader)
    play.set(armies=armies)
    play.tell(LeaderArrived(leader, old.at, old.id))


@handler(NewLeader)
class NewLeaderHandler(FrameHandler):
    """Asks where a new leader arrives. The leader takes command of the power's detached SP in that province
    (4.22).
    """

    def advance(self, play: Play, frame: NewLeader) -> bool:
        if not self.places(play.pos, frame.leader):  # no troops are left to lead (8.28)
            play.pop()
            return True
        return False

    def places(self, pos: Position, leader: str) -> tuple[str, ...]:
        power = pos.scn.leaders[leader].power
        found = {p for p, groups in pos.state.detached.items() if groups.get(power)}
        found |= {a.at for a in pos.state.armies.values() if a.power == power and a.sp}
        return tuple(sorted(found & set(pos.scn.provinces)))

    def ask(self, pos: Position, frame: NewLeader) -> Ask:
        power = pos.scn.leaders[frame.leader].power
        places = self.places(pos, frame.leader)
        best = max(places, key=lambda p: (pos.state.detached.get(p, {}).get(power, 0), p))
        return Ask(BARBARIAN, "new_leader", Arrive(best), "4.22", {"leader": frame.leader})

    def choices(self, pos: Position, frame: NewLeader) -> tuple[Choice, ...]:
        power = pos.scn.leaders[frame.leader].power
        options = tuple(
            Option(p, {"sp": pos.state.detached.get(p, {}).get(power, 0)})
            for p in self.places(pos, frame.leader)
        )
        facts = {"leader": frame.leader}
        return (Choice("arrive", fields=(Pick("province", options),), rule="4.22", facts=facts),)

    def answer(self, play: Play, frame: NewLeader, action: Action) -> None:
        if not isinstance(action, Arrive):
            not_now(action)
            return
        if action.province not in self.places(play.pos, frame.leader):
            refuse("4.22", "no_sp_of_that_power", province=action.province)
        power = play.scn.leaders[frame.leader].power
        play.pop()
        play.put(Army(frame.leader, power, frame.leader, action.province, 0))
        play.tell(LeaderArrived(frame.leader, action.province))
        waiting = Detached(action.province, power)
        shift(play, waiting, ArmySP(frame.leader), sp_of(play.state, waiting), "arrival")


@standing_order("new_leader", policy("to_troops", "to_city"), rule="4.22", seat=BARBARIAN)
def follow_order(pos: Position, frame: NewLeader | Tzazon, order: Facts) -> Action:
    """Return the action that carries out a standing order (4.22): the leader arrives where the power has the
    most SP, or in a City if the order prefers one. Tzazon always takes the default.
    """
    if isinstance(frame, Tzazon):
        return TzazonHandler().default(pos, frame.leader)
    power = pos.scn.leaders[frame.leader].power

    def rank(place: str) -> tuple[int, int, str]:
        city, sp = 0 if pos.scn.provinces[place].is_city else 1, -pos.power_sp_at(place, power)
        return (city, sp, place) if order.get("policy") == "to_city" else (sp, city, place)

    return Arrive(min(NewLeaderHandler().places(pos, frame.leader), key=rank))
