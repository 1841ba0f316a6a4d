"""The better bot's reasons, shown to a player who asks for advice. A reason is a code with the deciding
facts, and the wording turns it into a sentence. A decision that gets the rules' default has no reason,
and the bot gives no advice on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import skeletons
from campaigns.justinian.bot.planner import plan
from campaigns.justinian.bot.registry import REASONS, always, explains
from campaigns.justinian.bot.sea import expedition
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.sea.fleets import ActivateFleet
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import (
    ByzantineSegment,
)
from campaigns.justinian.rules.state.state import State
from engine.frames import Frame
from engine.game import Facts

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


def why(rules: JustinianRules, state: State, action: Any) -> Facts | None:
    """Return the better bot's reason for an action, as ``{"code": ..., <facts>}``. Return None if no reason
    is known, or if the game uses the first bot.
    """
    if not state.stack or rules.setting.options.bot == "first":
        return None
    frame = state.stack[-1]
    found = REASONS.get((type(frame), type(action))) or REASONS.get((Frame, type(action)))
    return found(rules, state, frame, action) if found else None


@explains(Frame, ActivateArmy)
def _explain_activation(
    rules: JustinianRules, state: State, frame: Any, action: ActivateArmy
) -> Facts | None:
    pos = Position(rules.setting, state)
    army = state.armies[action.army]
    if isinstance(frame, ByzantineSegment):
        if expedition.order(pos) == action:
            return {"code": "expedition", "army": army.id}
        spare = skeletons.army_to_disband(pos)
        if spare is not None and spare.id == army.id:
            return {"code": "given_up", "army": army.id}
    if not army.total:
        return {"code": "brings_troops", "army": army.id}
    goal = plan(pos, army.id, state.seat_of(army.power))
    if goal is not None and goal.goal != army.at:
        return {"code": "goes_for", "army": army.id, "to": goal.goal}
    if army.defeated or army.disorganised:
        return {"code": "recovers", "army": army.id}
    return {"code": "work_here", "army": army.id, "at": army.at}


always(Frame, "ships_wanted", ActivateFleet)
