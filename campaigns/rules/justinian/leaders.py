"""Leaders: replacing Magistri Militum (4.14), arrivals of barbarian leaders (4.22), elimination (8.26)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian import events as ev
from campaigns.rules.justinian.duty import Ask, Duty, clean, not_now
from campaigns.rules.justinian.frames import ChangeLeaders, NewLeader, Tzazon
from campaigns.rules.justinian.losses import send_home
from campaigns.rules.justinian.play import Play, Table, refuse
from campaigns.rules.justinian.state import (
    BARBARIAN,
    BYZANTIUM,
    Army,
    State,
    fleet_key,
    power_sp,
)
from campaigns.rules.justinian.units import shift, sp_of
from engine.game import Choice, Field, Many, Option, Pick, Share

FLEET_CAPACITY = 10


def control_rating(table: Table, army: Army) -> int:
    """The leader's control rating; 0 without a leader (G10)."""
    return table.scn.leaders[army.leader].control if army.leader else 0


def battle_rating(table: Table, army: Army) -> int:
    return table.scn.leaders[army.leader].battle if army.leader else 0


# --- B/3 ---


def replaceable(state: State) -> ChangeLeaders:
    """Who may be replaced: all that lost a battle, or else any one (4.14)."""
    mine = [a for a in state.armies.values() if a.power == BYZANTIUM and a.leader]
    lost = tuple(a.id for a in mine if a.leader in state.losers)
    if lost:
        return ChangeLeaders(lost, len(lost))
    return ChangeLeaders(tuple(a.id for a in mine), 1)


class ChangeLeadersDuty(Duty):
    def advance(self, play: Play, frame: ChangeLeaders) -> bool:
        if frame.candidates and play.state.cup:
            return False
        play.set(losers=frozenset())
        play.pop()
        return True

    def ask(self, table: Table, state: State, frame: ChangeLeaders) -> Ask:
        return Ask(BYZANTIUM, "change_leaders", act.ReplaceLeaders(()), "4.14")

    def choices(self, table: Table, state: State, frame: ChangeLeaders) -> tuple[Choice, ...]:
        options = tuple(Option(a, {"leader": state.armies[a].leader}) for a in frame.candidates)
        fields = (Many("armies", options, 0, min(frame.left, len(state.cup))),)
        return (Choice("replace_leaders", fields=fields, rule="4.14"),)

    def answer(self, play: Play, frame: ChangeLeaders, action: Any) -> None:
        if not isinstance(action, act.ReplaceLeaders):
            not_now(action)
            return
        chosen = action.armies
        if len(set(chosen)) != len(chosen) or any(a not in frame.candidates for a in chosen):
            refuse("4.14", "not_replaceable", armies=list(chosen))
        if len(chosen) > min(frame.left, len(play.state.cup)):
            refuse("4.14", "too_many", high=min(frame.left, len(play.state.cup)))
        play.pop()
        returned = [play.state.armies[a].leader for a in chosen]
        for army in chosen:
            appoint(play, army, "replaced", "4.14")
        for leader in returned:  # after the draws
            play.into_cup(leader)
            play.tell(ev.LeaderReturned(leader or "", "cup"))
        play.set(losers=frozenset())


def appoint(play: Play, army: str, reason: str, rule: str) -> None:
    """A leader out of the cup takes the army; Defeated and Disorganised come off (8.25)."""
    leader = play.draw(rule)
    if leader is None:
        return
    play.change(army, leader=leader)
    play.tell(ev.LeaderAppointed(leader, army, reason))
    play.status(army, "disorganised", False, "new_leader")
    play.status(army, "defeated", False, "new_leader")


# --- arrivals ---


def arrivals(play: Play) -> None:
    """Leaders due by now; all up to the start turn when the game starts later than turn 1."""
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
        if old is not None:  # G4: same army, SP, status
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
    play.tell(ev.LeaderArrived(leader, old.at, old.id))


