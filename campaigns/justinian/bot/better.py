"""The better bot: plays to win. What it does for each kind of decision; the default for all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import alliance, answers, barbarian, byzantium, deployment, money, seaborne
from campaigns.justinian.bot.marching import on_march
from campaigns.justinian.rules.ground.progress import (
    BarbarianSegment,
    Battle,
    ByzantineSegment,
    March,
    Operation,
    Sail,
    SeaCheck,
)
from campaigns.justinian.rules.ground.state import State
from campaigns.justinian.rules.march.interception import Intercept
from campaigns.justinian.rules.segment.ally import AllyUse
from campaigns.justinian.rules.setting_up.setup import SetUp
from campaigns.justinian.rules.turn.levy import PlaceLevy
from campaigns.justinian.rules.turn.maintenance import Maintain
from campaigns.justinian.rules.turn.new_armies import RaiseArmy
from campaigns.justinian.rules.turn.replaced_leaders import ChangeLeaders
from engine.dice import Dice
from engine.game import Decision

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules

Answer = Callable[["JustinianRules", State, Any, Decision], Any]

ANSWERS: dict[type, Answer] = {
    SetUp: deployment.set_up,
    March: on_march,
    Sail: seaborne.on_sail,
    BarbarianSegment: barbarian.segment,
    Operation: barbarian.operation,
    ByzantineSegment: byzantium.segment,
    Maintain: money.maintain,
    PlaceLevy: money.place_levy,
    RaiseArmy: money.raise_army,
    ChangeLeaders: money.change_leaders,
    **alliance.ANSWERS,
    AllyUse: byzantium.ally,
    Intercept: answers.intercept,
    Battle: answers.battle,
    SeaCheck: answers.at_sea,
}


def choose(rules: JustinianRules, state: State, seat: str, dice: Dice) -> Any:
    """A legal action for the pending decision. It rolls nothing: the same state gives the same action."""
    decision = rules.decision(state)
    assert decision is not None
    frame = state.stack[-1]
    answer = ANSWERS.get(type(frame))
    return answer(rules, state, frame, decision) if answer is not None else decision.default
