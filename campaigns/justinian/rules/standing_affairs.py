"""Standing orders for what befalls a side outside its battles: fleets in flight, revolts, leaders, armies."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules.ground import frames as fr
from campaigns.justinian.rules.ground.play import Table
from campaigns.justinian.rules.ground.state import State, power_sp_at, seat_of, sp_at
from campaigns.justinian.rules.sea.naval import havens
from campaigns.justinian.rules.turn import revolts
from campaigns.justinian.rules.turn.arriving_leaders import NewLeaderDuty
from campaigns.justinian.rules.turn.levy import available
from campaigns.justinian.rules.turn.tzazon import TzazonDuty
from engine.game import Facts


def sea_withdraw(table: Table, state: State, frame: fr.SeaWithdraw, order: Facts) -> Any:
    """8.33: to where most friends stand, or to a city first."""
    seat = seat_of(state, frame.fleet.partition("@")[0])

    def rank(port: str) -> tuple[int, int, str]:
        city, friends = 0 if table.scn.provinces[port].is_city else 1, -sp_at(state, port, seat)
        return (city, friends, port) if order.get("policy") == "to_city" else (friends, city, port)

    return act.PutIn(min(havens(table, state, frame), key=rank))


def sardinia(table: Table, state: State, frame: fr.Sardinia, order: Facts) -> Any:
    """9.0: the strongest units send, or the weakest, as far as each keeps its last SP; the largest fleet."""
    need, fleets = revolts.wanted(state, frame.power)
    units = revolts.senders(state, frame.power)
    sign = 1 if order.get("policy") == "weakest" else -1
    land: dict[str, int] = {}
    for kept in (1, 0):
        for unit in sorted(units, key=lambda u: (sign * units[u], u)):
            take = min(need, max(0, units[unit] - land.get(unit, 0) - kept))
            if take:
                land[unit] = land.get(unit, 0) + take
                need -= take
    fleet = max(fleets, key=lambda k: (state.fleets[k].sp, k)) if fleets else None
    return act.SendTroops(land, fleet)


def nika(table: Table, state: State, frame: fr.NikaMarch, order: Facts) -> Any:
    """9.0: an army that stands in Europa anyway, else the weakest or the strongest that may go."""
    armies = revolts.nika_armies(state)  # the strongest first
    there = [a for a in armies if state.armies[a].at == revolts.EUROPA]
    return act.SendArmy((there or list(armies))[0 if order.get("policy") == "strongest" else -1])


def new_leader(table: Table, state: State, frame: fr.NewLeader | fr.Tzazon, order: Facts) -> Any:
    """4.22: where most SP of his power stand, or in a city first. Tzazon has no choice of place."""
    if isinstance(frame, fr.Tzazon):
        return TzazonDuty().default(table, state, frame.leader)
    power = table.scn.leaders[frame.leader].power

    def rank(place: str) -> tuple[int, int, str]:
        city, sp = 0 if table.scn.provinces[place].is_city else 1, -power_sp_at(state, place, power)
        return (city, sp, place) if order.get("policy") == "to_city" else (sp, city, place)

    return act.Arrive(min(NewLeaderDuty().places(table, state, frame.leader), key=rank))


def change_leaders(table: Table, state: State, frame: fr.ChangeLeaders, order: Facts) -> Any:
    """4.14: nobody, or those beaten whose battle rating is no more than the one ordered."""
    least = int(order.get("battle", 0))
    weak = [
        a
        for a in frame.candidates
        if state.armies[a].leader in state.losers
        and table.scn.leaders[state.armies[a].leader or ""].battle <= least
    ]
    chosen = weak if order.get("policy") == "beaten" else []
    return act.ReplaceLeaders(tuple(chosen[: min(frame.left, len(state.cup))]))


def new_army(table: Table, state: State, frame: fr.RaiseArmy, order: Facts) -> Any:
    """5.34: none, or the first that may be raised; in Europa where that is allowed."""
    if order.get("policy") == "never":
        return act.Pass()
    army, places = next(iter(available(table, state).items()))
    return act.NewArmy(army, revolts.EUROPA if revolts.EUROPA in places else places[0])
