"""The state as JSON, the same for every seat. It shows only how many Magistri Militum are in the leader
cup.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.justinian.rules.state.control import controllers, lazica_lost, prefectures_held
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import March, Sail
from campaigns.justinian.rules.state.state import Army, State
from campaigns.justinian.rules.turn import troops
from campaigns.justinian.rules.turn.maintenance import groups
from campaigns.justinian.rules.turn.revenue import budget


def view(pos: Position) -> dict[str, Any]:
    """Return the public information, which is the same for both sides."""
    scn = pos.scn
    held = controllers(scn, pos.state)
    coming = budget(pos)
    return {
        "turn": pos.state.turn,
        "year": scn.turns.get(pos.state.turn),
        "serial": pos.state.serial,
        "phase": phase(pos.state),
        "gold": pos.state.gold,
        "debt": pos.state.debt,
        "epidemics": pos.state.epidemics,
        "segments": pos.state.segments,
        "segments_a_turn": pos.options.segments_a_turn,
        "selects": pos.state.selects,
        "randoms": pos.state.randoms,
        "next_side": pos.state.next_side,
        "double": pos.state.double,
        "nika": pos.state.nika,
        "lost_segments": pos.state.lost_segments,
        "alliances": dict(pos.state.alliances),
        "gone": sorted(pos.state.gone),
        "away": sorted(pos.state.away),
        "recruited": sorted(pos.state.recruited),
        "armies": [army_json(pos, a) for a in pos.state.armies.values()],
        "frontier": {p: {"sp": g.sp, "unpaid": g.unpaid} for p, g in pos.state.frontier.items()},
        "detached": {p: dict(here) for p, here in pos.state.detached.items()},
        "fleets": [
            {
                "id": k,
                "power": f.power,
                "at": f.at,
                "sp": f.sp,
                "unpaid": f.unpaid,
                "patrol": f.at in scn.seas,
            }
            for k, f in pos.state.fleets.items()
        ],
        "markers": dict(pos.state.markers),
        "forts": sorted(pos.state.forts),
        "treasuries": dict(pos.state.treasuries),
        "lone": dict(pos.state.lone),
        "cup": len(pos.state.cup),
        "control": held,
        "prefectures": prefecture_json(pos.setting, held),
        "lazica_lost": lazica_lost(pos.state),
        "sp": {
            "byzantium": pos.byzantine_sp(),
            **{p: pos.power_sp(p) for p in scn.powers if pos.power_sp(p)},
        },
        "budget": {
            "printed": coming.printed,
            "halved_europa": coming.halved_europa,
            "halved_epidemic": coming.halved_epidemic,
            "debt": coming.debt,
            "net": coming.net,
            "upkeep": {
                u: {"sp": g.sp, "gold": g.gold, "unpaid": g.unpaid} for u, g in groups(pos.state).items()
            },
        },
        "active": active(pos.state),
        "progress": [type(f).__name__ for f in pos.state.stack],
        "ended": pos.state.ended,
        "victor": pos.state.victor,
    }


def active(state: State) -> dict[str, Any] | None:
    """Return the moving army or fleet with its remaining movement, or None."""
    for frame in reversed(state.stack):
        if isinstance(frame, March) and frame.army in state.armies:
            return {"army": frame.army, "mp_left": frame.mp, "at": state.armies[frame.army].at}
        if isinstance(frame, Sail):
            at = frame.sea or frame.start
            return {"fleet": frame.power, "areas_left": frame.areas, "at": at, "army": frame.army or None}
    return None


def phase(state: State) -> str:
    """Return the current phase: set_up, revenue, army, activation or over."""
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
        "recruit": "revenue",  # recruiting is shown as part of the revenue phase
        "new_army": "army",
        "leaders": "army",
        "arrivals": "army",
    }.get(step, "activation")


def army_json(pos: Position, army: Army) -> dict[str, Any]:
    leader = pos.scn.leaders.get(army.leader or "")
    return {
        "id": army.id,
        "power": army.power,
        "side": pos.seat_of(army.power),
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
        "levy": troops.expected_levy(pos.scn, pos.state, army),
    }


def prefecture_json(setting: Setting, held: Mapping[str, str]) -> dict[str, Any]:
    """Return each prefecture as JSON (10.21). It gives the total, held and needed numbers of provinces, the
    required provinces still missing, and whether Byzantium controls the prefecture.
    """
    won = prefectures_held(setting.scn, held)
    found = {}
    for prefecture in setting.scn.prefectures.values():
        mine = [p for p in prefecture.members if held[p] == "byzantium"]
        found[prefecture.id] = {
            "held": len(mine),
            "needed": prefecture.two_thirds,
            "provinces": prefecture.provinces,
            "missing": [p for p in prefecture.must_control if held[p] != "byzantium"],
            "controlled": prefecture.id in won,
        }
    return found
