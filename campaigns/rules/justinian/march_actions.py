"""What an army may do for movement points beside moving and attacking (6.52, 7.16-7.18, 8.24)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian import events as ev
from campaigns.rules.justinian import march
from campaigns.rules.justinian.control import note
from campaigns.rules.justinian.frames import March, Operation
from campaigns.rules.justinian.leaders import control_rating
from campaigns.rules.justinian.play import Play, Table, refuse
from campaigns.rules.justinian.state import (
    BYZANTIUM,
    MAJORS,
    Army,
    State,
    armies_at,
    enemy,
    force,
    seat_of,
    sp_at,
)
from campaigns.rules.justinian.tables import COSTS
from campaigns.rules.justinian.units import shift
from engine.game import Choice, Field, Many, Number, Option, Pick

# --- what is possible ---


def partners(table: Table, state: State, army: Army) -> tuple[Army, ...]:
    """Other Byzantine armies in the province (6.52), or the minor army of the operation under way, unless it
    has acted by itself (6.44)."""
    if army.power != BYZANTIUM:
        operations = [f for f in state.stack if isinstance(f, Operation) and f.major == army.id]
        minors = [f.minor for f in operations if f.minor in f.left]
        there = [state.armies[m] for m in minors if m in state.armies]
        return tuple(a for a in there if a.at == army.at and a.total and a.at in table.scn.provinces)
    return tuple(a for a in armies_at(state, army.at) if a.power == BYZANTIUM and a.id != army.id)


def takers(state: State, army: Army) -> tuple[Army, ...]:
    """Armies of barbarian majors that may take over a minor's SP (7.17)."""
    if army.power in MAJORS or army.power == BYZANTIUM or state.alliances.get(army.power) == BYZANTIUM:
        return ()
    return tuple(a for a in armies_at(state, army.at) if a.power in MAJORS)


def can_mark(table: Table, state: State, army: Army) -> bool:
    """A control marker: own army there, no SP of another power, no marker (7.18, 3.41)."""
    if army.power not in MAJORS or army.at not in table.scn.provinces or army.at == "lazica":
        return False
    if army.at in state.markers or not army.sp or sp_at(state, army.at, BYZANTIUM):
        return False
    others = [a for a in armies_at(state, army.at) if a.power != army.power and a.total]
    foreign = [p for p in state.detached.get(army.at, {}) if p != army.power]
    return not others and not foreign and not any(a.allied for a in armies_at(state, army.at))


def can_unmark(state: State, army: Army) -> bool:
    """Byzantine armies, not allied ones, take markers away where no enemy SP is (7.18)."""
    return (
        army.power == BYZANTIUM and army.at in state.markers and not sp_at(state, army.at, enemy(BYZANTIUM))
    )


def can_detach(table: Table, army: Army) -> bool:
    ok = army.power in MAJORS and army.at in table.scn.provinces and army.at != "lazica"
    return ok and not army.disorganised and not army.defeated and army.sp > 0


def can_leave_frontier(table: Table, army: Army) -> bool:
    """Not Praesental; not in Lazica; keeps at least 1 SP (7.16, 3.41)."""
    if army.power != BYZANTIUM or table.scn.armies[army.id].praesental or army.at not in table.scn.provinces:
        return False
    return table.scn.provinces[army.at].frontier_allowed and frontier_room(army) > 0


def frontier_room(army: Army) -> int:
    return army.sp - (0 if army.allied else 1)


def recoveries(army: Army, mp: int) -> tuple[str, ...]:
    """What can be recovered with those MP (8.24)."""
    found = []
    if army.disorganised and mp >= COSTS["recover_disorganised"]:
        found.append("disorganised")
    if army.defeated and not army.disorganised and mp >= COSTS["recover_to_disorganised"]:
        found.append("to_disorganised")
    if army.defeated and mp >= COSTS["recover_defeated"]:
        found.append("defeated")
    return tuple(found)


def choices(table: Table, state: State, frame: March) -> list[Choice]:
    army, found = state.armies[frame.army], []
    if frame.mp >= 1:
        found += _spending(table, state, army)
    for what in recoveries(army, frame.mp):
        found.append(Choice("recover", {"what": what}, rule="8.24", facts={"mp": COSTS[f"recover_{what}"]}))
    members = [a for a in force(state, army.id) if a.id != army.id]
    if members and not frame.came_from:
        options = tuple(Option(a.id, {"sp": a.total}) for a in members)
        found.append(Choice("split_off", fields=(Pick("army", options),), rule=_together(army)))
    if army.power == BYZANTIUM and not table.scn.armies[army.id].praesental and _may_disband(table, army):
        found.append(Choice("disband", rule="6.53"))
    return found


def _together(army: Army) -> str:
    """The section on combined armies: Byzantine ones, or those of a Combined Operation."""
    return "6.52" if army.power == BYZANTIUM else "6.44"


def _may_disband(table: Table, army: Army) -> bool:
    return army.at in table.scn.provinces and table.scn.provinces[army.at].frontier_allowed