class NewLeaderDuty(Duty):
    """Placed with any SP of his power; detached ones there come under him (4.22)."""

    def advance(self, play: Play, frame: NewLeader) -> bool:
        if not self.places(play.table, play.state, frame.leader):  # nobody left to lead (8.28)
            play.pop()
            return True
        return False

    def places(self, table: Table, state: State, leader: str) -> tuple[str, ...]:
        power = table.scn.leaders[leader].power
        found = {p for p, groups in state.detached.items() if groups.get(power)}
        found |= {a.at for a in state.armies.values() if a.power == power and a.sp}
        return tuple(sorted(found & set(table.scn.provinces)))

    def ask(self, table: Table, state: State, frame: NewLeader) -> Ask:
        power = table.scn.leaders[frame.leader].power
        places = self.places(table, state, frame.leader)
        best = max(places, key=lambda p: (state.detached.get(p, {}).get(power, 0), p))
        return Ask(BARBARIAN, "new_leader", act.Arrive(best), "4.22", {"leader": frame.leader})

    def choices(self, table: Table, state: State, frame: NewLeader) -> tuple[Choice, ...]:
        power = table.scn.leaders[frame.leader].power
        options = tuple(
            Option(p, {"sp": state.detached.get(p, {}).get(power, 0)})
            for p in self.places(table, state, frame.leader)
        )
        facts = {"leader": frame.leader}
        return (Choice("arrive", fields=(Pick("province", options),), rule="4.22", facts=facts),)

    def answer(self, play: Play, frame: NewLeader, action: Any) -> None:
        if not isinstance(action, act.Arrive):
            not_now(action)
            return
        if action.province not in self.places(play.table, play.state, frame.leader):
            refuse("4.22", "no_sp_of_that_power", province=action.province)
        power = play.scn.leaders[frame.leader].power
        play.pop()
        play.put(Army(frame.leader, power, frame.leader, action.province, 0))
        play.tell(ev.LeaderArrived(frame.leader, action.province))
        waiting = f"detached:{action.province}:{power}"
        shift(play, waiting, f"army:{frame.leader}", sp_of(play.state, waiting), "arrival")


