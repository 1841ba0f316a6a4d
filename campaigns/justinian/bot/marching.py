"""What a better bot does with an army under way, for either side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import expedition, seaborne, skeletons
from campaigns.justinian.bot.planner import best_target, can_step, plan
from campaigns.justinian.rules.ground.progress import March
from campaigns.justinian.rules.ground.state import BYZANTIUM, TREASURE_POWERS, Army, State
from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.march.combine import Combine, partners
from campaigns.justinian.rules.march.detach import PickUp
from campaigns.justinian.rules.march.duty import Attack, EndActivation, MoveArmy
from campaigns.justinian.rules.march.markers import PlaceMarker, RemoveMarker, can_mark, can_unmark
from campaigns.justinian.rules.march.recover import Recover, recoveries
from engine.game import Decision

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


def on_march(rules: JustinianRules, state: State, frame: March, decision: Decision) -> Any:
    """Attack when it pays, clear or mark the place, recover, go on to the best goal, else stop."""
    table, army = rules.table, state.armies[frame.army]
    business = expedition.on_march(table, state, frame)
    if business is not None:
        return business
    given_up = skeletons.on_march(table, state, frame)
    if given_up is not None:
        return given_up
    targets = march.attackable(state, frame)
    if targets:
        crossing = frame.landed or frame.strait
        gain, target = best_target(table, state, army.id, frame.seat, targets, crossing)
        if gain > 0.0:
            return Attack(target)
    if frame.landed:
        return EndActivation()
    if can_unmark(state, army) and frame.mp:
        return RemoveMarker()
    mending = recoveries(army, frame.mp)
    if mending:
        return Recover("defeated" if "defeated" in mending and not army.disorganised else mending[0])
    waiting = state.detached.get(army.at, {}).get(army.power, 0)
    if frame.mp and waiting and army.power in TREASURE_POWERS and not targets:
        return PickUp(waiting)
    if frame.mp and can_mark(table, state, army):
        return PlaceMarker()
    return _go(rules, state, frame, army)


def _go(rules: JustinianRules, state: State, frame: March, army: Army) -> Any:
    table = rules.table
    goal = plan(table, state, army.id, frame.seat, frame.mp)
    if army.power == BYZANTIUM:
        quay = seaborne.embarkation(table, state, army.id, frame.seat)
        if quay is not None and (goal is None or quay.score > goal.score):
            goal = quay
    if goal is None:
        return EndActivation()
    if goal.join and goal.goal == army.at:
        here = {a.id for a in partners(table, state, army) if a.head != army.id}
        chosen = tuple(a for a in goal.join if a in here)
        if chosen and frame.mp:
            return Combine(chosen)
        return EndActivation()
    if goal.step == army.at or not can_step(table, state, frame, goal.step):
        return EndActivation()
    return MoveArmy(goal.step)
