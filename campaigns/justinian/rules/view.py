"""The state as JSON for a seat. The leader cup is never in it: only how many Magistri Militum are in it."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.ground.control import controllers, lazica_lost, prefectures_held
from campaigns.justinian.rules.ground.play import Table
from campaigns.justinian.rules.ground.progress import March, Sail
from campaigns.justinian.rules.ground.state import Army, State, byzantine_sp, power_sp, seat_of
from campaigns.justinian.rules.turn import troops
from campaigns.justinian.rules.turn.maintenance import groups
from campaigns.justinian.rules.turn.revenue import budget


def view(table: Table, state: State) -> dict[str, Any]:
    """Everything both sides and spectators may know; the same for all (nothing else is hidden here)."""
    scn = table.scn
    held = controllers(scn, state)
    coming = budget(table, state)
    return {
        "turn": state.turn,
        "year": scn.turns.get(state.turn),
        "serial": state.serial,
        "phase": phase(state),
        "gold": state.gold,
        "debt": state.debt,
        "epidemics": state.epidemics,
        "segments": state.segments,
        "segments_a_turn": table.options.segments_a_turn,
        "selects": state.selects,
        "randoms": state.randoms,
        "next_side": state.next_side,
        "double": state.double,
        "nika": state.nika,
        "lost_segments": state.lost_segments,
        "alliances": dict(state.alliances),
        "gone": sorted(state.gone),
        "away": sorted(state.away),
        "recruited": sorted(state.recruited),
        "armies": [army_json(table, state, a) for a in state.armies.values()],
        "frontier": {p: {"sp": g.sp, "unpaid": g.unpaid} for p, g in state.frontier.items()},
        "detached": {p: dict(here) for p, here in state.detached.items()},
        "fleets": [
            {
                "id": k,
                "power": f.power,
                "at": f.at,
                "sp": f.sp,
                "unpaid": f.unpaid,
                "patrol": f.at in scn.seas,
            }
            for k, f in state.fleets.items()
        ],
        "markers": dict(state.markers),
        "forts": sorted(state.forts),
        "treasuries": dict(state.treasuries),
        "lone": dict(state.lone),
        "cup": len(state.cup),
        "control": held,
        "prefectures": prefecture_json(table, held),
        "lazica_lost": lazica_lost(state),
        "sp": {
            "byzantium": byzantine_sp(state),
            **{p: power_sp(state, p) for p in scn.powers if power_sp(state, p)},
        },
        "budget": {
            "printed": coming.printed,
            "halved_europa": coming.halved_europa,
            "halved_epidemic": coming.halved_epidemic,
            "debt": coming.debt,
            "net": coming.net,
            "upkeep": {u: {"sp": g.sp, "gold": g.gold, "unpaid": g.unpaid} for u, g in groups(state).items()},
        },
        "active": active(state),
        "progress": [type(f).__name__ for f in state.stack],
        "ended": state.ended,
        "victor": state.victor,
    }


def active(state: State) -> dict[str, Any] | None:
    """The army or fleet under way, with what it has left."""
    for frame in reversed(state.stack):
        if isinstance(frame, March) and frame.army in state.armies:
            return {"army": frame.army, "mp_left": frame.mp, "at": state.armies[frame.army].at}
        if isinstance(frame, Sail):
            at = frame.sea or frame.start
            return {"fleet": frame.power, "areas_left": frame.areas, "at": at, "army": frame.army or None}
    return None


def phase(state: State) -> str:
    """set_up, revenue, army, activation or end."""
    if not state.stack:
        return "over"
    bottom = state.stack[0]
    if any(type(f).__name__ == "SetUp" for f in state.stack):
        return "set_up"
    step = getattr(bottom, "step", "")
    return {
        "revenue": "revenue",
        "removal": "revenue",
        "maintenance": "revenue",
        "recruit": "revenue",  # the step names what comes next
        "new_army": "army",
        "leaders": "army",
        "arrivals": "army",
    }.get(step, "activation")


def army_json(table: Table, state: State, army: Army) -> dict[str, Any]:
    leader = table.scn.leaders.get(army.leader or "")
    return {
        "id": army.id,
        "power": army.power,
        "side": seat_of(state, army.power),
        "leader": army.leader,
        "control": leader.control if leader else 0,
        "movement": leader.movement if leader else None,
        "battle": leader.battle if leader else 0,
        "at": army.at,
        "sp": army.sp,
        "allied": dict(army.allied),
        "total": army.total,
        "disorganised": army.disorganised,
        "defeated": army.defeated,
        "unpaid": army.unpaid,
        "head": army.head,
        "levy": troops.promised(table.scn, state, army),
    }


def prefecture_json(table: Table, held: dict[str, str]) -> dict[str, Any]:
    """Per prefecture: how many of how many are held, what is missing, is it controlled (10.21)."""
    won = prefectures_held(table.scn, held)
    found = {}
    for prefecture in table.scn.prefectures.values():
        mine = [p for p in prefecture.members if held[p] == "byzantium"]
        found[prefecture.id] = {
            "held": len(mine),
            "needed": prefecture.two_thirds,
            "provinces": prefecture.provinces,
            "missing": [p for p in prefecture.must_control if held[p] != "byzantium"],
            "controlled": prefecture.id in won,
        }
    return found
