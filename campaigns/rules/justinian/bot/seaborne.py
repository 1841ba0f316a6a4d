"""Expeditions by sea: which army had best be shipped where, and the ships for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian.bot.planner import GOOD_EDGE, Lay, edge, lay_of, value
from campaigns.rules.justinian.fleets import AREAS, hostile
from campaigns.rules.justinian.frames import Sail
from campaigns.rules.justinian.geography import can_embark, naval_reach, naval_reach_from_sea
from campaigns.rules.justinian.levy import yards
from campaigns.rules.justinian.naval_battle import capacity
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.state import BYZANTIUM, Army, State, fleet_key, force_sp
from engine.game import Choice

SPARE_GOLD = 14
LANDING = 0.8  # a landing fights at -2


def landing_score(table: Table, state: State, army: Army, port: str, seat: str, lay: Lay) -> float:
    """What putting that army ashore there is worth; 0 for nothing."""
    if army.power == BYZANTIUM and port not in table.scn.armies[army.id].end_zone:
        return 0.0
    worth = value(table, state, army, port, seat, lay)
    if worth <= 0.0 or hostile(state, port, army.power):
        return 0.0
    if port in lay.foes:
        if army.defeated:
            return 0.0
        ashore = replace(state, armies={**state.armies, army.id: replace(army, at=port)})
        advantage = edge(table, ashore, army.id, port, seat) - LANDING
        if advantage < GOOD_EDGE:
            return 0.0
        worth += advantage
    return worth / 3.5


def best_port(table: Table, state: State, army: Army, seas: Any, seat: str) -> tuple[float, str]:
    coasts = {p for sea in seas for p in table.scn.seas[sea].coasts if p != army.at}
    lay = lay_of(state, seat)
    return max(
        ((landing_score(table, state, army, p, seat, lay), p) for p in sorted(coasts)), default=(0.0, "")
    )


def voyage(table: Table, state: State, offered: tuple[Choice, ...]) -> tuple[float, act.ActivateFleet] | None:
    """The best expedition that can sail now."""
    best: tuple[float, act.ActivateFleet] | None = None
    for choice in offered:
        if choice.kind != "activate_fleet" or choice.fixed.get("army") is None:
            continue
        army = state.armies[choice.fixed["army"]]
        place = choice.fixed["place"]
        score, _ = best_port(table, state, army, naval_reach(table.scn, place), BYZANTIUM)
        if score > 0 and (best is None or score > best[0]):
            ships = state.fleets[fleet_key(BYZANTIUM, place)].sp
            best = score, act.ActivateFleet(BYZANTIUM, place, ships, army.id)
    return best


def steer(table: Table, state: State, frame: Sail) -> Any | None:
    """One step towards the best port for the army aboard; None: nothing better than the default."""
    if not frame.army:
        return None
    army = state.armies[frame.army]
    if not frame.sea:
        reach = naval_reach(table.scn, frame.start)
    else:
        left = frame.areas if not frame.must_stop else 0
        reach = {s: n for s, n in naval_reach_from_sea(table.scn, frame.sea).items() if n <= left}
    score, port = best_port(table, state, army, reach, frame.seat)
    if score <= 0:
        return None
    if frame.sea and frame.sea in table.scn.provinces[port].seas:
        return act.PutIn(port)
    ways = table.scn.provinces[frame.start].seas if not frame.sea else table.scn.seas[frame.sea].adjacent
    budget = AREAS if not frame.sea else frame.areas - 1
    for sea in sorted(ways, key=lambda s: (len(hostile(state, s, frame.power)), s)):
        onward = naval_reach_from_sea(table.scn, sea)
        if any(onward.get(goal, 99) <= budget for goal in table.scn.provinces[port].seas):
            return act.SailTo(sea)
    return None


def shipyard(table: Table, state: State) -> dict[str, int]:
    """Fleets to build: where a strong army waits for ships and has somewhere to go."""
    price = table.scn.counters.g_per_fleet
    money = state.gold - SPARE_GOLD
    if money < price:
        return {}
    ports, best = yards(table, state), (0.0, "", 0)
    for army in state.armies.values():
        if army.power != BYZANTIUM or army.at not in ports or not can_embark(table.scn, army.at):
            continue
        have = state.fleets.get(fleet_key(BYZANTIUM, army.at))
        needed = -(-force_sp(state, army.id) // capacity(1)) - (have.sp if have else 0)
        if needed <= 0 or needed * price > money:
            continue
        score, _ = best_port(table, state, army, naval_reach(table.scn, army.at), BYZANTIUM)
        if score > best[0]:
            best = (score, army.at, needed)
    return {best[1]: best[2]} if best[1] else {}