def _spending(table: Table, state: State, army: Army) -> list[Choice]:
    found = []
    others = partners(table, state, army)
    joinable = [a for a in others if a.head != army.id]
    if joinable:
        options = tuple(Option(a.id, {"sp": a.total}) for a in joinable)
        found.append(Choice("combine", fields=(Many("armies", options, 1),), rule=_together(army)))
    for giver in (army, *others) if army.power == BYZANTIUM else ():
        if others and not table.scn.armies[giver.id].praesental and giver.sp > 1:
            pool = [a for a in (army, *others) if a.id != giver.id]
            limit = table.scn.counters.army_sp_limit
            for taker in pool:
                high = min(giver.sp - 1, limit - taker.total)
                if high > 0:
                    fixed = {"giver": giver.id, "taker": taker.id}
                    found.append(Choice("redistribute", fixed, (Number("sp", 1, high),), "6.52"))
    if can_leave_frontier(table, army):
        found.append(Choice("leave_frontier", fields=(Number("sp", 1, frontier_room(army)),), rule="7.16"))
    if can_detach(table, army):
        found.append(Choice("detach", fields=(Number("sp", 1, army.sp),), rule="7.17"))
    waiting = state.detached.get(army.at, {}).get(army.power, 0)
    if waiting and army.power in MAJORS:
        found.append(Choice("pick_up", fields=(Number("sp", 1, waiting, waiting),), rule="7.17"))
    for taker in takers(state, army):
        fields: tuple[Field, ...] = (Number("sp", 1, army.sp, army.sp),)
        found.append(Choice("hand_over", {"army": taker.id}, fields, "7.17"))
    if can_mark(table, state, army):
        found.append(Choice("place_marker", rule="7.18"))
    if can_unmark(state, army):
        found.append(Choice("remove_marker", rule="7.18", facts={"marker": state.markers[army.at]}))
    return found


# --- doing it ---


def pay(play: Play, frame: March, cost: int) -> March:
    if frame.mp < cost:
        refuse("7.15", "not_enough_mp", needed=cost, mp=frame.mp)
    after = replace(frame, mp=frame.mp - cost)
    play.swap(after)
    return after


def combine(play: Play, frame: March, action: act.Combine) -> None:
    """One force under the active army's leader; the stronger's status rules (6.52, 8.25)."""
    army = play.state.armies[frame.army]
    possible = {a.id for a in partners(play.table, play.state, army) if a.head != army.id}
    chosen = tuple(dict.fromkeys(action.armies))
    if not chosen or any(a not in possible for a in chosen):
        refuse(_together(army), "cannot_combine", armies=list(action.armies))
    pay(play, frame, COSTS["combine"])
    if army.power != BYZANTIUM:  # the minor army acts with the major one, not by itself as well (6.44)
        play.amend(Operation, left=())
    join(play, army.id, chosen)


def join(play: Play, head: str, others: tuple[str, ...]) -> None:
    """Combine and let the strongest army's status apply to all; ties: control, then a die."""
    members = [a for o in others for a in force(play.state, o)]
    for member in members:
        play.change(member.id, head=head)
    play.tell(ev.ArmiesCombined(head, others))
    pool = [play.state.armies[head], *(play.state.armies[m.id] for m in members)]
    best = max((a.total, control_rating(play.table, a)) for a in pool)
    leading = [a for a in pool if (a.total, control_rating(play.table, a)) == best]
    kinds = {(a.disorganised, a.defeated) for a in leading}
    rule = leading[0]
    if len(kinds) > 1:
        face = play.d10("status", "8.25", seat_of(play.state, pool[0].power))
        rule = leading[face % len(leading)]
    for member in pool:
        play.status(member.id, "disorganised", rule.disorganised, "combined")
        play.status(member.id, "defeated", rule.defeated, "combined")


def redistribute(play: Play, frame: March, action: act.Redistribute) -> None:
    army = play.state.armies[frame.army]
    here = (
        {a.id: a for a in (army, *partners(play.table, play.state, army))} if army.power == BYZANTIUM else {}
    )
    if action.giver not in here or action.taker not in here or action.giver == action.taker:
        refuse("6.52", "not_together", giver=action.giver, taker=action.taker)
    if play.scn.armies[action.giver].praesental:
        refuse("6.52", "praesental_gives_nothing", army=action.giver)
    high = min(here[action.giver].sp - 1, play.scn.counters.army_sp_limit - here[action.taker].total)
    _in_range(action.sp, high, "6.52")
    if frame.shared != army.at:  # one MP for all that is redistributed there
        frame = pay(play, frame, COSTS["combine"])
        play.swap(replace(frame, shared=army.at))
    shift(play, f"army:{action.giver}", f"army:{action.taker}", action.sp, "redistribute")


def _in_range(sp: int, high: int, rule: str) -> None:
    if not 1 <= sp <= high:
        refuse(rule, "sp_out_of_range", low=1, high=high)


