"""The better bot's barbarian segments: choosing the marker, the power and the army."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot.planner import plan
from campaigns.justinian.bot.registry import always, answers, explains
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.segment.activation import (
    DrawRandom,
    SelectPower,
    activatable_armies,
    may_recruit,
    selectable,
)
from campaigns.justinian.rules.segment.combined_operations import orderable
from campaigns.justinian.rules.state.handler import Pass
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BarbarianSegment, Operation
from campaigns.justinian.rules.state.state import BARBARIAN, State
from engine.game import Decision, Facts

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


FRESH = 9.0  # value of activating a leader who will raise fresh troops in the power's box
LEVY = 2.5  # value of recruiting with Goths or Vandals
SURE = 4.0  # gain above which the bot uses a Select marker at once


@answers(BarbarianSegment)
def segment(rules: JustinianRules, state: State, frame: BarbarianSegment, decision: Decision) -> Any:
    """Return the bot's next action in a Barbarian segment. The bot first chooses a marker. It then activates
    the power's army with the most to gain, or passes if none would gain anything.
    """
    if frame.stage == "marker":
        return _marker(rules, state)
    best, chosen = 0.0, None
    for army in activatable_armies(Position(rules.setting, state), frame.power):
        score = activation_value(rules, state, army)
        if score > best:
            best, chosen = score, army
    return ActivateArmy(chosen) if chosen else Pass()


def _marker(rules: JustinianRules, state: State) -> Any:
    """Select the power with the most to gain, if its gain is high enough. The possibility of recruiting
    counts as a gain. Otherwise draw a Random marker.
    """
    pos = Position(rules.setting, state)
    best, chosen = 0.0, None
    for power in selectable(pos) if state.selects else ():
        recruit = may_recruit(state, power)
        urges = (activation_value(rules, state, army) for army in activatable_armies(pos, power))
        gain = max(urges, default=0.3) + (LEVY if recruit else 0.0)
        if gain > best:
            best, chosen = gain, SelectPower(power, recruit)
    if chosen is not None and (best > SURE or not state.randoms):
        return chosen
    if state.randoms:
        return DrawRandom()
    return chosen or Pass()


def activation_value(rules: JustinianRules, state: State, army_id: str) -> float:
    """Return the expected gain from activating an army."""
    army = state.armies[army_id]
    if not army.total:
        fresh = army.at in rules.setting.scn.boxes and army.id not in state.recruited
        return FRESH if fresh else 0.3
    goal = plan(Position(rules.setting, state), army.id, BARBARIAN)
    score = goal.score if goal else 0.0
    return score + 1.0 if army.defeated or army.disorganised else score


@answers(Operation)
def operation(rules: JustinianRules, state: State, frame: Operation, decision: Decision) -> Any:
    if frame.stage == "order":
        return ActivateArmy(orderable(frame)[0])
    return decision.default


always(BarbarianSegment, "nothing_to_gain", Pass)


@explains(BarbarianSegment, SelectPower)
def _explain_select(rules: JustinianRules, state: State, frame: Any, action: SelectPower) -> Facts:
    return {"code": "recruits_first" if action.recruit else "most_to_gain", "power": action.power}


@explains(BarbarianSegment, DrawRandom)
def _explain_draw(rules: JustinianRules, state: State, frame: Any, action: DrawRandom) -> Facts:
    return {"code": "selects_kept" if state.selects else "no_select_left"}
