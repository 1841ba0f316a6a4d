"""Voyages with an army: which army to ship, where to land it, and which ships to build."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot.outlook import is_must, outlook, worth
from campaigns.justinian.bot.planner import Plan, attack_worth, distances, is_pinned, join_armies, zone
from campaigns.justinian.bot.registry import answers
from campaigns.justinian.rules.sea.fleets import AREAS, ActivateFleet
from campaigns.justinian.rules.sea.naval_retreat import PutIn
from campaigns.justinian.rules.sea.sail import SailTo
from campaigns.justinian.rules.state.fleets import capacity, enemy_fleets_at
from campaigns.justinian.rules.state.geography import (
    can_embark,
    naval_reach,
    naval_reach_from_sea,
    neighbours,
)
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import Sail
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from campaigns.justinian.rules.state.values import MOVING, FleetKey
from campaigns.justinian.rules.turn.levy import shipyards
from engine.game import Choice, Decision

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules

SPARE_GOLD = 14
SUPERIOR = 2  # fleet SP desired in addition to the enemy's
EMBARKING = 3.0  # effort of embarking, in MP
VOYAGE = 1.3  # effort of a voyage compared with a march
FETCH = 0.5  # gain multiplier for an army that must wait for ships
MUSTER = 0.6  # gain multiplier for armies that must first meet at a port
# gain multiplier for attacking from the shore one segment later, without the landing's -2 (7.24)
ASHORE = 0.6


def escort(state: State, port: str, power: str) -> int:
    """Return the fleet SP needed to beat the enemy fleet in the port (7.22), or 0 if there is none."""
    there = sum(state.fleets[k].sp for k in enemy_fleets_at(state, port, power))
    return there + SUPERIOR if there else 0


def landings(pos: Position, army: Army, seat: str) -> dict[str, tuple[float, int]]:
    """Return the coasts where landing the army is worthwhile, each with the gain and the fleet SP needed."""
    view = outlook(pos)
    inside = zone(pos, army)
    found = {}
    for port, province in pos.scn.provinces.items():
        if not province.coastal or port == army.at or (inside is not None and port not in inside):
            continue
        prize = worth(pos, army, port, seat, view)
        if prize <= 0.0:
            continue
        if port in view.foes(seat):
            if army.defeated:
                continue
            prize = max(
                attack_worth(pos, army.id, port, "all", seat, prize, crossing=True),
                ASHORE * attack_worth(pos, army.id, port, "all", seat, prize),
            )
        if prize > 0.0:
            found[port] = (prize / VOYAGE, escort(pos.state, port, army.power))
    for port, prize in meeting_coasts(pos, army, seat).items():
        if prize / VOYAGE > found.get(port, (0.0, 0))[0]:
            found[port] = (prize / VOYAGE, escort(pos.state, port, army.power))
    return found


def meeting_coasts(pos: Position, army: Army, seat: str) -> dict[str, float]:
    """Return the enemy-free coasts where the army could land to join another army, each with the expected
    gain. The two armies could then attack an adjacent province that this army cannot take alone (6.52). The
    main case is Septem, next to Hispania.
    """
    view, inside = outlook(pos), zone(pos, army)
    found: dict[str, float] = {}
    if inside is None or army.defeated or army.power != BYZANTIUM:
        return found
    partners = [a for a in pos.state.armies.values() if a.id != army.id and _may_join(a)]
    for target in inside:
        if target not in view.barbarian or not is_must(pos.setting, target):
            continue
        prize = worth(pos, army, target, seat, view)
        if attack_worth(pos, army.id, target, "all", seat, prize, crossing=True) > 0.0:
            continue
        for port in neighbours(pos.scn, target):
            coastal = pos.scn.provinces[port].coastal and port != army.at and port in inside
            if not coastal or port in view.barbarian:
                continue
            for partner in partners:
                if {port, target} <= pos.scn.armies[partner.id].end_zone:
                    both = join_armies(pos.state, army.id, (partner.id,), port)
                    gain = attack_worth(
                        Position(pos.setting, both), army.id, target, "all", seat, prize, crossing=True
                    )
                    found[port] = max(found.get(port, 0.0), MUSTER * gain)
    return {port: gain for port, gain in found.items() if gain > 0.0}


def _may_join(army: Army) -> bool:
    return army.power == BYZANTIUM and army.leader is not None and not army.head and not army.defeated


def best_port(
    setting: Setting, goals: dict[str, tuple[float, int]], seas: Any, ships: int = 99
) -> tuple[float, str]:
    """Return (value, port) for the best goal that a fleet can reach through the given seas, or (0.0, "") if
    there is none. ``ships``: the fleet SP available.
    """
    return max(
        (
            (score, port)
            for port, (score, needed) in goals.items()
            if needed <= ships and any(sea in seas for sea in setting.scn.provinces[port].seas)
        ),
        default=(0.0, ""),
    )


def voyage(pos: Position, offered: Iterable[Choice]) -> tuple[float, ActivateFleet] | None:
    """Return (value, action) for the best voyage with an army that can begin now, or None."""
    best: tuple[float, ActivateFleet] | None = None
    for choice in offered:
        if choice.kind != "activate_fleet" or choice.fixed.get("army") is None:
            continue
        army = pos.state.armies[choice.fixed["army"]]
        if is_pinned(pos, army):
            continue
        place = choice.fixed["place"]
        ships = pos.state.fleets[FleetKey(BYZANTIUM, place)].sp
        goals = landings(pos, army, BYZANTIUM)
        score, _ = best_port(pos.setting, goals, naval_reach(pos.scn, place), ships)
        if score > 0 and (best is None or score > best[0]):
            best = score, ActivateFleet(BYZANTIUM, place, ships, army.id)
    return best


def ferry(pos: Position, offered: Iterable[Choice]) -> tuple[float, ActivateFleet] | None:
    """Return (value, action) for the best voyage of an empty fleet to an army that waits for ships,
    or None.
    """
    wanted = waiting_ports(pos)
    best: tuple[float, ActivateFleet] | None = None
    for choice in offered if wanted else ():
        if choice.kind != "activate_fleet" or choice.fixed.get("army") is not None:
            continue
        place = choice.fixed["place"]
        if place not in pos.scn.provinces or place in wanted:
            continue
        ships = pos.state.fleets[FleetKey(BYZANTIUM, place)].sp
        score, _ = best_port(pos.setting, wanted, naval_reach(pos.scn, place), ships)
        if score > 0 and (best is None or score > best[0]):
            best = score, ActivateFleet(BYZANTIUM, place, ships)
    return best


def waiting_ports(pos: Position) -> dict[str, tuple[float, int]]:
    """Return the ports where an army waits for ships, or for enemy ships to be beaten (7.22, 8.31). Each
    comes with the gain and the fleet SP needed.
    """
    found: dict[str, tuple[float, int]] = {}
    for army in pos.state.armies.values():
        if army.power != BYZANTIUM or army.at not in pos.scn.provinces or army.head or not army.leader:
            continue
        if not can_embark(pos.scn, army.at) or is_pinned(pos, army):
            continue
        goals = landings(pos, army, BYZANTIUM)
        score, port = best_port(pos.setting, goals, naval_reach(pos.scn, army.at))
        if not port:
            continue
        have = pos.state.fleets.get(FleetKey(BYZANTIUM, army.at))
        aboard = -(-pos.force_sp(army.id) // capacity(1)) - (have.sp if have else 0)
        needed = max(aboard, escort(pos.state, army.at, BYZANTIUM))
        if needed > 0 and score * FETCH > found.get(army.at, (0.0, 0))[0]:
            found[army.at] = (score * FETCH, needed)
    return found


def next_sea_action(pos: Position, frame: Sail) -> Any | None:
    """Return the next step towards the best landing, or towards an army that waits for ships. Return None if
    there is nothing to gain.
    """
    if not frame.sea:
        reach = naval_reach(pos.scn, frame.start)
    else:
        left = frame.areas if not frame.must_stop else 0
        reach = {s: n for s, n in naval_reach_from_sea(pos.scn, frame.sea).items() if n <= left}
    ships = pos.state.fleets[FleetKey(frame.power, MOVING)].sp
    if frame.army:
        goals = landings(pos, pos.state.armies[frame.army], frame.seat)
    else:
        waiting = waiting_ports(pos) if frame.seat == BYZANTIUM else {}
        goals = {p: goal for p, goal in waiting.items() if p != frame.start}
    score, port = best_port(pos.setting, goals, reach, ships)
    if score <= 0:
        return None
    if frame.sea and frame.sea in pos.scn.provinces[port].seas:
        return PutIn(port)
    ways = pos.scn.provinces[frame.start].seas if not frame.sea else pos.scn.seas[frame.sea].adjacent
    budget = AREAS if not frame.sea else frame.areas - 1
    for sea in sorted(ways, key=lambda s: (len(enemy_fleets_at(pos.state, s, frame.power)), s)):
        onward = naval_reach_from_sea(pos.scn, sea)
        if any(onward.get(goal, 99) <= budget for goal in pos.scn.provinces[port].seas):
            return SailTo(sea)
    return None


def embarkation(pos: Position, army_id: str, seat: str) -> Plan | None:
    """Return the plan to march an army to a port where it can embark for a better goal, or None."""
    army = pos.state.armies[army_id]
    if army.power != BYZANTIUM or not army.leader or is_pinned(pos, army):
        return None
    view = outlook(pos)
    goals = landings(pos, army, seat)
    if not goals:
        return None
    found = []
    for place, (cost, step) in distances(pos, army, view, seat).items():
        if place in view.foes(seat) or not can_embark(pos.scn, place):
            continue
        score, _ = best_port(pos.setting, goals, naval_reach(pos.scn, place))
        if score > 0.0:
            found.append(Plan(score * 5.0 / (5.0 + cost + EMBARKING), place, step, cost))
    return max(found, default=None)


def ships_wanted(pos: Position) -> tuple[float, dict[str, int]]:
    """Return the value of building ships for the waiting army that gains most, and the fleet SP to build by
    port.
    """
    price = pos.scn.counters.g_per_fleet
    money = pos.state.gold - SPARE_GOLD
    if money < price:
        return 0.0, {}
    ports, best = shipyards(pos), (0.0, "", 0)
    for army in pos.state.armies.values():
        if army.power != BYZANTIUM or army.at not in ports or not can_embark(pos.scn, army.at):
            continue
        if army.head or not army.leader or is_pinned(pos, army):
            continue
        have = pos.state.fleets.get(FleetKey(BYZANTIUM, army.at))
        goals = landings(pos, army, BYZANTIUM)
        score, port = best_port(pos.setting, goals, naval_reach(pos.scn, army.at))
        if not port:
            continue
        aboard = -(-pos.force_sp(army.id) // capacity(1))
        needed = max(aboard, escort(pos.state, port, BYZANTIUM)) - (have.sp if have else 0)
        if 0 < needed * price <= money and score > best[0]:
            best = (score, army.at, needed)
    if not best[1]:
        return 0.0, {}
    return best[0] * 0.6, {best[1]: best[2]}


def shipyard(pos: Position) -> dict[str, int]:
    return ships_wanted(pos)[1]


@answers(Sail)
def on_sail(rules: JustinianRules, state: State, frame: Sail, decision: Decision) -> Any:
    """Return the bot's next action with a fleet at sea: sail towards the best port, or take the default."""
    return next_sea_action(Position(rules.setting, state), frame) or decision.default
