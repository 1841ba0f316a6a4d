"""The better bot: plans ahead, spends gold where it counts, fights when it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian import frames as fr
from campaigns.rules.justinian import levy, maintenance, march, retreat
from campaigns.rules.justinian.bot import seaborne
from campaigns.rules.justinian.bot.planner import GOOD_EDGE, best_target, can_step, edge, expect, plan
from campaigns.rules.justinian.geography import mp_distance
from campaigns.rules.justinian.interception import drm
from campaigns.rules.justinian.leaders import control_rating
from campaigns.rules.justinian.march_actions import can_mark, can_unmark, recoveries
from campaigns.rules.justinian.state import BARBARIAN, BYZANTIUM, State, enemy, force_sp, sp_at
from campaigns.rules.justinian.tables import EXPENSES
from engine.dice import Dice
from engine.game import Choice, Decision

if TYPE_CHECKING:
    from campaigns.rules.justinian.system import JustinianRules

RESERVE = 10  # G for the five activations
RAISING = ("africa", "italia", "armenia", "spain", "oriens", "illyricum", "thrace")
KINDS = {
    fr.March: "_march",
    fr.Sail: "_sail",
    fr.BarbarianSegment: "_barbarian",
    fr.ByzantineSegment: "_byzantine",
    fr.Maintain: "_maintain",
    fr.PlaceLevy: "_place_levy",
    fr.RaiseArmy: "_raise",
    fr.Bribing: "_bribe",
    fr.Intercept: "_intercept",
    fr.Battle: "_battle",
    fr.AllyUse: "_ally",
    fr.Operation: "_operation",
    fr.SeaCheck: "_sea_check",
}


def choose(rules: JustinianRules, state: State, seat: str, dice: Dice) -> Any:
    """A legal action for the pending decision."""
    decision = rules.decision(state)
    assert decision is not None
    frame = state.stack[-1]
    name = KINDS.get(type(frame))
    if name is None:
        return decision.default
    return globals()[name](rules, state, frame, decision)


# --- on the march ---


def _march(rules: JustinianRules, state: State, frame: fr.March, decision: Decision) -> Any:
    table, army = rules.table, state.armies[frame.army]
    targets = march.attackable(state, frame)
    if targets:
        advantage, target = best_target(table, state, army.id, frame.seat, targets)
        if advantage >= GOOD_EDGE:
            return act.Attack(target)
    if frame.landed:
        return act.EndActivation()
    if can_unmark(state, army) and frame.mp:
        return act.RemoveMarker()
    mending = recoveries(army, frame.mp)
    if mending:
        return act.Recover("defeated" if "defeated" in mending and not army.disorganised else mending[0])
    waiting = state.detached.get(army.at, {}).get(army.power, 0)
    if frame.mp and waiting and army.power in ("ostrogoths", "vandals") and not army.sp:
        return act.PickUp(waiting)
    if frame.mp and can_mark(table, state, army):
        return act.PlaceMarker()
    goal = plan(table, state, army.id, frame.seat, frame.mp)
    if goal is not None and goal.step != army.at and can_step(table, state, frame, goal.step):
        return act.MoveArmy(goal.step)
    return act.EndActivation()


def _sail(rules: JustinianRules, state: State, frame: fr.Sail, decision: Decision) -> Any:
    return seaborne.steer(rules.table, state, frame) or decision.default


# --- segments ---


def _barbarian(rules: JustinianRules, state: State, frame: fr.BarbarianSegment, decision: Decision) -> Any:
    offered = rules.choices(state, BARBARIAN)
    if frame.stage == "marker":
        return _marker(rules, state, offered)
    army = _best_army(rules, state, offered, BARBARIAN)
    return act.ActivateArmy(army) if army else act.Pass()


def _marker(rules: JustinianRules, state: State, offered: tuple[Choice, ...]) -> Any:
    """Recruit with Goths and Vandals early; otherwise the power with most to gain; then Random markers."""
    best, chosen = 0.0, None
    for choice in offered:
        if choice.kind != "select_power":
            continue
        for option in choice.fields[0].options:  # type: ignore[union-attr]
            gain = _power_urge(rules, state, option.value)
            if choice.fixed["recruit"]:
                gain += 0.6
            if gain > best:
                best, chosen = gain, act.SelectPower(option.value, choice.fixed["recruit"])
    if chosen is not None and (best > 1.2 or not state.randoms):
        return chosen
    if state.randoms:
        return act.DrawRandom()
    return chosen or act.Pass()


def _power_urge(rules: JustinianRules, state: State, power: str) -> float:
    urges = [0.2]
    for army in state.armies.values():
        if army.power != power:
            continue
        if army.total:
            goal = plan(rules.table, state, army.id, BARBARIAN)
            urges.append(goal.score if goal else 0.0)
        elif army.at in rules.table.scn.boxes and army.id not in state.recruited:
            urges.append(2.5)
    return max(urges)


def _best_army(rules: JustinianRules, state: State, offered: tuple[Choice, ...], seat: str) -> str | None:
    best, chosen = 0.0, None
    for choice in offered:
        if choice.kind != "activate_army":
            continue
        for option in choice.fields[0].options:  # type: ignore[union-attr]
            army = state.armies[option.value]
            goal = plan(rules.table, state, army.id, seat)
            score = goal.score if goal else 0.0
            if not army.total:
                fresh = army.at in rules.table.scn.boxes and army.id not in state.recruited
                score = 2.5 if fresh else 0.1
            elif army.defeated or army.disorganised:
                score += 0.3
            if score > best:
                best, chosen = score, army.id
    return chosen


def _byzantine(rules: JustinianRules, state: State, frame: fr.ByzantineSegment, decision: Decision) -> Any:
    if levy.shortage(rules.table, state):
        return act.Recruit()
    offered = rules.choices(state, BYZANTIUM)
    best: float = 0.9
    chosen: Any = None
    if state.gold >= EXPENSES["activate"]:
        voyage = seaborne.voyage(rules.table, state, offered)
        if voyage is not None and voyage[0] > best:
            best, chosen = voyage
        army = _best_army(rules, state, offered, BYZANTIUM)
        if army is not None:
            goal = plan(rules.table, state, army, BYZANTIUM)
            if goal is not None and goal.score > best:
                best, chosen = goal.score, act.ActivateArmy(army)
    return chosen or act.Recruit()


def _operation(rules: JustinianRules, state: State, frame: fr.Operation, decision: Decision) -> Any:
    if frame.stage == "order" and frame.left:
        return act.ActivateArmy(frame.left[0])
    return act.Pass()


# --- money and men ---


def _maintain(rules: JustinianRules, state: State, frame: fr.Maintain, decision: Decision) -> Any:
    """Garrisons and fleets always: they may mutiny. Armies only out of plenty: Unpaid ones still fight."""
    payable = maintenance.groups(state)
    budget = max(0, state.gold - RESERVE)
    paid = []
    for unit in sorted(payable, key=lambda u: (u.startswith("army"), payable[u].gold, u)):
        spare = budget - (30 if unit.startswith("army") else 0)
        if payable[unit].gold <= spare:
            paid.append(unit)
            budget -= payable[unit].gold
    return act.PayMaintenance(tuple(paid))


def _place_levy(rules: JustinianRules, state: State, frame: fr.PlaceLevy, decision: Decision) -> Any:
    """Praesentals first, then whoever has most to do; fleets where an army waits for them."""
    placing: dict[str, int] = {}
    rest = frame.sp
    for army, lack in levy.shortage(rules.table, state).items():
        take = min(rest, lack)
        if take:
            placing[f"army:{army}"] = take
        rest -= take
    places = levy.land_places(rules.table, state)
    if rest:
        wish = sorted(
            (u for u in places if u.startswith("army:")),
            key=lambda u: (-_need(rules, state, u[5:]), u),
        )
        for unit in (*wish, "frontier:europa"):
            take = min(rest, places.get(unit, 0) - placing.get(unit, 0))
            if take > 0:
                placing[unit] = placing.get(unit, 0) + take
                rest -= take
    return act.PlaceRecruits(placing, seaborne.shipyard(rules.table, state))


def _need(rules: JustinianRules, state: State, army: str) -> float:
    found = state.armies[army]
    if found.leader is None or rules.table.scn.armies[army].praesental:
        return 0.0
    near = sum(
        sp_at(state, p, BARBARIAN)
        for p in rules.table.scn.armies[army].end_zone
        if sp_at(state, p, BARBARIAN)
    )
    return min(near, 60) + (10.0 if found.total < 15 else 0.0)


def _raise(rules: JustinianRules, state: State, frame: fr.RaiseArmy, decision: Decision) -> Any:
    """An army where there is work for it."""
    places = levy.available(rules.table, state)
    for army in RAISING:
        where = [p for p in places.get(army, ()) if p in rules.table.scn.armies[army].end_zone]
        if where:
            return act.NewArmy(army, min(where, key=lambda p: _distance_to_work(rules, army, state, p)))
    for army, where_ in places.items():
        return act.NewArmy(army, where_[0])
    return act.Pass()


def _distance_to_work(rules: JustinianRules, army: str, state: State, place: str) -> tuple[int, str]:
    away = mp_distance(rules.table.scn, place)
    zone = rules.table.scn.armies[army].end_zone
    return min((away.get(p, 99) for p in zone if p in state.markers), default=99), place


def _bribe(rules: JustinianRules, state: State, frame: fr.Bribing, decision: Decision) -> Any:
    """Pay when the roll can still be turned and there is gold to spare."""
    power = rules.table.scn.powers[frame.power]
    spare = state.gold - RESERVE
    troops = power.troops.base + power.troops.dice * 4
    if power.alliance_drm is None or troops < 4:
        return act.OfferBribe(0)
    ceiling = 9 if troops >= 10 else 6
    gold = min(ceiling, spare) if spare > 0 else 0
    return act.OfferBribe(gold - gold % EXPENSES["bribe_step"])


# --- answers ---


def _intercept(rules: JustinianRules, state: State, frame: fr.Intercept, decision: Decision) -> Any:
    table, chosen = rules.table, []
    for army in frame.candidates:
        found = state.armies[army]
        seat = decision.seat
        chance = (control_rating(table, found) - drm(table, state, found, frame.province) + 1) / 10
        gain = edge(table, state, army, frame.province, seat, frame.mover)
        if chance >= 0.5 and gain > 1.0:
            chosen.append(army)
    return act.InterceptWith(tuple(chosen))


def _battle(rules: JustinianRules, state: State, frame: fr.Battle, decision: Decision) -> Any:
    """Leave before a battle that is clearly lost, if there is a quiet place to go."""
    if frame.stage != "retreat" or not frame.queue or not frame.attackers:
        return decision.default
    head = frame.queue[0]
    attacker = frame.attackers[0]
    if attacker not in state.armies:
        return decision.default
    sums = expect(rules.table, state, attacker, frame.province, frame.target, frame.seat)
    lost = force_sp(state, head)
    if sums.gain - sums.loss < 3.0 and sums.gain < lost:
        return act.Stand()
    ways = [p for p in retreat.ways_out(rules.table, state, frame) if not sp_at(state, p, frame.seat)]
    if not ways:
        return act.Stand()
    seat = enemy(frame.seat)
    best = min(ways, key=lambda p: (retreat.leaving_drm(state, head, p), -sp_at(state, p, seat), p))
    if retreat.leaving_drm(state, head, best) > 0:
        return act.Stand()
    return act.RetreatTo(best)


def _ally(rules: JustinianRules, state: State, frame: fr.AllyUse, decision: Decision) -> Any:
    """March when there is something to win at once, else strengthen an army."""
    goal = plan(rules.table, state, frame.army, BYZANTIUM)
    if goal is not None and goal.score > 1.0:
        return act.MarchAlly()
    return decision.default


def _sea_check(rules: JustinianRules, state: State, frame: fr.SeaCheck, decision: Decision) -> Any:
    mover = state.fleets[frame.mover].sp
    hunter = max(frame.patrols, key=lambda k: state.fleets[k].sp)
    if frame.stage == "evade":
        return act.Evade() if state.fleets[frame.patrols[0]].sp > mover else act.Fight()
    return act.InterceptAtSea(hunter) if state.fleets[hunter].sp >= mover else act.Pass()