class TzazonDuty(Duty):
    """He comes to Sardinia with at least 5 SP from anywhere, and fleets to carry those that moved."""

    def advance(self, play: Play, frame: Tzazon) -> bool:
        if play.scn.leaders[frame.leader].power in play.state.gone:
            play.pop()
            return True
        return False

    def sources(self, table: Table, state: State, leader: str) -> dict[str, int]:
        power = table.scn.leaders[leader].power
        units = {f"army:{a.id}": a.sp for a in state.armies.values() if a.power == power and a.sp}
        for province, groups in state.detached.items():
            if groups.get(power):
                units[f"detached:{province}:{power}"] = groups[power]
        return units

    def fleets(self, table: Table, state: State, leader: str) -> dict[str, int]:
        power = table.scn.leaders[leader].power
        return {f"fleet:{k}": f.sp for k, f in state.fleets.items() if f.power == power}

    def least(self, table: Table, state: State, leader: str) -> int:
        want = table.scn.leaders[leader].arrives_with_min_sp or 0
        return min(want, power_sp(state, table.scn.leaders[leader].power))

    def default(self, table: Table, state: State, leader: str) -> act.BringTroops:
        there = table.scn.leaders[leader].arrives_in
        units = self.sources(table, state, leader)
        order = sorted(units, key=lambda u: (place_of(state, u) != there, u.startswith("army"), -units[u], u))
        need, land = self.least(table, state, leader), {}
        for unit in order:
            take = min(need, units[unit])
            if take:
                land[unit] = take
            need -= take
        fleets = self.fleets(table, state, leader)
        moved = sum(n for u, n in land.items() if place_of(state, u) != there)
        if not moved or not fleets:
            return act.BringTroops(land, {})
        biggest = max(sorted(fleets), key=lambda f: fleets[f])
        return act.BringTroops(land, {biggest: 1})

    def ask(self, table: Table, state: State, frame: Tzazon) -> Ask:
        default = self.default(table, state, frame.leader)
        return Ask(BARBARIAN, "new_leader", default, "4.22", {"leader": frame.leader})

    def choices(self, table: Table, state: State, frame: Tzazon) -> tuple[Choice, ...]:
        units, fleets = (
            self.sources(table, state, frame.leader),
            self.fleets(table, state, frame.leader),
        )
        fields: tuple[Field, ...] = (
            Share(
                "land",
                tuple(Option(u, {"high": n}) for u, n in units.items()),
                self.least(table, state, frame.leader),
                sum(units.values()),
            ),
            Share(
                "fleets",
                tuple(Option(u, {"high": n}) for u, n in fleets.items()),
                0,
                sum(fleets.values()),
            ),
        )
        return (Choice("bring_troops", fields=fields, rule="4.22", facts={"leader": frame.leader}),)

    def answer(self, play: Play, frame: Tzazon, action: Any) -> None:
        if not isinstance(action, act.BringTroops):
            not_now(action)
            return
        table, state, leader = play.table, play.state, play.scn.leaders[frame.leader]
        units, fleets = self.sources(table, state, frame.leader), self.fleets(table, state, frame.leader)
        land, ships = clean(action.land), clean(action.fleets)
        for given, there in ((land, units), (ships, fleets)):
            for unit, sp in given.items():
                if sp > there.get(unit, 0):
                    refuse("4.22", "more_than_there_is", unit=unit, sp=there.get(unit, 0))
        goal = leader.arrives_in or "sardinia"
        least = self.least(table, state, frame.leader)
        total = sum(land.values())
        if total < least:
            refuse("4.22", "too_few_sp", low=least)
        moved = sum(n for u, n in land.items() if place_of(state, u) != goal)
        needed = -(-moved // FLEET_CAPACITY)
        there_already = sum(n for u, n in ships.items() if u.endswith(f"@{goal}"))
        if sum(ships.values()) < min(needed, sum(fleets.values())):
            refuse("4.22", "too_few_fleets", needed=needed)
        if sum(fleets.values()) < needed and total > least:
            refuse("4.22", "no_more_than_five", sp=least)
        play.pop()
        play.put(Army(frame.leader, leader.power, frame.leader, goal, 0))
        play.tell(ev.LeaderArrived(frame.leader, goal))
        for unit, sp in land.items():
            shift(play, unit, f"army:{frame.leader}", sp, "arrival")
        if there_already < sum(ships.values()):
            for unit, sp in ships.items():
                if not unit.endswith(f"@{goal}"):
                    shift(play, unit, f"fleet:{fleet_key(leader.power, goal)}", sp, "arrival")


def place_of(state: State, unit: str) -> str:
    """Where a Vandal unit stands."""
    kind, name = unit.split(":")[:2]
    return state.armies[name].at if kind == "army" else name


# --- elimination ---


def eliminate(play: Play, army_id: str) -> None:
    """An army that lost a battle and all its SP (8.26)."""
    army = play.state.armies[army_id]
    if army.power == BYZANTIUM:
        play.drop(army_id)
        play.set(spent_counters=play.state.spent_counters | {army_id})  # C11
        play.tell(ev.ArmyRemoved(army_id, army.power, 0, {}, "eliminated", "8.26"))
        if army.leader:
            play.tell(ev.LeaderLost(army.leader, "8.26"))
        return
    if army.power == "persia":
        others = [a for a in play.state.armies.values() if a.power == "persia" and a.id != army_id]
        play.drop(army_id)
        if others:
            play.tell(ev.LeaderLost(army_id, "8.26"))
        else:  # the last one comes back next turn
            play.set(away=play.state.away | {army_id})
            play.tell(ev.LeaderReturned(army_id, "turn_track"))
        return
    if army.power in ("vandals", "ostrogoths"):
        play.drop(army_id)
        play.tell(ev.LeaderLost(army_id, "8.26"))
        return
    send_home(play, army_id)


def come_back(play: Play) -> None:
    """The last Persian leader is in his box again (8.26)."""
    for leader in sorted(play.state.away):
        play.put(Army(leader, "persia", leader, "persia_box", 0))
        play.tell(ev.LeaderArrived(leader, "persia_box"))
    play.set(away=frozenset())