def disband(play: Play, frame: March, action: act.Disband) -> None:
    """Its SP become frontier SP, allies vanish, counter and leader are free (6.53)."""
    army = play.state.armies[frame.army]
    if army.power != BYZANTIUM or play.scn.armies[army.id].praesental or not _may_disband(play.table, army):
        refuse("6.53", "cannot_disband", army=army.id)
    shift(play, f"army:{army.id}", f"frontier:{army.at}", army.sp, "disband")
    for minor, sp in army.allied.items():
        play.tell(ev.SpLost(f"ally:{army.id}:{minor}", minor, sp, "disband"))
    members = [a.id for a in force(play.state, army.id) if a.id != army.id]
    play.drop(army.id)
    play.into_cup(army.leader)
    play.tell(ev.ArmyDisbanded(army.id, army.at, army.sp))
    for member in members:
        march.check_zone(play, member, frame.free)


def leave_frontier(play: Play, frame: March, action: act.LeaveFrontier) -> None:
    army = play.state.armies[frame.army]
    if not can_leave_frontier(play.table, army):
        refuse("7.16", "cannot_leave_frontier", army=army.id)
    _in_range(action.sp, frontier_room(army), "7.16")
    note(play, army.at)
    pay(play, frame, COSTS["leave_frontier"])
    shift(play, f"army:{army.id}", f"frontier:{army.at}", action.sp, "frontier")


def detach(play: Play, frame: March, action: act.Detach) -> None:
    army = play.state.armies[frame.army]
    if not can_detach(play.table, army):
        refuse("7.17", "cannot_detach", army=army.id)
    _in_range(action.sp, army.sp, "7.17")
    note(play, army.at)
    pay(play, frame, COSTS["detach"])
    shift(play, f"army:{army.id}", f"detached:{army.at}:{army.power}", action.sp, "detach")
    march.leave_alone(play, army.id)


def pick_up(play: Play, frame: March, action: act.PickUp) -> None:
    army = play.state.armies[frame.army]
    waiting = play.state.detached.get(army.at, {}).get(army.power, 0)
    if army.power not in MAJORS or not waiting:
        refuse("7.17", "nothing_to_pick_up", province=army.at)
    _in_range(action.sp, waiting, "7.17")
    pay(play, frame, COSTS["pick_up"])
    shift(play, f"detached:{army.at}:{army.power}", f"army:{army.id}", action.sp, "pick_up")


def hand_over(play: Play, frame: March, action: act.HandOver) -> None:
    army = play.state.armies[frame.army]
    if action.army not in [a.id for a in takers(play.state, army)]:
        refuse("7.17", "cannot_hand_over", army=action.army)
    _in_range(action.sp, army.sp, "7.17")
    pay(play, frame, COSTS["hand_over"])
    march.hand_over(play, army.id, action.army, action.sp)


def place_marker(play: Play, frame: March, action: act.PlaceMarker) -> None:
    army = play.state.armies[frame.army]
    if not can_mark(play.table, play.state, army):
        refuse("7.18", "cannot_place_marker", province=army.at)
    note(play, army.at)
    pay(play, frame, COSTS["place_marker"])
    play.set_marker(army.at, army.power)


def remove_marker(play: Play, frame: March, action: act.RemoveMarker) -> None:
    army = play.state.armies[frame.army]
    if not can_unmark(play.state, army):
        refuse("7.18", "cannot_remove_marker", province=army.at)
    note(play, army.at)
    pay(play, frame, COSTS["remove_marker"])
    play.set_marker(army.at, None)


def recover(play: Play, frame: March, action: act.Recover) -> None:
    army = play.state.armies[frame.army]
    if action.what not in recoveries(army, frame.mp):
        refuse("8.24", "cannot_recover", what=action.what)
    pay(play, frame, COSTS[f"recover_{action.what}"])
    for member in force(play.state, army.id):
        if action.what == "disorganised":
            play.status(member.id, "disorganised", False, "recovered")
        else:
            play.status(member.id, "defeated", False, "recovered")
            if action.what == "to_disorganised":
                play.status(member.id, "disorganised", True, "recovered")


def split_off(play: Play, frame: March, action: act.SplitOff) -> None:
    """An army combined under this one stays behind (6.44, 6.52); only before moving."""
    member = play.state.armies.get(action.army)
    if member is None or member.head != frame.army or frame.came_from:
        refuse(_together(play.state.armies[frame.army]), "cannot_split_off", army=action.army)
    play.change(action.army, head=None)
    play.tell(ev.ArmiesSeparated(action.army, frame.army))


DO: dict[type, Callable[[Play, March, Any], None]] = {
    act.Combine: combine,
    act.Redistribute: redistribute,
    act.Disband: disband,
    act.LeaveFrontier: leave_frontier,
    act.Detach: detach,
    act.PickUp: pick_up,
    act.HandOver: hand_over,
    act.PlaceMarker: place_marker,
    act.RemoveMarker: remove_marker,
    act.Recover: recover,
    act.SplitOff: split_off,
}
