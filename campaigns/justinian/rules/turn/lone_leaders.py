"""Magistri Militum who travel without an army (4.13)."""

from __future__ import annotations

from campaigns.justinian.rules.state.events import LeaderAppointed
from campaigns.justinian.rules.state.geography import neighbours
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, State
from engine.game import Choice, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class MoveLeader(Action):
    """Move a Magister Militum without an army (4.13). With ``army``, the leader takes command of that
    leaderless army.
    """

    leader: str
    province: str
    army: str | None = None


@dataclass(frozen=True)
class LeaderMoved(Event):
    leader: str
    province: str


def whereabouts(state: State) -> dict[str, str]:
    """Return the place of every Magister Militum on the map, by leader id."""
    found = {a.leader: a.at for a in state.armies.values() if a.power == BYZANTIUM and a.leader}
    return {**found, **state.lone}


def reach(pos: Position, start: str) -> frozenset[str]:
    """Return the provinces that a lone leader can reach, through provinces without enemy SP and seas without
    enemy fleets. Markers do not block the way.
    """
    scn = pos.scn
    barred_seas = {f.at for f in pos.state.fleets.values() if f.power != BYZANTIUM and f.at in scn.seas}
    hostile = pos.strengths(BARBARIAN)
    seen, todo = {start}, [start]
    while todo:
        place = todo.pop()
        if place in scn.seas:
            ways = (*scn.seas[place].adjacent, *scn.seas[place].coasts)
        else:
            ways = (*neighbours(scn, place), *scn.provinces[place].seas)
        for way in ways:
            if way in seen or way in barred_seas or way in hostile:
                continue
            seen.add(way)
            todo.append(way)
    return frozenset(p for p in seen if p in scn.provinces) - {start}


def leaderless(state: State) -> dict[str, str]:
    return {a.id: a.at for a in state.armies.values() if a.power == BYZANTIUM and a.leader is None}


def leader_choices(pos: Position) -> list[Choice]:
    found = []
    empty = leaderless(pos.state)
    known: dict[str, frozenset[str]] = {}
    for leader, place in whereabouts(pos.state).items():
        if place not in pos.scn.provinces:
            continue
        if place not in known:
            known[place] = reach(pos, place)
        options = tuple(Option(p) for p in sorted(known[place]))
        fixed = {"leader": leader, "army": None}
        if options:
            found.append(Choice("move_leader", fixed, (Pick("province", options),), "4.13"))
        for army, at in empty.items():
            if at in known[place] or at == place:
                found.append(
                    Choice("move_leader", {"leader": leader, "province": at, "army": army}, (), "4.13")
                )
    return found


def move_leader(play: Play, action: MoveLeader) -> None:
    """Move a leader who commands an army or travels alone. An army that loses its leader stays leaderless,
    and the leader can take command of another leaderless army.
    """
    start = whereabouts(play.state).get(action.leader)
    if start is None or start not in play.scn.provinces:
        refuse("4.13", "no_such_leader", leader=action.leader)
    if action.province != start and action.province not in reach(play.pos, start):
        refuse("4.13", "no_free_path", province=action.province)
    if action.army is None and action.province == start:
        refuse("4.13", "already_there", province=start)
    if action.army is not None and leaderless(play.state).get(action.army) != action.province:
        refuse("4.13", "army_not_leaderless", army=action.army)
    for army in play.state.armies.values():
        if army.leader == action.leader:
            play.change(army.id, leader=None)
    lone = {k: v for k, v in play.state.lone.items() if k != action.leader}
    if action.army is None:
        lone[action.leader] = action.province
    else:
        play.change(action.army, leader=action.leader)
        play.tell(LeaderAppointed(action.leader, action.army, "joined"))
    play.set(lone=lone)
    play.tell(LeaderMoved(action.leader, action.province))
