"""Expeditions by sea: which army had best be shipped where, and the ships for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian.bot.outlook import outlook, worth
from campaigns.rules.justinian.bot.planner import Plan, attack_worth, distances, pinned, zone
from campaigns.rules.justinian.fleets import AREAS, hostile
from campaigns.rules.justinian.frames import Sail
from campaigns.rules.justinian.geography import can_embark, naval_reach, naval_reach_from_sea
from campaigns.rules.justinian.levy import yards
from campaigns.rules.justinian.naval_battle import capacity
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.state import BYZANTIUM, MOVING, Army, State, fleet_key, force_sp
from engine.game import Choice, Decision

if TYPE_CHECKING:
    from campaigns.rules.justinian.system import JustinianRules

SPARE_GOLD = 14
SUPERIOR = 2  # fleet SP more than the enemy has
EMBARKING = 3.0  # the effort of getting ships
VOYAGE = 1.3  # the effort of a voyage beside a march


def escort(state: State, port: str, power: str) -> int:
    """Fleet SP to be sure of beating what is in that port first (7.22); 0 when it is empty."""
    there = sum(state.fleets[k].sp for k in hostile(state, port, power))
    return there + SUPERIOR if there else 0


def landings(table: Table, state: State, army: Army, seat: str) -> dict[str, tuple[float, int]]:
    """Coasts where it is worth to put that army ashore: how much, and the fleet SP to get there."""
    view = outlook(table, state)
    inside = zone(table, state, army)
    found = {}
    for port, province in table.scn.provinces.items():
        if not province.coastal or port == army.at or (inside is not None and port not in inside):
            continue
        prize = worth(table, state, army, port, seat, view)
        if prize <= 0.0:
            continue
        if port in view.foes(seat):
            if army.defeated:
                continue
            prize = attack_worth(table, state, army.id, port, "all", seat, prize, crossing=True)
        if prize > 0.0:
            found[port] = (prize / VOYAGE, escort(state, port, army.power))
    return found


def best_port(
    table: Table, goals: dict[str, tuple[float, int]], seas: Any, ships: int = 99
) -> tuple[float, str]:
    """The best of those coasts on these seas."""
    return max(
        (
            (score, port)
            for port, (score, needed) in goals.items()
            if needed <= ships and any(sea in seas for sea in table.scn.provinces[port].seas)
        ),
        default=(0.0, ""),
    )


def voyage(table: Table, state: State, offered: Iterable[Choice]) -> tuple[float, act.ActivateFleet] | None:
    """The best expedition that can sail now."""
    best: tuple[float, act.ActivateFleet] | None = None
    for choice in offered:
        if choice.kind != "activate_fleet" or choice.fixed.get("army") is None:
            continue
        army = state.armies[choice.fixed["army"]]
        if pinned(table, state, army):
            continue
        place = choice.fixed["place"]
        ships = state.fleets[fleet_key(BYZANTIUM, place)].sp
        goals = landings(table, state, army, BYZANTIUM)
        score, _ = best_port(table, goals, naval_reach(table.scn, place), ships)
        if score > 0 and (best is None or score > best[0]):
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
    ships = state.fleets[fleet_key(frame.power, MOVING)].sp
    score, port = best_port(table, landings(table, state, army, frame.seat), reach, ships)
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


def embarkation(table: Table, state: State, army_id: str, seat: str) -> Plan | None:
    """The port that an army without work on land should go to, to be shipped where there is some."""
    army = state.armies[army_id]
    if army.power != BYZANTIUM or not army.leader or pinned(table, state, army):
        return None
    view = outlook(table, state)
    goals = landings(table, state, army, seat)
    if not goals:
        return None
    found = []
    for place, (cost, step) in distances(table, state, army, view, seat).items():
        if place in view.foes(seat) or not can_embark(table.scn, place):
            continue
        score, _ = best_port(table, goals, naval_reach(table.scn, place))
        if score > 0.0:
            found.append(Plan(score * 5.0 / (5.0 + cost + EMBARKING), place, step, cost))
    return max(found, default=None)


def ships_wanted(table: Table, state: State) -> tuple[float, dict[str, int]]:
    """Fleets to build where a strong army waits for ships and has somewhere to go, and what that is worth."""
    price = table.scn.counters.g_per_fleet
    money = state.gold - SPARE_GOLD
    if money < price:
        return 0.0, {}
    ports, best = yards(table, state), (0.0, "", 0)
    for army in state.armies.values():
        if army.power != BYZANTIUM or army.at not in ports or not can_embark(table.scn, army.at):
            continue
        if army.head or not army.leader or pinned(table, state, army):
            continue
        have = state.fleets.get(fleet_key(BYZANTIUM, army.at))
        goals = landings(table, state, army, BYZANTIUM)
        score, port = best_port(table, goals, naval_reach(table.scn, army.at))
        if not port:
            continue
        aboard = -(-force_sp(state, army.id) // capacity(1))
        needed = max(aboard, escort(state, port, BYZANTIUM)) - (have.sp if have else 0)
        if 0 < needed * price <= money and score > best[0]:
            best = (score, army.at, needed)
    if not best[1]:
        return 0.0, {}
    return best[0] * 0.6, {best[1]: best[2]}


def shipyard(table: Table, state: State) -> dict[str, int]:
    return ships_wanted(table, state)[1]


def on_sail(rules: JustinianRules, state: State, frame: Sail, decision: Decision) -> Any:
    """Towards the best port; without an army aboard, the default."""
    return steer(rules.table, state, frame) or decision.default
