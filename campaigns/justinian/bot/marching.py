"""The better bot's actions with an army on the march, for either side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import skeletons
from campaigns.justinian.bot.chances import chances_as_facts, chances_of_attack
from campaigns.justinian.bot.planner import best_target, can_step, plan
from campaigns.justinian.bot.registry import answers, explains
from campaigns.justinian.bot.sea import expedition, seaborne
from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.march.combine import Combine, partners
from campaigns.justinian.rules.march.detach import PickUp
from campaigns.justinian.rules.march.handler import Attack, EndActivation, MoveArmy
from campaigns.justinian.rules.march.markers import PlaceMarker, RemoveMarker, can_mark, can_unmark
from campaigns.justinian.rules.march.recover import Recover, recoveries
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, TREASURE_POWERS, Army, State
from engine.game import Decision, Facts

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


@answers(March)
def on_march(rules: JustinianRules, state: State, frame: March, decision: Decision) -> Any:
    """Return the bot's next action with an army on the march. The army continues an expedition, or disbands
    if it is no longer worth keeping. Otherwise it attacks if that pays, takes or marks the province,
    recovers, or marches towards the best goal. If nothing is left to gain, its activation ends.
    """
    pos = Position(rules.setting, state)
    army = state.armies[frame.army]
    business = expedition.on_march(pos, frame)
    if business is not None:
        return business
    given_up = skeletons.on_march(pos, frame)
    if given_up is not None:
        return given_up
    targets = march.attackable(state, frame)
    if targets:
        crossing = frame.landed or frame.strait
        gain, target = best_target(pos, army.id, frame.seat, targets, crossing)
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
    if frame.mp and can_mark(pos, army):
        return PlaceMarker()
    return _choose_move(rules, state, frame, army)


def _choose_move(rules: JustinianRules, state: State, frame: March, army: Army) -> Any:
    pos = Position(rules.setting, state)
    goal = plan(pos, army.id, frame.seat, frame.mp)
    if army.power == BYZANTIUM:
        quay = seaborne.embarkation(pos, army.id, frame.seat)
        if quay is not None and (goal is None or quay.score > goal.score):
            goal = quay
    if goal is None:
        return EndActivation()
    if goal.join and goal.goal == army.at:
        here = {a.id for a in partners(pos, army) if a.head != army.id}
        chosen = tuple(a for a in goal.join if a in here)
        if chosen and frame.mp:
            return Combine(chosen)
        return EndActivation()
    if goal.step == army.at or not can_step(pos, frame, goal.step):
        return EndActivation()
    return MoveArmy(goal.step)


@explains(March, Attack)
def _explain_attack(rules: JustinianRules, state: State, frame: March, action: Attack) -> Facts:
    place = state.armies[frame.army].at
    crossing = frame.landed or frame.strait
    return {
        "code": "attack_pays",
        **chances_as_facts(
            chances_of_attack(
                Position(rules.setting, state), frame.army, place, action.target, frame.seat, crossing
            )
        ),
    }


@explains(March, MoveArmy)
def _explain_move(rules: JustinianRules, state: State, frame: March, action: MoveArmy) -> Facts | None:
    pos = Position(rules.setting, state)
    if expedition.on_march(pos, frame) == action:
        return {"code": "expedition", "army": frame.army}
    goal = plan(pos, frame.army, frame.seat, frame.mp)
    quay = seaborne.embarkation(pos, frame.army, frame.seat) if frame.seat == BYZANTIUM else None
    if quay is not None and quay.step == action.to and (goal is None or quay.score > goal.score):
        return {"code": "goes_aboard", "army": frame.army, "to": quay.goal}
    if goal is None or goal.step != action.to:
        return None
    return {
        "code": "on_the_way" if goal.goal != action.to else "goes_for",
        "army": frame.army,
        "to": goal.goal,
    }


@explains(March, PlaceMarker)
def _explain_marker(rules: JustinianRules, state: State, frame: Any, action: Any) -> Facts:
    return {"code": "holds_province", "at": state.armies[frame.army].at}


@explains(March, RemoveMarker)
def _explain_removal(rules: JustinianRules, state: State, frame: Any, action: Any) -> Facts:
    return {"code": "takes_province", "at": state.armies[frame.army].at}


@explains(March, Recover)
def _explain_recovery(rules: JustinianRules, state: State, frame: Any, action: Any) -> Facts:
    return {"code": "recovers", "army": frame.army}


@explains(March, EndActivation)
def _explain_end(rules: JustinianRules, state: State, frame: March, action: Any) -> Facts:
    if expedition.on_march(Position(rules.setting, state), frame) == action:
        return {"code": "expedition", "army": frame.army}
    return {"code": "nothing_better", "army": frame.army}
